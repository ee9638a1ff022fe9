// SPDX-License-Identifier: MIT
/// `sumi play`: a game against the engine in a terminal.
#include "book/book.h"
#include "engine/base/signals.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/option_adapter.h"
#include "protocol/console/console_session.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"

#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>

namespace sumi::protocol {
namespace {

constexpr std::string_view kPlayEngineRows[] = {
    "size",   "variety",  "seed", "threads",      "hash-mib",      "evaluator",  "weights",   "isa",
    "player", "own-book", "book", "book-variety", "book-max-loss", "book-draws", "book-learn"};

Humans humans_of(const CommandLine& line) {
  const auto humans = parse_humans(text_value(line, "color"));
  if (!humans) throw UsageError("--" + humans.error().message);
  return *humans;
}

boost::program_options::options_description options_of_play() {
  namespace po = boost::program_options;
  po::options_description options("Options");
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()  //
      ("color,c", text("COLOR")->default_value("black"),
       "what you play: black, white, both or none")  //
      ("level,l", text("L")->default_value("10"),
       fmt::format("how strong Sumi plays (`sumi levels`), 0..{}", kMaxLevel).c_str())  //
      ("resume,r", text("FILE"), "go on with a saved game, or a game of any format")    //
      ("no-color", "letters instead of colours");
  add_engine_options(options, kPlayEngineRows);
  return options;
}

/// Ctrl-C is for this game alone; the other signals end the process.
bool process_ends() { return interrupted() && interrupt_signal() != kSigInt; }

int run_play(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, options_of_play(), args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const Humans humans = humans_of(*line);
  const int level = int_value(*line, "level", 0, kMaxLevel);
  const Language language = default_language();

  Engine engine(engine_options_of(*line, kPlayEngineRows), book::book_opener(tell_stderr));
  PlayTerminal terminal(out);
  const auto progress = [&terminal](std::string_view lines) { terminal.progress(lines); };
  const bool watched = output_is_terminal();
  ConsoleSession session(
      engine, humans, level,
      {board_style(line->values.count("no-color") == 0), progress, interrupted, language, watched});
  terminal.edit_lines([&session](std::string_view text) { return session.completions(text); });
  if (line->values.count("resume") != 0) {
    const auto resumed = session.resume(text_value(*line, "resume"));
    if (!resumed) throw FatalError(resumed.error().message);
  }
  watch_interrupts();
  try {
    session.start(terminal);
    while (!session.finished()) {
      const auto text = terminal.read_line();
      if (!text) break;
      session.on_line(*text, terminal);
    }
  } catch (const std::exception&) {  // the terminal has ended
    if (process_ends()) session.rescue(terminal);
    throw;
  }
  if (!session.finished()) {
    if (process_ends()) session.rescue(terminal);
    session.goodbye(terminal);
  }
  return terminal.left_by_interrupt() ? kInterrupted : kDone;
}

}  // namespace

const Command kPlayCommand{
    "play",
    R"([--color black|white|both|none] [--level L] [--resume FILE]
    [OPTIONS])",
    "play a game in the terminal",
    R"(Type a move such as f5, or help: there are undo, redo, hint, analyze, save and
more. A saved game keeps its color and level. On a terminal lines can be edited:
arrow keys, history, Tab for moves, commands and files; and a game that has
ended is analysed. Ctrl-C makes the engine move at once; at the prompt it
leaves. When a signal or the end of the terminal ends it, the game is saved as
sumi-game.txt, or under the next free name. Colours are left out when NO_COLOR
is set and where the output is no terminal: then X is Black, O is White, * a
legal move and [ ] the last one.
)",
    R"(  sumi play
  sumi play --color white --level 20
  sumi play --size 6 --variety 2
  sumi play --resume evening.txt
  sumi play --resume game.sgf
)",
    run_play};

}  // namespace sumi::protocol
