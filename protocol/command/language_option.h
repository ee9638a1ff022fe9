// SPDX-License-Identifier: MIT
/// `--lang en|ja`, the same in every command that writes for people.
#pragma once

#include "protocol/command/command.h"
#include "protocol/report/language.h"

namespace sumi::protocol {

void add_language_option(boost::program_options::options_description& options);

/// The language asked for, else the locale's. Throws UsageError.
Language language_of(const CommandLine& line);

}  // namespace sumi::protocol
