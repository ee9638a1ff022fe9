// SPDX-License-Identifier: MIT
/// Options that several commands of `sumi book` have. What a book has noted is the default of those
/// that it was made with.
#pragma once

#include "book/build/book_builder.h"
#include "book/store/book_store.h"
#include "engine/options.h"
#include "protocol/command/command.h"

#include <optional>
#include <span>
#include <string_view>

namespace sumi::protocol {

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

}  // namespace sumi::protocol
