// SPDX-License-Identifier: MIT
/// Options that several commands of `sumi book` have. What a book has noted is the default of those
/// that it was made with.
#pragma once

#include "book/build/book_builder.h"
#include "book/store/book_store.h"
#include "protocol/command/command.h"

#include <chrono>
#include <optional>
#include <span>
#include <string_view>

namespace sumi::protocol {

/// What a book notes of the options it was made with: names of options, and of notes.
inline constexpr std::string_view kGoalNotes[] = {"plies", "max-loss", "max-deviation", "from"};
inline constexpr std::string_view kLevelNote[] = {"level"};

/// The rows of the engine's options that searches for books use.
inline constexpr std::string_view kBookEngineRows[] = {"hash-mib", "evaluator", "weights", "isa"};

/// --plies, --max-loss, --max-deviation and --from.
void add_goal_options(boost::program_options::options_description& options);
/// --level; `standard` is told in the help: "as noted in the book, else 21".
void add_level_option(boost::program_options::options_description& options,
                      std::string_view standard);
/// --positions: when a book is full.
void add_positions_option(boost::program_options::options_description& options);
/// --time.
void add_time_option(boost::program_options::options_description& options);
/// --jobs, --json and options of the engine, which come last.
void add_work_options(boost::program_options::options_description& options);

/// Takes the notes of a book as the values of options that were not given.
void take_notes(CommandLine& line, const book::BookReader& book,
                std::span<const std::string_view> names);
/// Notes in the book, in one change, the values of options that were given or taken from the notes.
void set_notes(book::BookStore& book, const CommandLine& line,
               std::span<const std::string_view> names);

/// What the options say, else the standard: no limit of deviation. Throws UsageError.
book::BuildGoal goal_of(const CommandLine& line);

/// The goal of `build`: what the options say, else what the book has noted, else the standard. What
/// was given is noted, but --positions.
book::BuildGoal goal_to_build(CommandLine& line, book::BookStore& book);
/// That of `deepen`: nothing is noted, and --level is needed.
book::BuildGoal goal_to_deepen(CommandLine& line, const book::BookReader& book);

/// --level, else book::kLearnLevel, the standard of all books.
int level_of(const CommandLine& line);

/// Discs, 0..`max`, with or without decimals; throws UsageError. Requires: it was given.
Value discs_value(const CommandLine& line, const std::string& option, int max);

/// --time: seconds, or hours and minutes as H:MM; nothing if it was not given. Throws UsageError.
std::optional<Millis> time_of(const CommandLine& line);

/// The error of `sumi book work`, and of --workers of other commands.
inline constexpr const char* kReplacedByRounds =
    "was replaced by rounds: `sumi book leaves`, `sumi book search` and `sumi book take`";
/// Throws UsageError for --workers.
void forbid_workers(const Args& args);

struct WorkOptions {
  EngineOptions engine;
  int jobs = 1;
};

/// The values of the options of add_work_options(). Throws UsageError, also if the tables do not
/// fit in the memory; and FatalError if no engine can be made with them.
WorkOptions work_options_of(const CommandLine& line);

}  // namespace sumi::protocol
