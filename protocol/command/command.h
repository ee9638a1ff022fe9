// SPDX-License-Identifier: MIT
/// What a subcommand of a program is, and its command line taken apart: for `sumi` and the tools.
#pragma once

#include "protocol/command/options.h"
#include "protocol/report/output.h"

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

enum ExitStatus : int { kDone = 0, kFailed = 1, kBadUsage = 2, kInterrupted = 130 };

/// The command line does not fit the command; run_command() turns it into one line and status 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Args = std::vector<std::string>;

struct Program;

/// A subcommand. The texts are its help; run() gets the words after the name and may throw
/// UsageError and FatalError.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< "[POSITION] --depth N"
  std::string_view summary;    ///< One line, for the list in `sumi --help`.
  std::string_view details;    ///< More that a user needs to know; lines of 80 columns.
  std::string_view examples;   ///< Lines of 80 columns.
  int (*run)(const Command& self, const Args& args, Output& out);
  std::string_view program = "sumi";
  const Program* inner = nullptr;     ///< The command is a program of several commands: this one.
  std::string_view before_details{};  ///< Help that several commands share.
};

/// Runs a command: usage errors are told on standard error and give status 2.
int run_command(const Command& command, const Args& args, Output& out);

/// A command line taken apart.
struct CommandLine {
  /// The options given, by name, each with the texts of its values; empty texts for flags.
  std::map<std::string, std::vector<std::string>, std::less<>> given;
  std::vector<std::string> words;  ///< The arguments that are no options, in order.

  bool has(std::string_view option) const { return given.contains(option); }
};

/// Parses `args`, or prints the command's help (and then returns nothing) if they ask for it.
/// Reads the options given, in the order of the table, into their fields. Throws UsageError. Words
/// that begin with a dash but hold a board are words. Every command takes `--help` and `--lang`;
/// that language is the default_language() from then on.
std::optional<CommandLine> parse(const Command& command, const Options& options, const Args& args,
                                 Output& out);

/// Sets an option of the table as if the command line gave it. Throws UsageError, which names the
/// option and its wrong value. Requires: the table has it.
void give(CommandLine& line, const Options& options, std::string_view name,
          const std::string& text);

/// For commands that take options only: throws UsageError if there are other words.
void forbid_words(const CommandLine& line);

}  // namespace sumi::protocol
