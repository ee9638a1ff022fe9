// SPDX-License-Identifier: MIT
#include "protocol/command/command_tree.h"

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/value_semantic.hpp>

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

namespace po = boost::program_options;

/// Where hand_over() puts the options; null: nobody asks.
std::vector<CommandOption>* asked = nullptr;

CommandOption list_entry(const po::option_description& option) {
  CommandOption entry;
  const std::string shortest =
      option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  if (shortest.size() == 2 && shortest[0] == '-') entry.letter = shortest.substr(1);
  entry.name = option.long_name();
  entry.help = option.description();
  if (option.semantic()->max_tokens() == 0) return entry;
  entry.value = option.semantic()->name();  // "N (=8)"
  using Several = po::typed_value<std::vector<std::string>>;
  entry.repeats = dynamic_cast<const Several*>(option.semantic().get()) != nullptr;
  constexpr std::string_view kStandard = " (=";
  if (const std::size_t at = entry.value.find(kStandard); at != std::string::npos) {
    entry.standard = entry.value.substr(at + kStandard.size());
    entry.standard.pop_back();
    entry.value.resize(at);
  }
  return entry;
}

}  // namespace

std::vector<CommandNode> command_tree(const Program& program) {
  std::vector<CommandNode> nodes{{std::string(program.name), nullptr, &program}};
  add_commands(nodes, program);
  return nodes;
}

/// A command makes its list of options when it is run, and parse() is the first to see it. So we
/// run it with --help and have parse() give the list to us instead of printing it.
std::vector<CommandOption> options_of(const Command& command) {
  std::vector<CommandOption> options;
  if (command.inner) return options;
  asked = &options;
  Output out;
  command.run(command, {"--help"}, out);
  asked = nullptr;
  return options;
}

std::vector<CommandOption> general_options() {
  return {
      {.name = "lang", .value = "en|ja", .help = "language of text for people, of any command"},
      {.letter = "h", .name = "help", .help = "list the commands"},
      {.letter = "V", .name = "version", .help = "tell the version"},
  };
}

bool hand_over(const po::options_description& options) {
  if (!asked) return false;
  for (const auto& option : options.options()) asked->push_back(list_entry(*option));
  return true;
}

}  // namespace sumi::protocol
