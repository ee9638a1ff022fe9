// SPDX-License-Identifier: MIT
/// `sumi book build`, `deepen` and `prune`: what a goal says of the positions of a book.
#include "book/build/book_builder.h"
#include "engine/base/text.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace sumi::protocol {

using book::BookWorker;
using book::BuildGoal;

namespace {

int run_build(const Command& self, const Args& args, Output& out) {
  BuildGoal goal;
  std::optional<Millis> time;
  WorkOptions options;
  Options rows = goal_rows(goal);
  rows += {level_row(goal.level, fmt::format("as noted, else {}", goal.level)), positions_row(goal),
           time_row(time)};
  rows += work_rows(options);
  forbid_workers(args);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  BookWork work(options, time);
  const auto book = open_or_create(path);
  settle_goal(*line, rows, *book);
  work.run(*book, goal, &BookWorker::build);
  return work.finish(*book, goal.level, out, Json::object());
}

int run_deepen(const Command& self, const Args& args, Output& out) {
  BuildGoal goal;
  std::optional<Millis> time;
  WorkOptions options;
  Options rows{level_row(goal.level, "needed")};
  rows += goal_rows(goal);
  rows += {time_row(time)};
  rows += work_rows(options);
  forbid_workers(args);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  if (!line->has("level")) throw UsageError("no --level given");
  BookWork work(options, time);
  const auto book = open_to_write(path);
  take_notes(*line, rows, *book, kGoalNotes);
  work.run(*book, goal, &BookWorker::deepen);
  return work.finish(*book, goal.level, out, Json::object());
}

int run_prune(const Command& self, const Args& args, Output& out) {
  BuildGoal goal;
  std::uint64_t min_games = 0;
  bool json = false;
  Options rows = goal_rows(goal);
  rows += {{"min-games", number(min_games, 0, std::numeric_limits<int>::max()),
            "what so many games went through stays, whatever it lost; 0: nothing for that reason"},
           {"json", flag(json), "one JSON object instead of text"}};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  const auto book = open_to_write(path);
  take_notes(*line, rows, *book, kGoalNotes);
  if (!book->find(goal.roots.front())) {
    throw FatalError(
        fmt::format("{}: the position to begin at (--from) is not in it: nothing "
                    "would stay",
                    sumi::quoted(path)));
  }
  watch_interrupts();
  ProgressBar bar(true, "positions");
  const auto removed = book::prune(*book, goal, min_games, drawn_progress(bar, book->size()));
  bar.erase();
  if (!removed) {
    tell_error("interrupted; nothing was removed");
    return kInterrupted;
  }
  out.write(json ? json_line({{"removed", *removed}, {"positions", book->size()}})
                 : tr_format(default_language(), "{} positions removed\n{}: {} positions\n",
                             *removed, path, book->size()));
  return kDone;
}

}  // namespace

const Command kBookBuildCommand{
    "build",
    "BOOK [--plies N] [--max-loss DISCS] [--level L] [--positions N] [--time TIME] [OPTIONS]",
    "make a book by searching, or go on making it",
    R"(Adds positions best first: the fewer discs were given away on the way there, by
both sides together (the deviation), the sooner. Of each position the best move
that leads out of the book is searched, and its score is the best of that and of
the positions behind it. It ends when every position within --plies is there
that is reached by moves losing --max-loss at most and --max-deviation together;
or when the time is up, the book is full, or at Ctrl-C. The same command goes on
from there, also after a kill, which costs what was being searched. Options that
are given are noted in the book: `sumi book build BOOK` goes on with the same.
With one job the book is the same on every run. Many machines build a book by
rounds: `sumi book leaves`. Exit status 130 after Ctrl-C. JSON: {"added",
"searched", "level", "positions", "nodes", "seconds", "end": "done",
"interrupted", "time" or "full"}.
)",
    R"(  sumi book build my.book --plies 8 --max-loss 3 --level 12
  sumi book build my.book --time 8:00 -j 4
  sumi book build tiger.book --from f5d6c3d3c4 --plies 12
)",
    run_build,
    kSumiBookName};

const Command kBookDeepenCommand{
    "deepen",
    "BOOK --level L [--plies N] [--max-loss DISCS] [--max-deviation DISCS] [--time TIME] [OPTIONS]",
    "search again, deeper",
    R"(Searches the moves that lead out of the book again, best first, where that was
done at a lower level than --level or never; adds no positions. The options say
where, as for `sumi book build`; what is not given is as noted in the book.
Ctrl-C and a kill cost what was being searched, and the same command goes on.
JSON as of build.
)",
    R"(  sumi book deepen my.book --level 20
  sumi book deepen my.book --level 30 --max-loss 1 --time 1:00
)",
    run_deepen,
    kSumiBookName};

const Command kBookPruneCommand{
    "prune",
    "BOOK [--plies N] [--max-loss DISCS] [--max-deviation DISCS] [--min-games N]",
    "take positions out that no good play leads to",
    R"(What stays is what `sumi book build` with these options would hold; what is not
given is as noted in the book. What the positions that go have told of moves
stays in the scores of the others. All or nothing. JSON: {"removed",
"positions"}.
)",
    R"(  sumi book prune my.book --max-loss 2
  sumi book prune my.book --plies 20 --min-games 5
)",
    run_prune,
    kSumiBookName};

}  // namespace sumi::protocol
