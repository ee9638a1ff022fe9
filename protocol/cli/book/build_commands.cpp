// SPDX-License-Identifier: MIT
#include "book/build/book_builder.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/report/output.h"
#include "protocol/service/engine_settings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
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
  rows += {games_row(games),
           level_row(goal.level, fmt::format("as stored in the book, or {}", goal.level)),
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
  Options rows{level_row(goal.level, "required")};
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
            "also keep positions that at least N games reached (0: ignore games)"},
           {"json", flag(json), "print a JSON object"}};
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = only_book(*line);
  const auto book = open_to_write(path);
  take_notes(*line, rows, *book, kGoalNotes);
  if (!book->find(goal.roots.front())) {
    throw FatalError(fmt::format("{}: it lacks the position of --from, so nothing would remain",
                                 sumi::quoted(path)));
  }
  watch_interrupts();
  const auto removed = book::prune(*book, goal, min_games, drawn_progress(book->size()));
  if (!removed) return end_with(kInterrupted, "interrupted; nothing was removed");
  out.write(json ? json_line({{"removed", *removed}, {"positions", book->size()}})
                 : tr_format(default_language(), "{} positions removed\n{}: {} positions\n",
                             *removed, path, book->size()));
  return kDone;
}

}  // namespace

const Command kBookBuildCommand{
    .name = "build",
    .arguments =
        "BOOK [--plies N] [--max-loss DISCS] [--level L] [--positions N] [--time TIME] [OPTIONS]",
    .summary = "build a book by searching, or continue one",
    .details = R"(Adds positions in order of deviation, smallest first. The deviation is the
total of discs that both sides lost on the path to the position. Each
position stores its best move that leaves the book, found by a search; the
position's score is the best value among that move and its moves in book.

Ends when every position within --plies, --max-loss and --max-deviation is in
the book, after --positions or --time, or on Ctrl-C (exit status 130). The same
command resumes, even after a kill; only the searches in progress are lost. The
book stores the options given, and later commands use them by default.

With --from games, popular lines come first: a position's deviation grows by
half a disc each time the number of games that reached it halves.

With --jobs 1 every run builds the same book. To build on several machines see
`sumi book leaves`.
)",
    .examples = R"(  sumi book build my.book --plies 8 --max-loss 3 --level 12
  sumi book build my.book --time 8:00 -j 4
  sumi book build tiger.book --from f5d6c3d3c4 --plies 12
  sumi book build people.book --from games --max-loss 8 --level 16
)",
    .run = run_build,
    .program = kSumiBookName,
    .json = R"(  added      integer: positions added
  searched   integer: searches done
  level      integer: level of the searches
  positions  integer: positions in the book now
  nodes      integer: nodes of all searches
  seconds    number: elapsed time
  end        string: done, interrupted, time, full, or null: nothing was
             searched
)"};

const Command kBookDeepenCommand{
    .name = "deepen",
    .arguments =
        "BOOK --level L [--plies N] [--max-loss DISCS] [--max-deviation DISCS] [--time TIME] "
        "[OPTIONS]",
    .summary = "search the positions of a book again, deeper",
    .details = R"(Takes the positions in order of deviation and searches the best move that
leaves the book, unless that was done at --level or above. Adds no positions.
--plies, --max-loss, --max-deviation and --from choose the positions as in
`sumi book build`; the defaults are those stored in the book. The same command
continues after Ctrl-C or a kill.
)",
    .examples = R"(  sumi book deepen my.book --level 20
  sumi book deepen my.book --level 30 --max-loss 1 --time 1:00
)",
    .run = run_deepen,
    .program = kSumiBookName,
    .json = R"(As in `sumi book build`.
)"};

const Command kBookPruneCommand{
    .name = "prune",
    .arguments = "BOOK [--plies N] [--max-loss DISCS] [--max-deviation DISCS] [--min-games N]",
    .summary = "remove positions that good play does not reach",
    .details = R"(Keeps the positions that `sumi book build` with these options would add; the
defaults are those stored in the book. The scores of the remaining positions do
not change. The removal is atomic.
)",
    .examples = R"(  sumi book prune my.book --max-loss 2
  sumi book prune my.book --plies 20 --min-games 5
)",
    .run = run_prune,
    .program = kSumiBookName,
    .json = R"(  removed    integer: positions removed
  positions  integer: positions in the book now
)"};

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
  std::string key;   ///< Hash of number and text, so that a changed job is a new job.
  BookWork::Work work = nullptr;
  book::BuildGoal goal;
  std::optional<Millis> time;
};

BookJob read_job(std::string_view text, std::size_t number, Output& out) {
  BookJob job;
  job.text = text;
  job.key = checksum_of_bytes(fmt::format("{}: {}", number, text));
  const std::vector<std::string_view> words = split_words(text);
  const bool builds = words[0] == "build";
  if (!builds && words[0] != "deepen") {
    throw UsageError(fmt::format("{} is not build or deepen", sumi::quoted(words[0])));
  }
  const Args options(words.begin() + 1, words.end());
  std::optional<std::string> games;
  Options rows = goal_rows(job.goal);
  rows += {games_row(games), level_row(job.goal.level, "required"), time_row(job.time)};
  const auto line = parse(builds ? kBookBuildCommand : kBookDeepenCommand, rows, options, out);
  if (!line || !line->words.empty()) throw UsageError("only options may follow build or deepen");
  if (!line->has("level")) throw UsageError("no --level given");
  ask_games(*line, games, job.goal);
  job.work = builds ? &BookWorker::build : &BookWorker::deepen;
  return job;
}

std::vector<BookJob> read_jobs(const std::string& path, Output& out) {
  const std::string text = read_file(path, kMaxListBytes).value();
  std::vector<BookJob> jobs;
  std::string_view rest = text;
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

/// Time of earlier runs of the job, except killed ones.
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
    .name = "run",
    .arguments = "BOOK LIST [--time TIME] [OPTIONS]",
    .summary = "build a book from a list of jobs, or continue",
    .details = R"(LIST is a text file with a job per line: build or deepen and their options,
which must include --level. Lines that begin with # are comments:

  build --plies 9 --max-loss 4 --level 30 --time 0:25
  deepen --from f5d6 --plies 26 --max-loss 2 --level 32

Options that a job omits take their defaults; the book stores no options here,
only which jobs are done. The same command continues after Ctrl-C, a kill or
--time, which limits all jobs together. A finished job runs again only if its
line or its number in the list changes.
)",
    .examples = R"(  sumi book run my.book book/default.jobs
  sumi book run my.book book/default.jobs --time 2:00 -j 2
)",
    .run = run_book_run,
    .program = kSumiBookName,
    .json = R"(One object per job.
  job                   integer: number of the job, from 1
  jobs                  integer: number of jobs in the list
  command               string: the line of the job
  added, searched, ...  as in `sumi book build`
)"};

}  // namespace sumi::protocol
