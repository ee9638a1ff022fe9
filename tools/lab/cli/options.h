// SPDX-License-Identifier: MIT
/// Options that several commands of `sumi-lab` have in common, and what commands note of themselves
/// in the weights they write.
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"

#include <boost/program_options/options_description.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sumi::lab {

/// Adds --threads (`threads` if not given), --evaluator, --weights and --isa.
void add_engine_choice(boost::program_options::options_description& options, int threads = 1);

/// Adds the options of add_engine_choice(), and --level, --depth and --exact-at.
void add_search_options(boost::program_options::options_description& options, int level,
                        const std::string& exact_at_help);

/// The options of the engine meant, with a small table: a search for a label is small, and there is
/// one engine a thread. Throws UsageError, and FatalError if no engine can be made with them; so
/// faults are told before folders are made.
EngineOptions lab_engine_of(const protocol::CommandLine& line);

/// The limits that --level or --depth set; --exact-at is left to the command. Throws UsageError.
SearchLimits lab_limits_of(const protocol::CommandLine& line);

int threads_of(const protocol::CommandLine& line);

/// Two numbers with `mark` between: "8-59", "1/4".
std::optional<std::pair<int, int>> two_numbers(std::string_view text, char mark);

/// The value of an option as MIN-MAX within min..max, or one number that is both. Throws
/// UsageError.
std::pair<int, int> range_value(const protocol::CommandLine& line, const std::string& option,
                                int min, int max);

/// The command as one could type it again.
std::string command_text(const protocol::Command& self, const protocol::Args& args);

/// The date, "2026-11-21".
std::string today();

}  // namespace sumi::lab
