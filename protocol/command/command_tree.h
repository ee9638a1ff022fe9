// SPDX-License-Identifier: MIT
/// All commands of a program, those of commands that are programs themselves among them.
#pragma once

#include "protocol/command/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct CommandNode {
  std::string path;        ///< "sumi book add"
  const Command* command;  ///< Null: the program itself.
  const Program* program;  ///< The command of several commands that this is, or that it is one of.

  bool has_commands() const { return !command || command->inner; }
  std::string_view summary() const { return command ? command->summary : program->summary; }
};

/// The program first, then its commands as help lists them, each followed by those within it.
std::vector<CommandNode> command_tree(const Program& program);

}  // namespace sumi::protocol
