// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/command/options.h"
#include "protocol/report/output.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sumi::protocol {

enum ExitStatus : int { kDone = 0, kFailed = 1, kBadUsage = 2, kInterrupted = 130 };

/// The command line is invalid. run_command() prints one line and returns kBadUsage.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The value of `result`; throws UsageError with its error's message after `before`.
template <class T>
T or_usage_error(Result<T> result, std::string_view before = "") {
  if (!result) throw UsageError(std::string(before) + result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

using Args = std::vector<std::string>;

/// Some terminals wrap a line that fills column 80.
inline constexpr int kHelpColumns = 79;

struct Program;

/// A subcommand with its help. run() receives the words after the name; may throw UsageError or
/// FatalError.
struct Command {
  std::string_view name;
  std::string_view arguments;   ///< "[POSITION] --depth N"
  std::string_view summary;     ///< A verb phrase, for the list in `sumi --help`.
  std::string_view details{};   ///< What it does; lines of kHelpColumns.
  std::string_view examples{};  ///< Lines of kHelpColumns.
  int (*run)(const Command& self, const Args& args, Output& out);
  std::string_view program = "sumi";
  const Program* inner = nullptr;  ///< The command's subcommands, or null.
  std::string_view shared_details{};
  std::string_view json{};  ///< Fields of its JSON, for `sumi help json` (program.h).
};

/// The help between usage and options.
std::string description_of(const Command& command);

/// Prints usage errors on standard error and returns kBadUsage for them.
int run_command(const Command& command, const Args& args, Output& out);

struct CommandLine {
  /// The given options by name, each with its values; flags have empty values.
  std::map<std::string, std::vector<std::string>, std::less<>> given;
  std::vector<std::string> words;

  bool has(std::string_view option) const { return given.contains(option); }
};

/// Parses `args` and sets the options' fields, in the order of the table. Returns std::nullopt
/// after printing help. Words that start with a dash but look like a board are not options. Adds
/// `--help` and `--lang`, which sets default_language(). Throws UsageError.
std::optional<CommandLine> parse(const Command& command, const Options& options, const Args& args,
                                 Output& out);

/// Sets an option as the command line would. Throws UsageError. Requires: the table has the option.
void give(CommandLine& line, const Options& options, std::string_view name,
          const std::string& text);

/// Prints the error and returns `status`.
int end_with(ExitStatus status, std::string_view message);

/// Throws UsageError unless all arguments are options.
void forbid_words(const CommandLine& line);

/// parse() and forbid_words(). Returns false after printing help.
bool parse_options(const Command& command, const Options& options, const Args& args, Output& out);

}  // namespace sumi::protocol
