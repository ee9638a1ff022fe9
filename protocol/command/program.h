// SPDX-License-Identifier: MIT
/// A program of several commands: the first word says which. A command may be such a program, too.
#pragma once

#include "protocol/command/command.h"

#include <span>
#include <string>
#include <string_view>

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
inline constexpr std::string_view kHelpArguments = "[COMMAND] [--man] [--list]";

/// `PROGRAM completion bash|zsh`.
int run_completion(const Program& program, const Command& self, const Args& args, Output& out);
inline constexpr std::string_view kCompletionArguments = "bash|zsh";
inline constexpr std::string_view kCompletionSummary =
    "completion of commands, options and files in a shell";
inline constexpr std::string_view kCompletionDetails =
    R"(Prints a script. For bash: source it in ~/.bashrc, or keep it where the package
bash-completion looks, under the name of the program. For zsh: keep it as
_PROGRAM in a folder of fpath before compinit is called, or source it after
that.
)";

/// Runs the command that the first word names on the others; --help and --version. Before them may
/// stand --lang, which is for all commands. For a command that is a program of its own: `run` calls
/// this.
int run_words(const Program& program, Args words, Output& out);

struct Build;

/// All of main(), of a program made from these sources. Exit status: 0 done, 1 failed, 2 bad usage,
/// 128 + the signal that ended it early.
int run_program(const Program& program, const Build& build, int argc, char** argv);

}  // namespace sumi::protocol
