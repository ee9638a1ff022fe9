// SPDX-License-Identifier: MIT
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

/// Options recorded in the book: the goal, then the level.
inline constexpr std::string_view kBuildNotes[] = {"plies", "max-loss", "max-deviation", "from",
                                                   "level"};
inline constexpr auto kGoalNotes = std::span(kBuildNotes).first<4>();
inline constexpr auto kLevelNote = std::span(kBuildNotes).last<1>();

/// --plies, --max-loss, --max-deviation and --from.
Options goal_rows(book::BuildGoal& goal);
/// --games: the database of --from games.
Option games_row(std::optional<std::string>& file);
/// With --from games, opens its database. Throws UsageError for --games without --from games,
/// FatalError without a database.
void ask_games(const CommandLine& line, const std::optional<std::string>& file,
               book::BuildGoal& goal);

/// --level. `standard` is the default in the help: "as stored in the book, or 21".
Option level_row(int& level, std::string_view standard);
/// --positions: the size at which a book is full.
Option positions_row(book::BuildGoal& goal);
/// --time: seconds, or hours and minutes as H:MM.
Option time_row(std::optional<Millis>& time);

/// 0..`max` discs, with or without decimals. Help shows no default.
OptionValue discs_value(Value& field, int max);

/// Sets omitted options to the book's notes. Throws UsageError for an invalid note.
void take_notes(CommandLine& line, const Options& rows, const book::BookReader& book,
                std::span<const std::string_view> names);
/// Writes the given or noted options to the book's notes, as one change.
void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names);

/// For `build`: reads goal and level from the notes, then writes them back.
void settle_goal(CommandLine& line, const Options& rows, book::BookStore& book);

/// The error of `sumi book work` and of --workers.
inline constexpr const char* kReplacedByRounds =
    "was replaced by rounds: `sumi book leaves`, `sumi book search` and `sumi book take`";
void forbid_workers(const Args& args);

struct WorkOptions {
  EngineOptions engine{};
  std::optional<int> jobs{};  ///< Empty: one per processor.
  bool json = false;
};

/// --jobs, --json and, last, engine options.
Options work_rows(WorkOptions& work);

/// The number of parallel searches. Throws UsageError if their tables exceed the memory, FatalError
/// if an engine cannot be created.
int jobs_of(const WorkOptions& work);

/// Runs and reports the searches of a command. One thread at a time.
class BookWork {
 public:
  /// Starts the time limit, if any, and watches for Ctrl-C. Throws as jobs_of() does.
  BookWork(const WorkOptions& options, std::optional<Millis> time);

  using Work = book::BuildEnd (book::BookWorker::*)(const book::BuildGoal&);
  void run(book::BookStore& book, const book::BuildGoal& goal, Work work);
  void search(book::BookStore& book, const std::vector<Board>& boards, int level);

  /// Whether interrupted or out of time.
  bool is_to_end() const;

  /// Call if is_to_end() is true before any search.
  void end_before();

  /// Nothing if no search was requested.
  std::optional<book::BuildEnd> end() const { return end_; }

  /// Prints the work: two lines, or JSON after `more`. Returns the exit status.
  int finish(const book::BookStore& book, int level, Output& out, Json more);

 private:
  book::BookWorker worker(book::BookStore& book);
  void draw(const book::BuildProgress& progress);
  std::string work_text(int level, double seconds) const;

  const WorkOptions options_;
  const int jobs_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  ProgressBar bar_;
  StopWatch watch_;
  book::BuildProgress done_;
  std::optional<book::BuildEnd> end_;
};

/// Draws progress through `positions` and cancels on Ctrl-C. Its end erases the bar, unless `bar`
/// is shared.
book::Progress drawn_progress(
    std::uint64_t positions,
    std::shared_ptr<ProgressBar> bar = std::make_shared<ProgressBar>(true, "positions"));

/// Removes and returns the first word. Throws UsageError without one.
std::string take_book(CommandLine& line);

/// take_book(); throws UsageError for further words.
std::string only_book(CommandLine& line);

/// Throws UsageError for the shipped book (read-only).
void forbid_shipped(const std::string& path);

/// Any book. Throws FatalError.
std::shared_ptr<const book::BookReader> open_to_read(const std::string& path);

/// Throws UsageError for the shipped book, otherwise FatalError.
std::unique_ptr<book::BookStore> open_to_write(const std::string& path);

/// As open_to_write(), but creates a missing book.
std::unique_ptr<book::BookStore> open_or_create(const std::string& path);

/// A number of lines: "12", "1.2e+09".
std::string lines_text(double lines);

/// Bytes of the file and SQLite's side files; 0 if missing.
std::uintmax_t file_size_of(const std::string& path);

}  // namespace sumi::protocol
