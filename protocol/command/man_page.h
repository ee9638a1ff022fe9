// SPDX-License-Identifier: MIT
/// Generates manual pages from the tables of commands and options.
#pragma once

#include "protocol/command/program.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// Returns the page (section 1) of `node`, one of command_tree(), in roff.
std::string man_page(const std::vector<CommandNode>& tree, const CommandNode& node);

/// The page of the fields of JSON, a section for each command.
std::string json_man_page(const std::vector<CommandNode>& tree);

}  // namespace sumi::protocol
