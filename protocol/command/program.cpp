// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/opening_book.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/man_page.h"
#include "protocol/command/program.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

namespace sumi::protocol {
namespace {

/// Completion candidates for a word. Empty if the shell cannot know them (a number, text).
struct Offer {
  std::vector<std::pair<std::string, std::string>> words{};
  bool files = false, folders = false;

  void add(std::string_view word, std::string_view help = "") { words.emplace_back(word, help); }
};

/// Adds the words of "black|white|both", unless one is a placeholder.
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

/// Whether a command of the program, or one within, prints JSON.
bool prints_json(const Program& program) {
  return std::ranges::any_of(program.commands, [](const ListedCommand& row) {
    return !row.command->json.empty() || (row.command->inner && prints_json(*row.command->inner));
  });
}

/// For "FILE", and alternatives with it such as "MOVES|FILE".
bool may_be_file(std::string_view word) {
  constexpr std::string_view kFiles[] = {"BOOK", "FILE", "FOLDER",  "GAME", "GAMES",
                                         "IN",   "LIST", "NETWORK", "NEW",  "OUT"};
  while (!word.empty()) {
    if (std::ranges::count(kFiles, take_until(word, '|')) > 0) return true;
  }
  return false;
}

/// Candidates that are not options: commands, or the alternatives of the synopsis.
Offer arguments_of(const CommandNode& node) {
  Offer offer;
  if (node.has_commands() || node.command->name == "help") {
    for (const ListedCommand& row : node.program->commands)
      offer.add(row.name(), row.command->summary);
    if (!node.has_commands() && prints_json(*node.program)) {
      offer.add(kJsonTopic, "fields of JSON output");
    }
    return offer;
  }
  // Ignore brackets, dots, and bars between options.
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
  // Offer the shipped book if an example reads it.
  const bool has_book =
      node.command->examples.find(node.path + " default") != std::string_view::npos;
  if (has_book) offer.add(kShippedBook);
  return offer;
}

/// Options valid after a command; for a program, its own and its default command's.
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

const Option* option_named(const Options& options, std::string_view word) {
  const auto found = std::ranges::find_if(options.rows, [&](const Option& option) {
    return word == "--" + option.name() || (word.size() == 2 && word == "-" + option.letter());
  });
  return found != options.rows.end() ? &*found : nullptr;
}

/// Splits `--name=value`, which bash has already split into three words.
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

std::string script_for(const Program& program, std::string_view script) {
  std::string function = fmt::format("_{}", program.name);
  std::ranges::replace(function, '-', '_');
  return fmt::format(fmt::runtime(script), program.name, function);
}

/// The candidates for the last of `words` (may be empty), which follow the program's name. The
/// first line says what else fits: "none", "files" or "folders". Each other line is a word, a tab
/// and its meaning, which may be empty.
std::string complete(const Program& program, const Args& words) {
  const std::vector<CommandNode> tree = command_tree(program);
  const CommandNode* node = &tree.front();
  Options options = options_at(*node);
  const Option* waiting = nullptr;  // the option whose value comes next
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

// Completion scripts for script_for(); they run `PROGRAM complete WORD...`.

// Without our words bash completes file names; compopt turns that off where it is wrong.
constexpr std::string_view kBashScript =
    R"(# Completion of {0} for bash, made by `{0} completion bash`.
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
)";
constexpr std::string_view kZshScript = R"(#compdef {0}
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
)";

void add_commands(std::vector<CommandNode>& nodes, const Program& program) {
  for (const ListedCommand& row : program.commands) {
    const Program* const inner = row.command->inner;
    nodes.push_back(
        {fmt::format("{} {}", program.name, row.name()), row.command, inner ? inner : &program});
    if (inner) add_commands(nodes, *inner);
  }
}

/// The target of hand_over(); null outside options_of().
Options* asked = nullptr;

}  // namespace

std::vector<CommandNode> command_tree(const Program& program) {
  std::vector<CommandNode> nodes{{std::string(program.name), nullptr, &program}};
  add_commands(nodes, program);
  return nodes;
}

/// A command builds its options when it runs: run it with --help; parse() passes them to
/// hand_over().
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
  return {{"lang", {.name = "en|ja"}, "language of messages, for every command"},
          {"help,h", {}, "list the commands"},
          {"version,V", {}, "print the version"}};
}

bool hand_over(const Options& options) {
  if (asked) *asked = options;
  return asked != nullptr;
}

namespace {

std::string no_such_command(const Program& program, std::string_view word) {
  std::vector<std::string_view> names;
  for (const ListedCommand& row : program.commands) names.push_back(row.name());
  return fmt::format("no command named {}{}", sumi::quoted(word), suggestion(word, names));
}

int bad_usage(const Program& program, std::string_view message) {
  return end_with(kBadUsage, fmt::format("{} (see `{} --help`)", message, program.name));
}

/// Removes `--lang ja` or `--lang=ja` before the command from `words` and applies it.
Result<void> take_language(Args& words) {
  constexpr std::string_view kOption = "--lang";
  while (!words.empty() && words[0].starts_with(kOption)) {
    std::string_view name = words[0];
    name.remove_prefix(kOption.size());
    const bool joined = name.starts_with('=');
    if (!joined && (!name.empty() || words.size() == 1)) return {};  // parse() reports it
    const auto language = parse_language(joined ? name.substr(1) : words[1]);
    if (!language) return Error{language.error().code, "--" + language.error().message};
    prefer_language(*language);
    words.erase(words.begin(), words.begin() + (joined ? 1 : 2));
  }
  return {};
}

}  // namespace

const Command* find_command(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.commands, name, &ListedCommand::name);
  return found != program.commands.end() ? found->command : nullptr;
}

std::string overview(const Program& program) {
  const std::size_t width = program.name.size() + 17;
  const auto usage = [&](std::string_view arguments, std::string_view text) {
    const std::string line = fmt::format("{} {}", program.name, arguments);
    return folded(fmt::format("  {:<{}}  {}", arguments.empty() ? program.name : line, width, text),
                  static_cast<int>(width) + 4, kHelpColumns) +
           '\n';
  };
  std::string text =
      folded(fmt::format("{} {}, {}", program.title, kVersion, program.summary), 0, kHelpColumns) +
      "\n\nUsage:\n";
  if (!program.no_command.empty()) text += usage("", program.no_command);
  text += usage("COMMAND [ARGS]", "run a command") + usage("COMMAND --help", "explain a command");
  std::size_t longest = 0;
  for (const ListedCommand& row : program.commands) longest = std::max(longest, row.name().size());
  std::string_view title = "Commands";
  for (const ListedCommand& row : program.commands) {
    if (!row.title.empty()) title = row.title;
    if (!title.empty()) text += fmt::format("\n{}:\n", std::exchange(title, {}));
    text += folded(fmt::format("  {:<{}}  {}", row.name(), longest, row.command->summary),
                   static_cast<int>(longest) + 4, kHelpColumns) +
            '\n';
  }
  return fmt::format("{}\nExamples:\n{}", text, program.examples);
}

const std::string_view kJsonIntroduction =
    R"(Output is UTF-8: one JSON object, or one per line. Later versions keep these
fields and may add others: ignore those that you do not know.

A line below is the path of a field, its type and its meaning. [] is each
element of an array; fields of one object may share a line (moves.wins, draws,
losses). Fields that are unknown are null.

Scores and losses are in discs. A score is for the side to move unless another
is named, and an integer if it is exact (played out to the end, empty squares
to the winner). Depths are in plies. Selectivity is the confidence of pruning
in percent; 100: no pruning. Seconds are wall-clock time. A position is 64
squares (X Black, O White, - empty; 36 or 16 on small boards) and the side to
move. A move is a square such as f5, or pass; moves in one string are f5d6c3.
)";

namespace {

std::string json_help(const std::vector<CommandNode>& tree) {
  std::string text = fmt::format("{} {}: the fields of JSON output\n\n{}", tree.front().path,
                                 kJsonTopic, kJsonIntroduction);
  for (const CommandNode& node : tree) {
    if (!node.command || node.command->json.empty()) continue;
    text += fmt::format("\n{}\n{}", node.path, node.command->json);
  }
  return text;
}

}  // namespace

int run_help(const Program& program, const Command& self, const Args& args, Output& out) {
  bool manual = false, list = false;
  const Options options{{"man", flag(manual), "print the manual page, for `man -l -`"},
                        {"list", flag(list), "list the names of all commands, one per line"}};
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  const std::vector<CommandNode> tree = command_tree(program);
  if (list) {
    for (const CommandNode& node : tree) {
      if (node.command) out.write(node.path.substr(program.name.size() + 1) + '\n');
    }
    return kDone;
  }
  if (line->words == Args{std::string(kJsonTopic)} && prints_json(program)) {
    out.write(manual ? json_man_page(tree) : json_help(tree));
    return kDone;
  }
  const CommandNode* node = &tree.front();
  for (const std::string& word : line->words) {
    if (!node->has_commands()) throw UsageError("one command at a time");
    const auto found = std::ranges::find(tree, node->path + ' ' + word, &CommandNode::path);
    if (found == tree.end()) throw UsageError(no_such_command(*node->program, word));
    node = &*found;
  }
  if (manual) {
    out.write(man_page(tree, *node));
  } else if (!node->has_commands()) {
    return node->command->run(*node->command, {"--help"}, out);
  } else {
    out.write(overview(*node->program));
  }
  return kDone;
}

int run_completion(const Program& program, const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, {}, args, out);
  if (!line) return kDone;
  const std::string shell = line->words.size() == 1 ? line->words[0] : "";
  if (shell != "bash" && shell != "zsh") {
    throw UsageError("need the name of a shell, bash or zsh");
  }
  out.write(script_for(program, shell == "bash" ? kBashScript : kZshScript));
  return kDone;
}

int run_words(const Program& program, Args words, Output& out) {
  if (const auto taken = take_language(words); !taken) {
    return bad_usage(program, taken.error().message);
  }
  const Args rest(words.begin() + !words.empty(), words.end());
  const auto run = [&](std::string_view name) {
    return run_command(*find_command(program, name), rest, out);
  };
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) return run("help");
  if (!words.empty() && (words[0] == "--version" || words[0] == "-v" || words[0] == "-V")) {
    if (find_command(program, "version")) return run("version");
    const std::string_view commit = this_build().commit;
    out.write(fmt::format("{} {}{}\n", program.name, kVersion,
                          commit.empty() ? "" : fmt::format(" ({})", commit)));
    out.flush();
    return kDone;
  }
  if (words.empty() || words[0].starts_with('-')) {
    if (program.without_command) return run_command(*program.without_command, words, out);
    if (words.empty()) {
      fmt::print(stderr, "{}", overview(program));
      return kBadUsage;
    }
  }
  if (const Command* const command = find_command(program, words[0])) {
    return run_command(*command, rest, out);
  }
  return bad_usage(program, no_such_command(program, words[0]));
}

int run_inner(const Command& self, const Args& args, Output& out) {
  return run_words(*self.inner, args, out);
}

int run_program(const Program& program, const Build& build, int argc, char** argv) {
  ignore_write_signals();  // Output reports write errors
  set_program_name(program.name);
  set_this_build(build);
  try {
    open_closed_streams();
    Output out;
    const Args words = program_words(argc, argv);
    if (!words.empty() && words[0] == "complete") {  // for completion scripts; not in help
      out.write(complete(program, Args(words.begin() + 1, words.end())));
      out.flush();
      return kDone;
    }
    const int status = run_words(program, words, out);
    // Lets commands return kInterrupted for any signal.
    return status == kInterrupted ? interrupt_status() : status;
  } catch (const OutputClosed&) {
    return interrupted() ? interrupt_status() : kFailed;
  } catch (const FatalError& e) {
    print_error(e.what());
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
  } catch (const std::exception& e) {
    print_error(e.what());
  }
  // After SIGHUP there is no terminal to print the error on.
  return interrupt_signal() == kSigHup ? interrupt_status() : kFailed;
}

}  // namespace sumi::protocol
