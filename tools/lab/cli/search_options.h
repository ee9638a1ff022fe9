// SPDX-License-Identifier: MIT
/// Options that commands of `sumi-lab` which search have in common.
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"

#include <boost/program_options/options_description.hpp>

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

}  // namespace sumi::lab
