// SPDX-License-Identifier: MIT
/// The commands of `sumi book`, and what several have in common: options, the work, files.
#pragma once

#include "book/build/book_builder.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/time.h"
#include "engine/options.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/program.h"
#include "protocol/report/live_text.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

extern const Command kBookAddCommand, kBookBuildCommand, kBookDeepenCommand, kBookDiffCommand,
    kBookExplainCommand, kBookExportCommand, kBookHelpCommand, kBookImportCommand,
    kBookLearnCommand, kBookLeavesCommand, kBookMergeCommand, kBookPruneCommand, kBookRunCommand,
    kBookSearchCommand, kBookShowCommand, kBookStatsCommand, kBookTakeCommand, kBookVerifyCommand,
    kBookWorkCommand;

extern const Program kSumiBook;
inline constexpr std::string_view kSumiBookName = "sumi book";

/// What a book notes of the options it was made with: names of options, and of notes.
inline constexpr std::string_view kGoalNotes[] = {"plies", "max-loss", "max-deviation", "from"};
inline constexpr std::string_view kLevelNote[] = {"level"};

/// The rows of the engine's options that searches for books use.
inline constexpr std::string_view kBookEngineRows[] = {"hash-mib", "evaluator", "weights", "isa"};

/// --plies, --max-loss, --max-deviation and --from, bound to a goal.
Options goal_rows(book::BuildGoal& goal);
/// --level; `standard` says in the help what applies without it: "as noted, else 21".
Option level_row(int& level, std::string_view standard);
/// --positions: when a book is full.
Option positions_row(book::BuildGoal& goal);
/// --time: seconds, or hours and minutes as H:MM.
Option time_row(std::optional<Millis>& time);

/// Discs, 0..`max`, with or without decimals. Help shows no default.
OptionValue discs_value(Value& field, int max);

/// Gives options of the table that the command line did not give the values that a book has noted.
/// Throws UsageError for a note that is no such value.
void take_notes(CommandLine& line, const Options& rows, const book::BookReader& book,
                std::span<const std::string_view> names);
/// Notes in the book, in one change, the values of options that were given or taken from the notes.
void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names);

/// For `build`: takes the notes of goal and level, and notes what was given.
void settle_goal(CommandLine& line, const Options& rows, book::BookStore& book);

/// The error of `sumi book work`, and of --workers of other commands.
inline constexpr const char* kReplacedByRounds =
    "was replaced by rounds: `sumi book leaves`, `sumi book search` and `sumi book take`";
/// Throws UsageError for --workers.
void forbid_workers(const Args& args);

struct WorkOptions {
  EngineOptions engine{};
  std::optional<int> jobs{};  ///< Empty: one for each processor.
  bool json = false;
};

/// --jobs, --json and options of the engine, which come last.
Options work_rows(WorkOptions& work);

/// The number of searches at the same time. Throws UsageError if their tables do not fit in the
/// memory, FatalError if no engine can be made with the options.
int jobs_of(const WorkOptions& work);

/// One thread at a time.
class BookWork {
 public:
  /// Throws what jobs_of() throws. `time` begins now; nothing: without end. From now on Ctrl-C is
  /// noted (interrupt.h).
  BookWork(const WorkOptions& options, std::optional<Millis> time);

  using Work = book::BuildEnd (book::BookWorker::*)(const book::BuildGoal&);
  /// Does `work` until it is done, interrupted, full or out of time.
  void run(book::BookStore& book, const book::BuildGoal& goal, Work work);
  void search(book::BookStore& book, const std::vector<Board>& boards, int level);

  /// Ctrl-C, or the time is up.
  bool is_to_end() const;

  /// Notes that is_to_end() ended the work before there was anything to search.
  void end_before();

  /// How the work ended; nothing if no search was wanted.
  std::optional<book::BuildEnd> end() const { return end_; }

  /// What was done, in two lines or as JSON with `more` in front; the exit status.
  int finish(const book::BookStore& book, int level, Output& out, Json more);

 private:
  book::BookWorker worker(book::BookStore& book);
  void draw(const book::BuildProgress& progress);
  std::string work_text(int level, double seconds) const;
  std::string_view end_text() const;

  const WorkOptions options_;
  const int jobs_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  ProgressBar bar_;
  StopWatch watch_;
  book::BuildProgress done_;
  std::optional<book::BuildEnd> end_;
};

/// Draws how many of the positions are done, and ends the work at Ctrl-C. `bar` outlives it.
inline book::Progress drawn_progress(ProgressBar& bar, std::uint64_t positions) {
  return [&bar, positions](double share) {
    bar.draw(share, static_cast<std::uint64_t>(share * static_cast<double>(positions)));
    return !interrupted();
  };
}

/// The first word, which is taken off. Throws UsageError if there is none.
std::string take_book(CommandLine& line);

/// The first word, as take_book() takes it, where no other word may follow.
std::string only_book(CommandLine& line);

/// Throws UsageError for the shipped book, which is only read.
void forbid_shipped(const std::string& path);

/// Opens a book to look things up in: a file of either kind, or the shipped book. Throws
/// FatalError.
std::shared_ptr<const book::BookReader> open_to_read(const std::string& path);

/// Opens a book to write to it. Throws UsageError for the shipped book, FatalError for other
/// failures.
std::unique_ptr<book::BookStore> open_to_write(const std::string& path);

/// Like open_to_write(), but makes a new book if there is no such file.
std::unique_ptr<book::BookStore> open_or_create(const std::string& path);

/// Bytes of the file and what SQLite keeps beside it; 0 if there is none.
std::uintmax_t file_size_of(const std::string& path);

/// What `sumi book export` writes and `import` reads.
enum class BookFormat { kCompact, kEdax, kEgaroucid, kObf };

/// --format; `standard` says what applies without it.
Option format_row(std::optional<BookFormat>& format, const std::string& standard);

}  // namespace sumi::protocol
