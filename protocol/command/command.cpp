// SPDX-License-Identifier: MIT
#include "engine/base/suggestion.h"
#include "engine/base/text.h"
#include "protocol/command/command.h"
#include "protocol/command/command_tree.h"
#include "protocol/report/folded.h"
#include "protocol/report/language.h"

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

std::string folded_examples(std::string_view examples) {
  constexpr int kHang = 6;
  constexpr char kHeld = '\x1F';  // for a blank in quotes, where no line may end
  std::string text;
  while (!examples.empty()) {
    std::string line(take_until(examples, '\n'));
    char quote = '\0';
    for (char& c : line) {
      if (quote != '\0' ? c == quote : c == '\'' || c == '"') quote = quote != '\0' ? '\0' : c;
      if (quote != '\0' && c == ' ') c = kHeld;
    }
    text += folded(line, kHang, " \\") + '\n';
  }
  std::ranges::replace(text, kHeld, ' ');
  return text;
}

namespace {

std::string help_text(const Command& command, const po::options_description& options) {
  std::ostringstream listed;
  listed << options;
  constexpr int kUsageHang = 4;
  std::string usage = fmt::format("Usage: {} {}{}{}", command.program, command.name,
                                  command.arguments.empty() ? "" : " ", command.arguments);
  if (usage.find('\n') == usage.npos) usage = folded(usage, kUsageHang);
  const std::string title =
      folded(fmt::format("{} {}: {}", command.program, command.name, command.summary), kUsageHang);
  return fmt::format("{}\n\n{}\n\n{}{}\n{}\nExamples:\n{}", title, usage, command.before_details,
                     reflowed(command.details), listed.str(), folded_examples(command.examples));
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

/// Boost's own words, and the option that was perhaps meant.
std::string unknown_option_text(const po::unknown_option& error,
                                const po::options_description& options) {
  std::vector<std::string_view> names;
  for (const auto& option : options.options()) names.push_back(option->long_name());
  std::string typed = error.get_option_name();
  typed.erase(0, std::min(typed.find_first_not_of('-'), typed.size()));
  return error.what() + suggestion(typed, names, "--");
}

/// `--lang ja` anywhere among the arguments: errors of the others are told in it, too.
void prefer_given_language(const Args& args) {
  constexpr std::string_view kOption = "--lang", kJoined = "--lang=";
  for (std::size_t i = 0; i < args.size(); ++i) {
    const bool apart = args[i] == kOption && i + 1 < args.size();
    if (!apart && !args[i].starts_with(kJoined)) continue;
    const auto language = parse_language(apart ? args[i + 1] : args[i].substr(kJoined.size()));
    if (language) prefer_language(*language);
  }
}

}  // namespace

static Options rows_of(const po::options_description& description) {
  Options rows;
  for (const auto& option : description.options()) {
    const std::string shortest =
        option->canonical_display_name(po::command_line_style::allow_dash_for_short);
    const bool letter = shortest.size() == 2 && shortest[0] == '-';
    OptionValue value;
    if (option->semantic()->max_tokens() > 0) value.name = option->semantic()->name();
    constexpr std::string_view kStandard = " (=";
    if (const std::size_t at = value.name.find(kStandard); at != std::string::npos) {
      value.standard = value.name.substr(at + kStandard.size());
      value.standard.pop_back();
      value.name.resize(at);
    }
    rows += {{option->long_name() + (letter ? "," + shortest.substr(1) : ""), value,
              option->description()}};
  }
  return rows;
}

std::optional<CommandLine> parse(const Command& command, po::options_description options,
                                 const Args& args, Output& out) {
  options.add_options()("lang", po::value<std::string>()->value_name("en|ja"),
                        "language of text for people; the locale's if not given")("help,h",
                                                                                  "show this help");
  if (hand_over(rows_of(options))) return std::nullopt;
  CommandLine line;
  po::options_description all;
  all.add(options).add_options()("words", po::value(&line.words));
  po::positional_options_description positions;
  positions.add("words", -1);
  constexpr int kStyle =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    po::store(po::command_line_parser(args)
                  .options(all)
                  .positional(positions)
                  .style(kStyle)
                  .extra_style_parser(take_board)
                  .run(),
              line.values);
  } catch (const po::unknown_option& e) {
    throw UsageError(unknown_option_text(e, options));
  }
  if (line.values.count("help") != 0) {
    out.write(help_text(command, options));
    return std::nullopt;
  }
  if (line.has("lang")) {
    const auto language = parse_language(text_value(line, "lang"));
    if (!language) throw UsageError("--" + language.error().message);
    prefer_language(*language);
  }
  po::notify(line.values);
  return line;
}

std::optional<CommandLine> parse(const Command& command, const Options& options, const Args& args,
                                 Output& out) {
  Options all = options;
  all += {{"lang", {.name = "en|ja"}, "language of text for people; the locale's if not given"},
          {"help,h", {}, "show this help"}};
  if (hand_over(all)) return std::nullopt;
  std::vector<po::options_description> parts{po::options_description("Options")};
  for (const Option& row : options.rows) {
    const OptionValue& value = row.value;
    if (!row.title.empty()) parts.emplace_back(row.title);
    po::options_description& description = parts.back();
    if (value.name.empty()) {
      description.add_options()(row.names.c_str(), row.description().c_str());
    } else if (value.repeats) {
      description.add_options()(
          row.names.c_str(),
          po::value<std::vector<std::string>>()->composing()->value_name(value.name),
          row.description().c_str());
    } else {
      auto* const one = po::value<std::string>()->value_name(
          value.standard.empty() ? value.name
                                 : fmt::format("{} (={})", value.name, value.standard));
      description.add_options()(row.names.c_str(), one, row.description().c_str());
    }
  }
  po::options_description description = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) description.add(parts[i]);
  auto line = parse(command, description, args, out);
  if (!line) return line;
  const auto read = [](const Option& row, const std::string& text) {
    if (!row.value.read) return;
    const auto set = row.value.read(text);
    if (set) return;
    const std::string& message = set.error().message;
    const std::string about = row.name() + ": ";
    throw UsageError("--" + (message.starts_with(about) ? message : about + message));
  };
  for (const Option& row : options.rows) {
    if (!line->has(row.name())) continue;
    const auto& value = line->values[row.name()];
    if (row.value.repeats) {
      for (const std::string& each : value.as<std::vector<std::string>>()) read(row, each);
    } else {
      read(row, row.value.name.empty() ? "" : value.as<std::string>());
    }
  }
  return line;
}

int run_command(const Command& command, const Args& args, Output& out) {
  prefer_given_language(args);
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
  tell_error(fmt::format("{} (see `{} {} --help`)", message, command.program, command.name));
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
