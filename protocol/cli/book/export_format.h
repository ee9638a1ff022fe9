// SPDX-License-Identifier: MIT
/// What `sumi book export` writes and `import` reads.
#pragma once

#include "protocol/command/command.h"

#include <optional>
#include <string>

namespace sumi::protocol {

enum class BookFormat { kCompact, kEdax, kEgaroucid, kObf };

/// --format.
void add_format_option(boost::program_options::options_description& options,
                       const std::string& standard);

/// What --format says; nothing without it. Throws UsageError.
std::optional<BookFormat> format_option(const CommandLine& line);

}  // namespace sumi::protocol
