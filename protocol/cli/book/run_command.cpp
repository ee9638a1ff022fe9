// SPDX-License-Identifier: MIT
/// `sumi book run`: a list of jobs, each a command `build` or `deepen`, one after another.
#include "book/build/book_builder.h"
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/book_work.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {

using book::BookStore;
using book::BookWorker;
using book::BuildEnd;

namespace {

constexpr std::size_t kMaxListBytes = 1 << 20;
constexpr const char* kDoneNote = "jobs-done";    ///< Keys of jobs, a blank before each.
constexpr const char* kSpentNote = "jobs-spent";  ///< Key and milliseconds of the one begun.

struct BookJob {
  std::string text;  ///< As the list has it.
  std::string key;   ///< Of its number and text: a job that is changed is another one.
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
  Options rows = goal_rows(job.goal);
  rows += {level_row(job.goal.level, "needed"), time_row(job.time)};
  const auto line = parse(builds ? kBookBuildCommand : kBookDeepenCommand, rows, words, out);
  if (!line || !line->words.empty()) throw UsageError("only options stand behind build or deepen");
  if (!line->has("level")) throw UsageError("no --level given");
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

/// What earlier runs have worked on the job, unless they were killed.
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
