// SPDX-License-Identifier: MIT
#include "protocol/command/command_tree.h"

namespace sumi::protocol {
namespace {

void add_commands(std::vector<CommandNode>& nodes, const Program& program) {
  for (const Command* command : program.commands) {
    const Program* const inner = command->inner;
    std::string path(program.name);
    path += ' ';
    path += command->name;
    nodes.push_back({std::move(path), command, inner ? inner : &program});
    if (inner) add_commands(nodes, *inner);
  }
}

}  // namespace

std::vector<CommandNode> command_tree(const Program& program) {
  std::vector<CommandNode> nodes{{std::string(program.name), nullptr, &program}};
  add_commands(nodes, program);
  return nodes;
}

}  // namespace sumi::protocol
