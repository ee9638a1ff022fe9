// SPDX-License-Identifier: MIT
/// All commands of a program, those of commands that are programs themselves among them, and their
/// options: what help shows, for manual pages and completion.
#pragma once

#include "protocol/command/command.h"
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

/// All of them, --help as the last one; their fields are gone. A command of several commands has
/// none. One thread at a time.
Options options_of(const Command& command);

/// Those that a program knows itself, before a command.
Options general_options();

/// For parse(): hands these to options_of() if that is asking; returns whether it is.
bool hand_over(const Options& options);

}  // namespace sumi::protocol
