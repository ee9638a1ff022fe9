// SPDX-License-Identifier: MIT
/// A program of several commands: the first word says which. A command may be such a program, too.
#pragma once

#include "protocol/command/command.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct Program {
  std::string_view name;                     ///< "sumi"
  std::string_view title;                    ///< "Sumi"
  std::string_view summary;                  ///< "an Othello engine"
  std::span<const Command* const> commands;  ///< In the order help shows them.
  std::string_view no_command;     ///< What the program does without one, for help; empty: nothing.
  std::string_view examples;       ///< Lines of 80 columns.
  const Command* without_command;  ///< Runs options without a command; null: they are refused.
};

/// The command of that name; null if there is none.
const Command* find_command(const Program& program, std::string_view name);

/// What `PROGRAM --help` prints.
std::string overview(const Program& program);

/// `PROGRAM help [--man] [COMMAND...]`: the texts of `PROGRAM --help` and `PROGRAM COMMAND --help`,
/// or manual pages; or with --list the names of all commands.
int run_help(const Program& program, const Command& self, const Args& args, Output& out);

/// The row of `help`, of which programs differ in texts only.
template <const Program& kProgram>
constexpr Command help_command(std::string_view program, std::string_view details,
                               std::string_view examples) {
  return {"help",
          "[COMMAND] [--man] [--list]",
          "explain a command, or list them all",
          details,
          examples,
          [](const Command& self, const Args& args, Output& out) {
            return run_help(kProgram, self, args, out);
          },
          program};
}

/// `PROGRAM completion bash|zsh`.
int run_completion(const Program& program, const Command& self, const Args& args, Output& out);

/// The row of `completion`.
template <const Program& kProgram>
constexpr Command completion_command(std::string_view program, std::string_view examples) {
  return {"completion",
          "bash|zsh",
          "completion of commands, options and files in a shell",
          R"(Prints a script. For bash: source it in ~/.bashrc, or keep it where the package
bash-completion looks, under the name of the program. For zsh: keep it as
_PROGRAM in a folder of fpath before compinit is called, or source it after
that.
)",
          examples,
          [](const Command& self, const Args& args, Output& out) {
            return run_completion(kProgram, self, args, out);
          },
          program};
}

/// Runs the command that the first word names on the others; --help and --version. Before them may
/// stand --lang, which is for all commands. For a command that is a program of its own: `run` calls
/// this.
int run_words(const Program& program, Args words, Output& out);

struct Build;

/// All of main(), of a program made from these sources. Exit status: 0 done, 1 failed, 2 bad usage,
/// 128 + the signal that ended it early.
int run_program(const Program& program, const Build& build, int argc, char** argv);

// All commands of a program, those of commands that are programs themselves among them, and their
// options: what help shows, for manual pages and completion.

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
