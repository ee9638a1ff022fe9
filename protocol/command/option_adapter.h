// SPDX-License-Identifier: MIT
/// The engine's option table as command-line options: every row is `--name`, with the table's
/// help, range and default.
#pragma once

#include "engine/base/error.h"
#include "engine/opening_book.h"
#include "engine/options.h"
#include "protocol/command/options.h"

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include <span>
#include <string_view>

namespace sumi::protocol {

/// Names of rows; none: the whole table. A command may have an option of its own with the name of
/// a row that it does not offer, such as --depth.
using OptionNames = std::span<const std::string_view>;

/// Adds these rows. Requires: the names are in the table.
void add_engine_options(boost::program_options::options_description& description,
                        OptionNames names = {});

/// The engine's options: these rows as given on the command line, all others at their defaults.
Result<EngineOptions> read_engine_options(const boost::program_options::variables_map& values,
                                          OptionNames names = {});

/// These rows of the engine's table, bound to `options`, whose values are the defaults.
Options engine_rows(EngineOptions& options, OptionNames names = {});

/// Throws FatalError as an engine with these options does: for commands that make theirs when they
/// have begun files or waited for input, so that weights or a book that cannot be read are told
/// first. Takes as long as reading a file of weights.
void check_engine(EngineOptions options, const BookOpener& open_book = {});

}  // namespace sumi::protocol
