// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/game/notation.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/cli/study/asking.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/option_adapter.h"

#include <boost/program_options/value_semantic.hpp>

#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kAskingRows[] = {"threads", "hash-mib", "isa"};

}  // namespace

void add_asking_options(boost::program_options::options_description& options) {
  options.add_options()("no-color", "letters instead of colours");
  add_engine_options(options, kAskingRows);
}

EngineOptions asking_options(const CommandLine& line) {
  return engine_options_of(line, kAskingRows);
}

std::optional<std::uint64_t> seed_value(const CommandLine& line) {
  if (!line.has("seed")) return std::nullopt;
  return static_cast<std::uint64_t>(int_value(line, "seed", 0, kMostSeed));
}

int ask(const CommandLine& line, QuestionSource source, const std::string& greeting,
        Language language, Output& out) {
  Engine engine(asking_options(line), book::book_opener(tell_stderr));
  PlayTerminal terminal(out);
  QuestionDialogue dialogue(engine, std::move(source),
                            {board_style(!line.has("no-color")), interrupted, language,
                             [&terminal](std::string_view lines) { terminal.progress(lines); }});
  terminal.edit_lines([](std::string_view) { return std::vector<std::string>(); });
  watch_interrupts();
  dialogue.start(greeting, terminal);
  while (!dialogue.finished()) {
    const auto text = terminal.read_line();
    if (!text) break;
    dialogue.on_line(*text, terminal);
  }
  dialogue.finish(terminal);
  if (dialogue.failure()) throw FatalError(dialogue.failure()->message);
  return terminal.left_by_interrupt() ? kInterrupted : kDone;
}

}  // namespace sumi::protocol
