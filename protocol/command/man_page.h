// SPDX-License-Identifier: MIT
/// Manual pages, made from the tables of commands and their options, as help is.
#pragma once

#include "protocol/command/program.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// The page of `node`, one of command_tree(), as man reads it (section 1).
std::string man_page(const std::vector<CommandNode>& tree, const CommandNode& node);

}  // namespace sumi::protocol
