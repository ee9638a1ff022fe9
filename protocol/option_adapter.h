// SPDX-License-Identifier: MIT
/// The engine's option table as command-line options: every row is `--name`, with the table's
/// help, range and default.
#pragma once

#include "engine/base/error.h"
#include "engine/options.h"

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include <initializer_list>
#include <string_view>

namespace sumi::protocol {

/// Adds the rows named, or all of the table. Requires: the names are in the table.
void add_engine_options(boost::program_options::options_description& description,
                        std::initializer_list<std::string_view> names = {});

/// The options given on the command line, the others at their defaults.
Result<EngineOptions> read_engine_options(const boost::program_options::variables_map& values);

/// One line for people: what an option does and what it accepts.
std::string describe(const OptionSpec& spec);

}  // namespace sumi::protocol
