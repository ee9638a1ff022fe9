// SPDX-License-Identifier: MIT
/// What a subcommand of a program is, and its command line taken apart: for `sumi` and the tools.
#pragma once

#include "engine/base/time.h"
#include "engine/options.h"
#include "protocol/command/option_adapter.h"
#include "protocol/command/options.h"
#include "protocol/report/output.h"

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

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
  std::string_view details;    ///< More that a user needs to know; whole lines.
  std::string_view examples;   ///< Whole lines.
  int (*run)(const Command& self, const Args& args, Output& out);
  std::string_view program = "sumi";
  const Program* inner = nullptr;     ///< The command is a program of several commands: this one.
  std::string_view before_details{};  ///< Help that several commands share.
};

/// Runs a command: usage errors are told on standard error and give status 2.
int run_command(const Command& command, const Args& args, Output& out);

/// A command line taken apart.
struct CommandLine {
  boost::program_options::variables_map values;
  std::vector<std::string> words;  ///< The arguments that are no options, in order.

  bool has(const std::string& option) const { return values.count(option) != 0; }
};

/// Parses `args`, or prints the command's help (and then returns nothing) if they ask for it.
/// Throws UsageError. Words that begin with a dash but hold a board are words. Every command takes
/// `--help` and `--lang`; that language is the default_language() from then on.
std::optional<CommandLine> parse(const Command& command,
                                 boost::program_options::options_description options,
                                 const Args& args, Output& out);

/// The same for a table: reads the options given, in its order, into their fields. Throws
/// UsageError that says which option has which wrong value.
std::optional<CommandLine> parse(const Command& command, const Options& options, const Args& args,
                                 Output& out);

/// Lines of examples, the long ones continued as a shell understands it.
std::string folded_examples(std::string_view examples);

/// For commands that take options only: throws UsageError if there are other words.
void forbid_words(const CommandLine& line);

/// A text option; `standard` if it was not given and has no default.
std::string text_value(const CommandLine& line, const std::string& option,
                       const std::string& standard = {});

/// An int option within its range; throws UsageError. Requires: it was given or has a default.
int int_value(const CommandLine& line, const std::string& option, int min, int max);

/// A number of seconds above 0 and up to `max`, with or without decimals; throws UsageError.
/// Requires: it was given.
Millis seconds_value(const CommandLine& line, const std::string& option, int max);

/// read_engine_options(), throwing UsageError.
EngineOptions engine_options_of(const CommandLine& line, OptionNames names = {});

}  // namespace sumi::protocol
