// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/signals.h"
#include "engine/base/suggestion.h"
#include "engine/base/text.h"
#include "protocol/command/command_tree.h"
#include "protocol/command/completion.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/man_page.h"
#include "protocol/command/program.h"
#include "protocol/report/folded.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace sumi::protocol {
namespace {

std::string no_such_command(const Program& program, std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command* command : program.commands) names.push_back(command->name);
  return fmt::format("no command named {}{}", sumi::quoted(word), suggestion(word, names));
}

int bad_usage(const Program& program, std::string_view message) {
  tell_error(fmt::format("{} (see `{} --help`)", message, program.name));
  return kBadUsage;
}

/// `--lang ja` or `--lang=ja` before the command is for every command; taken off `words`.
Result<void> take_language(Args& words) {
  constexpr std::string_view kOption = "--lang";
  while (!words.empty() && words[0].starts_with(kOption)) {
    std::string_view name = words[0];
    name.remove_prefix(kOption.size());
    const bool joined = name.starts_with('=');
    if (!joined && (!name.empty() || words.size() == 1)) return {};  // told as for any option
    const auto language = parse_language(joined ? name.substr(1) : words[1]);
    if (!language) return Error{language.error().code, "--" + language.error().message};
    prefer_language(*language);
    words.erase(words.begin(), words.begin() + (joined ? 1 : 2));
  }
  return {};
}

}  // namespace

const Command* find_command(const Program& program, std::string_view name) {
  const auto found = std::ranges::find(program.commands, name, &Command::name);
  return found != program.commands.end() ? *found : nullptr;
}

std::string overview(const Program& program) {
  const std::size_t width = program.name.size() + 17;
  const auto usage = [&](std::string_view arguments, std::string_view text) {
    const std::string line = fmt::format("{} {}", program.name, arguments);
    return folded(fmt::format("  {:<{}}  {}", arguments.empty() ? program.name : line, width, text),
                  static_cast<int>(width) + 4) +
           '\n';
  };
  std::string text =
      folded(fmt::format("{} {}, {}", program.title, kVersion, program.summary)) + "\n\nUsage:\n";
  if (!program.no_command.empty()) text += usage("", program.no_command);
  text += usage("COMMAND [ARGS]", "run a command") + usage("COMMAND --help", "explain a command") +
          "\nCommands:\n";
  std::size_t longest = 0;
  for (const Command* c : program.commands) longest = std::max(longest, c->name.size());
  for (const Command* c : program.commands) {
    text += folded(fmt::format("  {:<{}}  {}", c->name, longest, c->summary),
                   static_cast<int>(longest) + 4) +
            '\n';
  }
  return fmt::format("{}\nExamples:\n{}", text, program.examples);
}

int run_help(const Program& program, const Command& self, const Args& args, Output& out) {
  bool manual = false, list = false;
  const Options options{{"man", flag(manual), "the manual page instead, for `man -l -`"},
                        {"list", flag(list), "the names of all commands instead, one a line"}};
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  const std::vector<CommandNode> tree = command_tree(program);
  if (list) {
    for (const CommandNode& node : tree) {
      if (node.command) out.write(node.path.substr(program.name.size() + 1) + '\n');
    }
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
  if (shell == "bash") {
    out.write(bash_completion(program));
  } else if (shell == "zsh") {
    out.write(zsh_completion(program));
  } else {
    throw UsageError("need the name of a shell, bash or zsh");
  }
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

int run_program(const Program& program, const Build& build, int argc, char** argv) {
  ignore_write_signals();  // Output says what is wrong
  set_program_name(program.name);
  set_this_build(build);
  try {
    open_closed_streams();
    Output out;
    const Args words(argv + (argc > 0), argv + argc);
    if (!words.empty() && words[0] == "complete") {  // for scripts of shells, so no help lists it
      out.write(complete(program, Args(words.begin() + 1, words.end())));
      out.flush();
      return kDone;
    }
    const int status = run_words(program, words, out);
    // Commands need not ask which signal ended them early.
    return status == kInterrupted ? interrupt_status() : status;
  } catch (const OutputClosed&) {
    return interrupted() ? interrupt_status() : kFailed;
  } catch (const FatalError& e) {
    tell_error(e.what());
  } catch (const std::bad_alloc&) {
    tell_error("out of memory");
  } catch (const std::exception& e) {
    tell_error(e.what());
  }
  // Where its terminal has ended, a program cannot say how to go on, and need not.
  return interrupt_signal() == kSigHup ? interrupt_status() : kFailed;
}

}  // namespace sumi::protocol
