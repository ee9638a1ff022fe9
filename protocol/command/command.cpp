// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/command.h"

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

std::string help_text(const Command& command, const po::options_description& options) {
  std::ostringstream listed;
  listed << options;
  return fmt::format("{0} {1}: {2}\n\nUsage: {0} {1}{3}{4}\n\n{5}\n{6}\nExamples:\n{7}",
                     command.program, command.name, command.summary,
                     command.arguments.empty() ? "" : " ", command.arguments, command.details,
                     listed.str(), command.examples);
}

/// Boards often begin with an empty square, which is written as a dash.
bool holds_board(std::string_view word) {
  constexpr std::string_view kSquares = "-.XxOo0*@";
  constexpr int kSmallBoard = 16, kHalfABoard = 32;
  const auto is_square = [&](char c) { return kSquares.find(c) != kSquares.npos; };
  const auto squares = std::ranges::count_if(word, is_square);
  const bool only_board =
      std::ranges::all_of(word, [&](char c) { return is_square(c) || c == ' '; });
  return word.find('=') == word.npos && squares >= (only_board ? kSmallBoard : kHalfABoard);
}

std::vector<po::option> take_board(std::vector<std::string>& args) {
  if (!args[0].starts_with('-') || !holds_board(args[0])) return {};
  po::option word;
  word.value.push_back(args[0]);
  word.original_tokens.push_back(args[0]);
  args.erase(args.begin());
  return {word};
}

}  // namespace

std::optional<CommandLine> parse(const Command& command, po::options_description options,
                                 const Args& args, Output& out) {
  options.add_options()("help,h", "show this help");
  CommandLine line;
  po::options_description all;
  all.add(options).add_options()("words", po::value(&line.words));
  po::positional_options_description positions;
  positions.add("words", -1);
  constexpr int kStyle =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::store(po::command_line_parser(args)
                .options(all)
                .positional(positions)
                .style(kStyle)
                .extra_style_parser(take_board)
                .run(),
            line.values);
  if (line.values.count("help") != 0) {
    out.write(help_text(command, options));
    return std::nullopt;
  }
  po::notify(line.values);
  return line;
}

int run_command(const Command& command, const Args& args, Output& out) {
  std::string message;
  try {
    const int status = command.run(command, args, out);
    out.flush();
    return status;
  } catch (const po::error& e) {
    message = e.what();
  } catch (const UsageError& e) {
    message = e.what();
  }
  fmt::print(stderr, "{0} {1}: {2} (see `{0} {1} --help`)\n", command.program, command.name,
             message);
  return kBadUsage;
}

void forbid_words(const CommandLine& line) {
  if (line.words.empty()) return;
  throw UsageError(fmt::format("unexpected argument {}", sumi::quoted(line.words[0])));
}

std::string text_value(const CommandLine& line, const std::string& option,
                       const std::string& standard) {
  return line.has(option) ? line.values[option].as<std::string>() : standard;
}

int int_value(const CommandLine& line, const std::string& option, int min, int max) {
  const std::string text = text_value(line, option);
  const std::optional<int> n = parse_int(text);
  if (!n || *n < min || *n > max) {
    throw UsageError(
        fmt::format("--{}: {} is not in {}..{}", option, sumi::quoted(text), min, max));
  }
  return *n;
}

Millis seconds_value(const CommandLine& line, const std::string& option, int max) {
  const std::string text = text_value(line, option);
  const double seconds = parse_real(text).value_or(0);
  const auto millis = Millis(seconds > 0 && seconds <= max ? std::lround(seconds * 1000) : 0);
  if (millis < Millis(1)) {
    throw UsageError(fmt::format("--{}: {} is not a number of seconds in 0.001..{}", option,
                                 sumi::quoted(text), max));
  }
  return millis;
}

EngineOptions engine_options_of(const CommandLine& line, OptionNames names) {
  const auto options = read_engine_options(line.values, names);
  if (!options) throw UsageError("--" + options.error().message);
  return *options;
}

}  // namespace sumi::protocol
