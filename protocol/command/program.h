// SPDX-License-Identifier: MIT
/// A program whose first word selects a command, which may have subcommands.
#pragma once

#include "protocol/command/command.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct ListedCommand {
  // NOLINTNEXTLINE(google-explicit-constructor): most rows are a command only
  constexpr ListedCommand(const Command* row_command, std::string_view row_title = {})
      : command(row_command), title(row_title) {}

  std::string_view name() const { return command->name; }

  const Command* command;
  std::string_view title;  ///< Begins a group in help; empty: continues it.
};

struct Program {
  std::string_view name;                    ///< "sumi"
  std::string_view title;                   ///< "Sumi"
  std::string_view summary;                 ///< "an Othello engine"
  std::span<const ListedCommand> commands;  ///< In the order of help.
  /// For help: what the program does without a command; empty: nothing.
  std::string_view no_command{};
  std::string_view examples;  ///< At most kHelpColumns.
  /// Receives options given without a command; null: they are errors.
  const Command* without_command = nullptr;
};

const Command* find_command(const Program& program, std::string_view name);

std::string overview(const Program& program);

/// The topic of `PROGRAM help json`: the fields of each command's JSON.
inline constexpr std::string_view kJsonTopic = "json";
/// Rules for the JSON of every command.
extern const std::string_view kJsonIntroduction;

/// Runs `PROGRAM help [--man] [COMMAND...|json]`: prints help or manual pages; with --list, the
/// names of all commands.
int run_help(const Program& program, const Command& self, const Args& args, Output& out);

template <const Program& kProgram>
constexpr Command help_command(std::string_view program, std::string_view details,
                               std::string_view examples) {
  return {.name = "help",
          .arguments = "[COMMAND|json] [--man] [--list]",
          .summary = "explain a command, or list them all",
          .details = details,
          .examples = examples,
          .run = [](const Command& self, const Args& args,
                    Output& out) { return run_help(kProgram, self, args, out); },
          .program = program};
}

int run_completion(const Program& program, const Command& self, const Args& args, Output& out);

template <const Program& kProgram>
constexpr Command completion_command(std::string_view program, std::string_view examples) {
  return {
      .name = "completion",
      .arguments = "bash|zsh",
      .summary = "print a completion script for a shell",
      .details = R"(bash: source the script in ~/.bashrc, or save it under the program's name in a
folder that bash-completion searches. zsh: save it as _PROGRAM in a folder of
fpath before compinit runs, or source it after that.
)",
      .examples = examples,
      .run = [](const Command& self, const Args& args,
                Output& out) { return run_completion(kProgram, self, args, out); },
      .program = program};
}

/// Runs the command that the first word names, --help or --version, after an optional --lang.
int run_words(const Program& program, Args words, Output& out);

/// The `run` of a command with subcommands: run_words() of its inner program.
int run_inner(const Command& self, const Args& args, Output& out);

struct Build;

/// The body of main(). Returns 0 (done), 1 (failed), 2 (bad usage) or 128 + signal.
int run_program(const Program& program, const Build& build, int argc, char** argv);

// The tree of commands, for manual pages and completion.

struct CommandNode {
  std::string path;        ///< "sumi book add"
  const Command* command;  ///< Null for the program itself.
  const Program* program;  ///< The program that this node is, or belongs to.

  bool has_commands() const { return !command || command->inner; }
  std::string_view summary() const { return command ? command->summary : program->summary; }
};

/// The program, then its commands in the order of help, each followed by its subcommands.
std::vector<CommandNode> command_tree(const Program& program);

/// A command's options and the general ones; none with subcommands. Their bound fields no longer
/// exist. One thread at a time.
Options options_of(const Command& command);

/// Options that a program accepts before a command.
Options general_options();

/// For parse(): passes `options` to a running options_of(). Returns whether one is running.
bool hand_over(const Options& options);

}  // namespace sumi::protocol
