// SPDX-License-Identifier: MIT
/// --black and --keep-going: how commands read games and positions.
#pragma once

#include "engine/formats/game_file.h"
#include "protocol/command/command.h"

#include <boost/program_options/options_description.hpp>

namespace sumi::protocol {

void add_text_options(boost::program_options::options_description& options);

/// Throws UsageError for a sign that is none.
TextOptions text_options(const CommandLine& line, int size);

}  // namespace sumi::protocol
