// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/program.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// The page (section 1) of `node`, one of command_tree(), in roff.
std::string man_page(const std::vector<CommandNode>& tree, const CommandNode& node);

/// The page of the fields of JSON, with a section per command.
std::string json_man_page(const std::vector<CommandNode>& tree);

}  // namespace sumi::protocol
