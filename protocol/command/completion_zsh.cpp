// SPDX-License-Identifier: MIT
/// The script for zsh describes commands and options by their help texts. It is a function to be
/// found by compinit as well as a script to be sourced. Options that several commands have in the
/// same words stand in it once, as variables.
#include "protocol/command/completion.h"
#include "protocol/text/utf8.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace sumi::protocol {
namespace {

using Texts = std::vector<std::string>;

constexpr int kDescriptionColumns = 60;

/// One word to the shell, whatever is in it.
std::string in_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != special.npos) out += '\\';
    out += c;
  }
  return out;
}

/// As much of a help text as fits beside its option.
std::string description_of(std::string_view help) {
  if (display_width(help) <= kDescriptionColumns) return std::string(help);
  const std::string_view most = fitting(help, kDescriptionColumns);
  const std::string_view whole_words = most.substr(0, most.rfind(' '));
  return std::string(whole_words.substr(0, whole_words.find_last_not_of(" ,;:(") + 1)) + " ...";
}

/// What _arguments does in a place.
std::string zsh_action(const Offer& offer) {
  const std::string words = fmt::format("{}", fmt::join(offer.words, " "));
  if (offer.folders) return "_files -/";
  if (!offer.files) return offer.words.empty() ? " " : fmt::format("({})", words);
  if (offer.words.empty()) return "_files";
  return fmt::format(" _alternative \"words:word:({})\" \"files:file:_files\"", words);
}

/// What _arguments is to know of an option: one text, or two if it has a letter.
Texts specs_of(const OfferedOption& offered) {
  const CommandOption& option = offered.option;
  const bool flag = option.value.empty();
  const std::string rest = fmt::format(
      "[{}]{}", escaped(description_of(option.help), "[]\\"),
      flag ? "" : fmt::format(":{}:{}", escaped(option.value, ":\\"), zsh_action(offered.value)));
  const std::string once = option.repeats ? "*"
                           : option.letter.empty()
                               ? ""
                               : fmt::format("(-{} --{})", option.letter, option.name);
  Texts specs{fmt::format("{}--{}{}{}", once, option.name, flag ? "" : "=", rest)};
  if (!option.letter.empty()) {
    specs.push_back(fmt::format("{}-{}{}{}", once, option.letter, flag ? "" : "+", rest));
  }
  return specs;
}

/// Variables for the texts that occur more than once.
class Shared {
 public:
  explicit Shared(const std::vector<OfferedCommand>& commands) {
    std::map<std::string, int> uses;
    for (const OfferedCommand& command : commands) {
      for (const OfferedOption& option : command.options) {
        for (const std::string& text : specs_of(option)) ++uses[text];
      }
    }
    for (const auto& [text, count] : uses) {
      if (count > 1) names_.emplace(text, fmt::format("o{}", names_.size() + 1));
    }
  }

  std::string definitions() const {
    std::string lines;
    for (const auto& [text, name] : names_) {
      lines += fmt::format("  local {}={}\n", name, in_quotes(text));
    }
    return lines;
  }

  std::string use(const std::string& text) const {
    const auto found = names_.find(text);
    return found != names_.end() ? '$' + found->second : in_quotes(text);
  }

 private:
  std::map<std::string, std::string> names_;
};

std::string zsh_branch(const OfferedCommand& command, const Shared& shared) {
  Texts specs, described;
  for (const OfferedOption& option : command.options) {
    for (const std::string& text : specs_of(option)) specs.push_back(shared.use(text));
  }
  if (command.node.has_commands()) {
    specs.push_back("'1: :->command'");
    for (const Command* inner : command.node.program->commands) {
      described.push_back(in_quotes(fmt::format("{}:{}", inner->name, inner->summary)));
    }
  } else if (!command.arguments.nothing()) {
    specs.push_back(in_quotes("*:argument:" + zsh_action(command.arguments)));
  }
  std::string text = fmt::format("    ({})\n      specs=({})\n", in_quotes(command.node.path),
                                 fmt::join(specs, "\n        "));
  if (!described.empty()) {
    text += fmt::format("      commands=({})\n", fmt::join(described, "\n        "));
  }
  return text + "      ;;\n";
}

}  // namespace

std::string zsh_completion(const Program& program) {
  const std::vector<OfferedCommand> commands = offers_of(program);
  const Shared shared(commands);
  Texts paths;
  std::string branches;
  for (const OfferedCommand& command : commands) {
    if (command.node.command) paths.push_back(in_quotes(command.node.path));
    branches += zsh_branch(command, shared);
  }
  constexpr std::string_view kZshScript =
      R"(#compdef {0}
# Completion of {0} {1} for zsh, made by `{0} completion zsh`.
_{0}() {{
  local curcontext=$curcontext state line command={0}
  local -a specs commands
  local -i i last=1
{2}  for ((i = 2; i < CURRENT; ++i)); do
    case "$command $words[i]" in
      ({3})
        command+=" $words[i]" last=i ;;
    esac
  done
  shift $((last - 1)) words
  ((CURRENT -= last - 1))
  case $command in
{4}  esac
  _arguments -C -s $specs && return
  [[ $state != command ]] || _describe command commands
}}
if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)";
  return fmt::format(kZshScript, program.name, kVersion, shared.definitions(),
                     fmt::join(paths, "|\\\n       "), branches);
}

}  // namespace sumi::protocol
