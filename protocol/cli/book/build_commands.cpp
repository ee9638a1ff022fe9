// SPDX-License-Identifier: MIT
/// `sumi book build`, `deepen`, `prune` and `run`.
#include "book/build/book_builder.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {

using book::BookWorker;
using book::BuildGoal;

namespace {

int run_build(const Command& self, const Args& args, Output& out) {
  BuildGoal goal;
  std::optional<Millis> time;
  WorkOptions options;
  std::optional<std::string> games;
  Options rows = goal_rows(goal);
  rows += {games_row(games), level_row(goal.level, fmt::format("as noted, else {}", goal.level)),
           positions_row(goal), time_row(time)};
  rows += work_rows(options);
  forbid_workers(args);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  BookWork work(options, time);
  ask_games(*line, games, goal);
  const auto book = open_or_create(path);
  settle_goal(*line, rows, *book);
  ask_games(*line, games, goal);
  work.run(*book, goal, &BookWorker::build);
  return work.finish(*book, goal.level, out, Json::object());
}

int run_deepen(const Command& self, const Args& args, Output& out) {
  BuildGoal goal;
  std::optional<Millis> time;
  WorkOptions options;
  Options rows{level_row(goal.level, "needed")};
  std::optional<std::string> games;
  rows += goal_rows(goal);
  rows += {games_row(games), time_row(time)};
  rows += work_rows(options);
  forbid_workers(args);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  if (!line->has("level")) throw UsageError("no --level given");
  BookWork work(options, time);
  ask_games(*line, games, goal);
  const auto book = open_to_write(path);
  take_notes(*line, rows, *book, kGoalNotes);
  ask_games(*line, games, goal);
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
    print_error("interrupted; nothing was removed");
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
With --from games half a disc is added to the deviation of a position for each
halving of the games that reached it, so that what people play comes first; no
position is left out for that. The name of the database is not noted.
With one job the book is the same on every run. Many machines build a book by
rounds: `sumi book leaves`. Exit status 130 after Ctrl-C. JSON: {"added",
"searched", "level", "positions", "nodes", "seconds", "end": "done",
"interrupted", "time" or "full"}.
)",
    R"(  sumi book build my.book --plies 8 --max-loss 3 --level 12
  sumi book build my.book --time 8:00 -j 4
  sumi book build tiger.book --from f5d6c3d3c4 --plies 12
  sumi book build people.book --from games --max-loss 8 --level 16
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

// `sumi book run`.

using book::BookStore;
using book::BookWorker;
using book::BuildEnd;

namespace {

constexpr std::size_t kMaxListBytes = 1 << 20;
constexpr const char* kDoneNote = "jobs-done";    ///< Keys of jobs, each after a blank.
constexpr const char* kSpentNote = "jobs-spent";  ///< Key and milliseconds of the current job.

struct BookJob {
  std::string text;  ///< As in the list.
  std::string key;   ///< Hash of number and text: a changed job is a new one.
  BookWork::Work work = nullptr;
  book::BuildGoal goal;
  std::optional<Millis> time;
};

Args words_of(std::string_view text) {
  Args words;
  while (!(text = trim(text)).empty()) words.emplace_back(take_word(text));
  return words;
}

/// Throws UsageError.
BookJob read_job(std::string_view text, std::size_t number, Output& out) {
  BookJob job;
  job.text = text;
  Fnv1a hash;
  hash.add(fmt::format("{}: {}", number, text));
  job.key = fmt::format("{:016x}", hash.hash());
  Args words = words_of(text);
  const bool builds = words[0] == "build";
  if (!builds && words[0] != "deepen") {
    throw UsageError(fmt::format("{} is not build or deepen", sumi::quoted(words[0])));
  }
  words.erase(words.begin());
  std::optional<std::string> games;
  Options rows = goal_rows(job.goal);
  rows += {games_row(games), level_row(job.goal.level, "needed"), time_row(job.time)};
  const auto line = parse(builds ? kBookBuildCommand : kBookDeepenCommand, rows, words, out);
  if (!line || !line->words.empty()) throw UsageError("only options may follow build or deepen");
  if (!line->has("level")) throw UsageError("no --level given");
  ask_games(*line, games, job.goal);
  job.work = builds ? &BookWorker::build : &BookWorker::deepen;
  return job;
}

std::vector<BookJob> read_jobs(const std::string& path, Output& out) {
  const auto text = read_file(path, kMaxListBytes);
  if (!text) throw FatalError(text.error().message);
  std::vector<BookJob> jobs;
  std::string_view rest = *text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::string_view line = trim(take_until(rest, '\n'));
    if (line.empty() || line.starts_with('#')) continue;
    try {
      jobs.push_back(read_job(line, jobs.size() + 1, out));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", path, number, error.what()));
    }
  }
  if (jobs.empty()) throw UsageError(fmt::format("{} has no jobs", path));
  return jobs;
}

bool is_done(const BookStore& book, const BookJob& job) {
  return book.note(kDoneNote).find(job.key) != std::string::npos;
}

/// Time of earlier runs on the job, except killed ones.
Millis spent_on(const BookStore& book, const BookJob& job) {
  const std::string note = book.note(kSpentNote);
  std::string_view rest = note;
  if (take_word(rest) != job.key) return Millis(0);
  return Millis(parse_count(trim(rest)).value_or(0));
}

void note_done(BookStore& book, const BookJob& job) {
  book.change([&] { book.set_note(kDoneNote, book.note(kDoneNote) + ' ' + job.key); });
}

void note_spent(BookStore& book, const BookJob& job, Millis time) {
  book.change([&] { book.set_note(kSpentNote, fmt::format("{} {}", job.key, time.count())); });
}

int run_book_run(const Command& self, const Args& args, Output& out) {
  std::optional<Millis> time;
  WorkOptions options;
  Options rows{time_row(time)};
  rows += work_rows(options);
  forbid_workers(args);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  forbid_shipped(path);
  if (line->words.size() != 1) throw UsageError("need one list of jobs, BOOK LIST");
  const std::vector<BookJob> jobs = read_jobs(line->words[0], out);
  jobs_of(options);  // throws before anything is written
  const auto book = open_or_create(path);
  const StopWatch watch;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const BookJob& job = jobs[i];
    if (is_done(*book, job)) continue;
    const Millis before = spent_on(*book, job);
    std::optional<Millis> most;
    if (job.time) most = std::max(Millis(1), *job.time - before);
    const std::optional<Millis> left =
        time ? std::optional(std::max(Millis(1), *time - watch.elapsed())) : std::nullopt;
    const bool all_ends = left && (!most || *left < *most);
    if (!options.json) out.write(fmt::format("{}/{} {}\n", i + 1, jobs.size(), job.text));
    const StopWatch at_work;
    BookWork work(options, all_ends ? left : most);
    work.run(*book, job.goal, job.work);
    const bool over =
        work.end() != BuildEnd::kInterrupted && !(all_ends && work.end() == BuildEnd::kTimeUp);
    over ? note_done(*book, job) : note_spent(*book, job, before + at_work.elapsed());
    const int status = work.finish(*book, job.goal.level, out,
                                   {{"job", i + 1}, {"jobs", jobs.size()}, {"command", job.text}});
    if (!over) return status;
  }
  if (!options.json) out.write(tr(default_language(), "all jobs are done\n"));
  return kDone;
}

}  // namespace

const Command kBookRunCommand{
    "run",
    "BOOK LIST [--time TIME] [OPTIONS]",
    "build a book by a list of jobs, or go on with it",
    R"(LIST is a text file, a job a line: build or deepen and their options, such as
  build --plies 9 --max-loss 4 --level 30 --time 0:25
  deepen --from f5d6 --plies 26 --max-loss 2 --level 32
each with a --level; what it does not say is the standard, and nothing is noted
in the book but which jobs are done. Lines that begin with # are remarks. The
same command goes on after Ctrl-C, a kill or --time, which ends all. A job that
is done is not done again, unless its line or its number has changed. JSON: a
line a job as of build, with "job", "jobs" and "command" in front.
)",
    R"(  sumi book run my.book book/default.jobs
  sumi book run my.book book/default.jobs --time 2:00 -j 2
)",
    run_book_run,
    kSumiBookName};

}  // namespace sumi::protocol
