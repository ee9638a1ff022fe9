// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/signals.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "protocol/cli/commands.h"
#include "protocol/cli/play_terminal.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/options.h"
#include "protocol/console/console_session.h"
#include "protocol/report/language.h"
#include "protocol/report/live_text.h"
#include "protocol/report/output.h"

#include <exception>
#include <string>
#include <string_view>

namespace sumi::protocol {
namespace {

/// Ctrl-C ends only the game; other signals end the process.
bool process_ends() { return interrupted() && interrupt_signal() != kSigInt; }

int run_play(const Command& self, const Args& args, Output& out) {
  Humans humans;
  int level = 10;
  std::optional<std::string> resume;
  bool color = true;
  EngineOptions options;
  Options rows{
      {"color,c",
       parsed(humans, "COLOR", parse_humans, "black", {"black", "white", "both", "none"}),
       "side that you play: black, white, both or none"},
      {"level,l", number(level, 0, kMaxLevel, "L"),
       "playing level of Sumi (see `sumi levels`), {}"},
      {"resume,r", text(resume, "FILE"), "continue a saved game, or a game file in any format"},
      {"no-color", flag(color, false), "print letters instead of colours"}};
  rows += engine_rows(options, kSearchTopics | kBoardTopic | kPlayTopic | kBookTopics, {"name"});
  if (!parse_options(self, rows, args, out)) return kDone;
  const Language language = default_language();

  Engine engine(options, book::book_opener(print_stderr));
  PlayTerminal terminal(out);
  const auto progress = [&terminal](std::string_view lines) { terminal.progress(lines); };
  const bool watched = output_is_terminal();
  ConsoleSession session(engine, humans, level,
                         {board_style(color), progress, interrupted, language, watched});
  terminal.edit_lines([&session](std::string_view text) { return session.completions(text); });
  if (resume) session.resume(*resume).value();
  watch_interrupts();
  try {
    session.start(terminal);
    while (!session.finished()) {
      const auto text = terminal.read_line();
      if (!text) break;
      session.on_line(*text, terminal);
    }
  } catch (const std::exception&) {  // the terminal is gone
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
    .name = "play",
    .arguments = R"([--color black|white|both|none] [--level L] [--resume FILE]
    [OPTIONS])",
    .summary = "play a game in the terminal",
    .details = R"(Type a move such as f5, or a command; `help` lists the commands: undo, redo,
hint, analyze, save and more. On a terminal there is line editing, history and
Tab completion. A finished game is analysed.

Ctrl-C makes the engine move at once; at the prompt it quits. If a signal or a
closed terminal ends the program, the game is saved as sumi-game.txt or under
the next free name. A saved game keeps your colour, level and strength.

Without colours (NO_COLOR is set, or the output is not a terminal) X is Black,
O White, * a legal move and [ ] the last move.
)",
    .examples = R"(  sumi play
  sumi play --color white --level 20
  sumi play --strength 5
  sumi play --size 6 --variety 2
  sumi play --resume evening.txt
  sumi play --resume game.sgf
)",
    .run = run_play};

}  // namespace sumi::protocol
