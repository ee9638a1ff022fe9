// SPDX-License-Identifier: MIT
/// The engine's option table as command-line options: every row is `--name`, with the table's
/// help, range and default.
#pragma once

#include "engine/opening_book.h"
#include "engine/options.h"
#include "protocol/command/options.h"

#include <span>
#include <string_view>

namespace sumi::protocol {

/// Names of rows; none: the whole table. A command may have an option of its own with the name of
/// a row that it does not offer, such as --depth.
using OptionNames = std::span<const std::string_view>;

/// These rows of the engine's table, bound to `options`, whose values are the defaults. Requires:
/// the names are in the table.
Options engine_rows(EngineOptions& options, OptionNames names = {});

/// Throws FatalError as an engine with these options does: for commands that make theirs when they
/// have begun files or waited for input, so that weights or a book that cannot be read are told
/// first. Takes as long as reading a file of weights.
void check_engine(EngineOptions options, const BookOpener& open_book = {});

}  // namespace sumi::protocol
