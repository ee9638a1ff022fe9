// SPDX-License-Identifier: MIT
#include "protocol/command/command_tree.h"

#include <string_view>

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

/// Where hand_over() puts the options; null: nobody asks.
Options* asked = nullptr;

}  // namespace

std::vector<CommandNode> command_tree(const Program& program) {
  std::vector<CommandNode> nodes{{std::string(program.name), nullptr, &program}};
  add_commands(nodes, program);
  return nodes;
}

/// A command makes its list of options when it is run, and parse() is the first to see it. So we
/// run it with --help and have parse() give the list to us instead of printing it.
Options options_of(const Command& command) {
  Options options;
  if (command.inner) return options;
  asked = &options;
  Output out;
  command.run(command, {"--help"}, out);
  asked = nullptr;
  return options;
}

Options general_options() {
  return {{"lang", {.name = "en|ja"}, "language of text for people, of any command"},
          {"help,h", {}, "list the commands"},
          {"version,V", {}, "tell the version"}};
}

bool hand_over(const Options& options) {
  if (asked) *asked = options;
  return asked != nullptr;
}

}  // namespace sumi::protocol
