// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/opening_book.h"
#include "protocol/command/command_tree.h"
#include "protocol/command/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// The candidates for one word of a command line. Nothing of all: a number or a text that no shell
/// can know.
struct Offer {
  std::vector<std::pair<std::string, std::string>> words{};  ///< With what they mean.
  bool files = false, folders = false;

  void add(std::string_view word, std::string_view help = "") { words.emplace_back(word, help); }
};

/// Adds the words of "black|white|both"; none if any of them is no word, but what is to be put
/// there.
void add_alternatives(std::string_view text, Offer& offer) {
  const auto is_letter_of_word = [](char c) { return is_digit(c) || c == '-' || c == to_lower(c); };
  if (text.find('|') == text.npos || !std::ranges::all_of(text, is_letter_of_word)) return;
  while (!text.empty()) offer.add(take_until(text, '|'));
}

Offer offer_of(const OptionValue& value) {
  Offer offer;
  for (const std::string& word : value.words) offer.add(word);
  if (offer.words.empty()) add_alternatives(value.name, offer);
  if (offer.words.empty() && value.name == "BOOL") add_alternatives("true|false", offer);
  offer.files = value.files || value.name == "FILE" || value.name == "WEIGHTS";
  offer.folders = value.name == "FOLDER";
  return offer;
}

/// "FILE", or one of the words of "MOVES|FILE".
bool may_be_file(std::string_view word) {
  constexpr std::string_view kFiles[] = {"BOOK", "FILE", "FOLDER",  "GAME", "GAMES",
                                         "IN",   "LIST", "NETWORK", "NEW",  "OUT"};
  while (!word.empty()) {
    if (std::ranges::count(kFiles, take_until(word, '|')) > 0) return true;
  }
  return false;
}

/// Words and files that are no options: commands, or what the synopsis says.
Offer arguments_of(const CommandNode& node) {
  Offer offer;
  if (node.has_commands() || node.command->name == "help") {
    for (const Command* command : node.program->commands)
      offer.add(command->name, command->summary);
    return offer;
  }
  // Brackets and dots are for people, and so are bars between options.
  std::string synopsis(node.command->arguments);
  for (std::size_t at = 0; (at = synopsis.find("|--", at)) != synopsis.npos;) synopsis[at] = ' ';
  bool first = true, after_option = false;
  for (std::string_view word : split_words(synopsis)) {
    word.remove_prefix(std::min(word.find_first_not_of("[|"), word.size()));
    word = word.substr(0, word.find_last_not_of("].") + 1);
    const bool is_option = word.starts_with('-');
    if (word.empty() || std::exchange(after_option, is_option) || is_option) continue;
    if (std::exchange(first, false)) add_alternatives(word, offer);
    offer.files = offer.files || may_be_file(word);
  }
  // An example reads the shipped book: then it may be named.
  const bool has_book =
      node.command->examples.find(node.path + " default") != std::string_view::npos;
  if (has_book) offer.add(kShippedBook);
  return offer;
}

/// The options that may follow a command, or take its place: those of the program, and
/// of what it does without one.
Options options_at(const CommandNode& node) {
  if (!node.has_commands()) return options_of(*node.command);
  Options options = general_options();
  if (!node.program->without_command) return options;
  for (Option& option : options_of(*node.program->without_command).rows) {
    if (std::ranges::count(options.rows, option.name(), &Option::name) == 0) {
      options.rows.push_back(std::move(option));
    }
  }
  return options;
}

/// The option that a word begins; null if there is none.
const Option* option_named(const Options& options, std::string_view word) {
  const auto found = std::ranges::find_if(options.rows, [&](const Option& option) {
    return word == "--" + option.name() || (word.size() == 2 && word == "-" + option.letter());
  });
  return found != options.rows.end() ? &*found : nullptr;
}

/// The words with `--name=value` taken apart, which bash has done already: it makes three words.
Args taken_apart(const Args& words) {
  Args parts;
  for (const std::string& word : words) {
    const std::size_t equal = word.starts_with("--") ? word.find('=') : word.npos;
    parts.push_back(word == "=" ? "" : word.substr(0, equal));
    if (equal != word.npos) parts.push_back(word.substr(equal + 1));
  }
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
    if (parts[i].empty()) parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return parts;
}

/// In place of {0} the name of the program, of {1} that of the function.
std::string script_for(const Program& program, std::string_view script) {
  std::string function = fmt::format("_{}", program.name);
  std::ranges::replace(function, '-', '_');
  return fmt::format(fmt::runtime(script), program.name, function);
}

}  // namespace

std::string complete(const Program& program, const Args& words) {
  const std::vector<CommandNode> tree = command_tree(program);
  const CommandNode* node = &tree.front();
  Options options = options_at(*node);
  const Option* waiting = nullptr;  // an option whose value comes next
  const Args parts = taken_apart(words);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (std::exchange(waiting, nullptr)) continue;
    if (const Option* const option = option_named(options, parts[i])) {
      if (!option->value.name.empty()) waiting = option;
    } else if (node->has_commands()) {
      const auto inner = std::ranges::find(tree, node->path + ' ' + parts[i], &CommandNode::path);
      if (inner == tree.end()) continue;
      node = &*inner;
      options = options_at(*node);
    }
  }
  const std::string current = parts.empty() ? "" : parts.back();
  Offer offer;
  if (waiting) {
    offer = offer_of(waiting->value);
  } else if (current.starts_with('-')) {
    for (const Option& option : options.rows) offer.add("--" + option.name(), option.description());
  } else {
    offer = arguments_of(*node);
  }
  std::string text = offer.folders ? "folders\n" : offer.files ? "files\n" : "none\n";
  for (const auto& [word, help] : offer.words) {
    if (word.starts_with(current)) text += fmt::format("{}\t{}\n", word, help);
  }
  return text;
}

std::string bash_completion(const Program& program) {
  // Without words of ours bash completes names of files, which it does best; where that would be
  // wrong, compopt turns that off.
  return script_for(program, R"(# Completion of {0} for bash, made by `{0} completion bash`.
{1}() {{
  local current=${{COMP_WORDS[COMP_CWORD]#=}} names=
  COMPREPLY=()
  {{
    read -r names
    mapfile -t COMPREPLY
  }} < <("${{1/#\~/$HOME}}" complete "${{COMP_WORDS[@]:1:COMP_CWORD}}" 2>/dev/null)
  COMPREPLY=("${{COMPREPLY[@]%%$'\t'*}}")
  case $names in
    none) compopt +o default +o bashdefault ;;
    folders) compopt +o default +o bashdefault -o dirnames ;;
    files)
      if ((${{#COMPREPLY[@]}})); then
        compopt -o filenames
        mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- "$current")
      fi ;;
  esac
}}
complete -o bashdefault -o default -F {1} {0}
)");
}

std::string zsh_completion(const Program& program) {
  return script_for(program, R"(#compdef {0}
# Completion of {0} for zsh, made by `{0} completion zsh`.
_{0}() {{
  local -a found
  found=("${{(@f)$("${{(Q)words[1]}}" complete "${{(@Q)words[2,CURRENT]}}" 2>/dev/null)}}")
  local names=$found[1]
  shift found
  found=("${{(@)found//:/\\:}}")
  found=("${{(@)found/$'\t'/:}}")
  compset -P '--*='
  ((!$#found)) || _describe word found
  case $names in
    files) _files ;;
    folders) _files -/ ;;
  esac
}}
if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)");
}

}  // namespace sumi::protocol
