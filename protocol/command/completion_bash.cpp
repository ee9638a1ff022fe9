// SPDX-License-Identifier: MIT
/// The script for bash asks nothing but bash itself: it needs neither us nor the package
/// bash-completion, though it works with it. What it leaves empty is completed as names of files,
/// which bash does best; where that would be wrong it tells bash so.
#include "protocol/command/completion.h"
#include "protocol/report/folded.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kScriptColumns = 100;

/// The name of the function: sumi-match has _sumi_match.
std::string function_name(const Program& program) {
  std::string name = fmt::format("_{}", program.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

/// A branch of `case ... in`: patterns, on lines of some length, and what is done.
std::string branch(const std::vector<std::string>& patterns, std::string_view action) {
  std::string folded_patterns;
  std::size_t width = 0;
  for (const std::string& pattern : patterns) {
    const bool first = folded_patterns.empty();
    if (!first && width + pattern.size() + 4 > kScriptColumns) {
      folded_patterns += " |\\\n      ";
      width = 6;
    } else if (!first) {
      folded_patterns += " | ";
    }
    folded_patterns += pattern;
    width += pattern.size() + 3;
  }
  return fmt::format("    {})\n      {} ;;\n", folded_patterns, action);
}

/// A word list in quotes; none of the words holds one.
std::string word_list(const std::vector<std::string>& words) {
  return folded(fmt::format("'{}'", fmt::join(words, " ")), 8, "", kScriptColumns);
}

/// What the script is told of a place: its words, and by `names` whether names of files may stand
/// there (`files`; beside words: `too`), of folders, or none.
std::string action_of(const Offer& offer) {
  if (offer.nothing()) return "names=none";
  if (offer.folders) return "names=folders";
  if (offer.words.empty()) return "names=files";
  return fmt::format("words={} names={}", word_list(offer.words), offer.files ? "too" : "none");
}

/// The names of an option with a value, as patterns for "COMMAND --NAME", by what is done there.
/// Where all commands that have such an option do the same, one pattern stands for all.
std::map<std::string, std::vector<std::string>> value_patterns(
    const std::vector<OfferedCommand>& commands) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> by_option;
  for (const OfferedCommand& command : commands) {
    for (const auto& [option, value] : command.options) {
      const std::string action = option.value.empty() ? "" : action_of(value);
      by_option["--" + option.name][action].push_back(command.node.path);
      if (!option.letter.empty()) {
        by_option["-" + option.letter][action].push_back(command.node.path);
      }
    }
  }
  std::map<std::string, std::vector<std::string>> patterns;
  for (const auto& [option, actions] : by_option) {
    for (const auto& [action, paths] : actions) {
      if (action.empty()) continue;
      if (actions.size() == 1) {
        patterns[action].push_back(fmt::format("*' {}'", option));
        continue;
      }
      for (const std::string& path : paths) {
        patterns[action].push_back(fmt::format("'{} {}'", path, option));
      }
    }
  }
  return patterns;
}

std::string command_branch(const OfferedCommand& command) {
  std::vector<std::string> options;
  for (const auto& offered : command.options) options.push_back("--" + offered.option.name);
  Offer offer = command.arguments;
  if (command.node.has_commands()) {
    for (const Command* inner : command.node.program->commands) {
      offer.words.emplace_back(inner->name);
    }
  }
  return branch({fmt::format("'{}'", command.node.path)},
                fmt::format("{}\n      options={}", action_of(offer), word_list(options)));
}

}  // namespace

std::string bash_completion(const Program& program) {
  const std::vector<OfferedCommand> commands = offers_of(program);
  std::vector<std::string> paths;
  for (const OfferedCommand& command : commands) {
    if (command.node.command) paths.push_back(fmt::format("'{}'", command.node.path));
  }
  std::string values, branches;
  for (const auto& [action, patterns] : value_patterns(commands)) {
    values += branch(patterns, action);
  }
  for (const OfferedCommand& command : commands) branches += command_branch(command);
  constexpr std::string_view kScript =
      R"(# Completion of {0} {1} for bash, made by `{0} completion bash`.
{2}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command={0} names= words= options= i
  # Of --name=value bash makes three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = ]] && ((COMP_CWORD > 2)); then
    option=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${{COMP_WORDS[i]}}" in
{3}    esac
  done
  case "$command $option" in
{4}  esac
  if [[ ! $names ]]; then
    case $command in
{5}    esac
    [[ $current != -* ]] || words=$options names=none
  fi
  COMPREPLY=()
  case $names in
    none) compopt +o default +o bashdefault ;;
    folders) compopt +o default +o bashdefault -o dirnames ;;
    too)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
  COMPREPLY+=($(compgen -W "$words" -- "$current"))
}}
complete -o bashdefault -o default -F {2} {0}
)";
  return fmt::format(kScript, program.name, kVersion, function_name(program),
                     branch(paths, "command+=\" ${COMP_WORDS[i]}\""), values, branches);
}

}  // namespace sumi::protocol
