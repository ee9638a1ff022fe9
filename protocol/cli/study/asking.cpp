// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/game/notation.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/cli/study/asking.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/option_adapter.h"

#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kAskingRows[] = {"threads", "hash-mib", "isa"};

}  // namespace

Options asking_rows(AskingOptions& options) {
  Options rows{{"no-color", flag(options.color, false), "letters instead of colours"}};
  return rows += engine_rows(options.engine, kAskingRows);
}

int ask(const AskingOptions& options, QuestionSource source, const std::string& greeting,
        Language language, Output& out) {
  Engine engine(options.engine, book::book_opener(tell_stderr));
  PlayTerminal terminal(out);
  QuestionDialogue dialogue(engine, std::move(source),
                            {board_style(options.color), interrupted, language,
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
