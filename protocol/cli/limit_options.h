// SPDX-License-Identifier: MIT
/// How long to think about a position, as commands say it: --level, --time or --depth.
#pragma once

#include "engine/limits.h"
#include "protocol/command/command.h"

#include <string>

namespace sumi::protocol {

/// Adds these three options. `standard`: what applies without them, "2 if nothing else limits the
/// search".
void add_limit_options(boost::program_options::options_description& options,
                       const std::string& standard);

/// The limits that these options set; `standard` if none is given. Throws UsageError, also if there
/// are several.
SearchLimits limits_of(const CommandLine& line, const SearchLimits& standard);

}  // namespace sumi::protocol
