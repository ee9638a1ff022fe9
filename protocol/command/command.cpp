// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/command.h"
#include "protocol/command/program.h"
#include "protocol/report/language.h"
#include "protocol/text/utf8.h"

#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {

namespace po = boost::program_options;

namespace {

/// As help shows them: "-d, --depth D".
std::string listed_options(const Options& options) {
  constexpr std::size_t kIndent = 2, kMaxColumn = 28;
  const auto names_of = [](const Option& row) {
    const std::string letter = row.letter();
    return fmt::format("{}--{}{}{}", letter.empty() ? "    " : "-" + letter + ", ", row.name(),
                       row.value.name.empty() ? "" : " ", row.value.name);
  };
  std::size_t column = 0;
  for (const Option& row : options.rows) {
    const std::size_t end = names_of(row).size() + 2 * kIndent;
    if (end <= kMaxColumn) column = std::max(column, end);
  }
  std::string list;
  for (const Option& row : options.rows) {
    if (!row.title.empty()) list += fmt::format("\n{}:\n", row.title);
    std::string names = fmt::format("{:<{}}{}", "", kIndent, names_of(row));
    if (names.size() + kIndent > column) {
      list += names + '\n';
      names.clear();
    }
    const std::string& standard = row.value.standard;
    list += folded(fmt::format("{:<{}}{}{}", names, column, row.description(),
                               standard.empty() ? "" : fmt::format(" (default: {})", standard)),
                   static_cast<int>(column), kHelpColumns) +
            '\n';
  }
  return list;
}

std::string help_text(const Command& command, const Options& options) {
  constexpr int kUsageHang = 4;
  std::string usage = fmt::format("Usage: {} {}{}{}", command.program, command.name,
                                  command.arguments.empty() ? "" : " ", command.arguments);
  if (usage.find('\n') == usage.npos) usage = folded(usage, kUsageHang, kHelpColumns);
  const std::string title =
      folded(fmt::format("{} {}: {}", command.program, command.name, command.summary), kUsageHang,
             kHelpColumns);
  return fmt::format("{}\n\n{}\n\n{}\nOptions:\n{}\nExamples:\n{}", title, usage,
                     description_of(command), listed_options(options), command.examples);
}

void add_option(po::options_description& description, const Option& row) {
  const char* const names = row.names.c_str();
  auto add = description.add_options();
  if (row.value.name.empty()) {
    add(names, "");
  } else if (row.value.repeats) {
    add(names, po::value<Args>()->composing(), "");
  } else {
    add(names, po::value<std::string>(), "");
  }
}

po::options_description description_of(const Options& options) {
  po::options_description all;
  for (const Option& row : options.rows) add_option(all, row);
  return all;
}

po::options_description former_names(const Options& options) {
  po::options_description former;
  for (Option row : options.rows) {
    if (row.former_name.empty()) continue;
    row.names = row.former_name;
    add_option(former, row);
  }
  return former;
}

/// Boards often begin with an empty square, written as a dash.
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

/// Boost's message, plus the closest option name.
std::string unknown_option_text(const po::unknown_option& error,
                                const po::options_description& options) {
  std::vector<std::string_view> names;
  for (const auto& option : options.options()) names.push_back(option->long_name());
  std::string typed = error.get_option_name();
  typed.erase(0, std::min(typed.find_first_not_of('-'), typed.size()));
  return error.what() + suggestion(typed, names, "--");
}

/// First, so that all errors are in that language.
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

std::string description_of(const Command& command) {
  std::string text(command.details);
  if (!command.shared_details.empty()) text += fmt::format("\n{}", command.shared_details);
  if (!command.json.empty()) {
    text += fmt::format("\nJSON fields: `{} help {}`\n", command.program, kJsonTopic);
  }
  return text;
}

void give(CommandLine& line, const Options& options, std::string_view name,
          const std::string& text) {
  const auto option = std::ranges::find(options.rows, name, &Option::name);
  line.given[option->name()].push_back(text);
  if (!option->value.read) return;
  const auto set = option->value.read(text);
  if (set) return;
  const std::string about = fmt::format("{}: ", name);
  const std::string& message = set.error().message;
  throw UsageError("--" + (message.starts_with(about) ? message : about + message));
}

std::optional<CommandLine> parse(const Command& command, const Options& options, const Args& args,
                                 Output& out) {
  std::optional<Language> language;
  // General options end the first group of the table.
  const Options general{{"lang", parsed(language, "en|ja", parse_language),
                         "language of messages (default: by the locale)"},
                        {"help,h", {}, "show this help"}};
  Options table = options;
  const auto more =
      std::ranges::find_if(table.rows, [](const Option& r) { return !r.title.empty(); });
  table.rows.insert(more, general.rows.begin(), general.rows.end());
  if (hand_over(table)) return std::nullopt;
  const po::options_description described = description_of(table);
  CommandLine line;
  po::options_description all;
  all.add(described).add(former_names(options)).add_options()("words", po::value(&line.words));
  po::positional_options_description positions;
  positions.add("words", -1);
  constexpr int kStyle =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::variables_map values;
  try {
    po::store(po::command_line_parser(args)
                  .options(all)
                  .positional(positions)
                  .style(kStyle)
                  .extra_style_parser(take_board)
                  .run(),
              values);
  } catch (const po::unknown_option& e) {
    throw UsageError(unknown_option_text(e, described));
  }
  if (values.count("help") != 0) {
    out.write(help_text(command, table));
    return std::nullopt;
  }
  po::notify(values);
  const auto take = [&](const Option& row, const std::string& name) {
    if (values.count(name) == 0) return;
    const po::variable_value& value = values[name];
    const Args texts = row.value.repeats ? value.as<Args>() : Args{value.as<std::string>()};
    for (const std::string& text : texts) give(line, table, row.name(), text);
  };
  take(general.rows.front(), general.rows.front().name());
  if (language) prefer_language(*language);
  for (const Option& row : options.rows) {
    const std::string name = row.name();
    if (!row.former_name.empty() && values.count(row.former_name) != 0) {
      print_error(fmt::format("--{} is now --{}", row.former_name, name));
      if (values.count(name) != 0 && !row.value.repeats) {
        throw UsageError(fmt::format("--{} and --{} are the same option", row.former_name, name));
      }
      take(row, row.former_name);
    }
    take(row, name);
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
  return end_with(kBadUsage,
                  fmt::format("{} (see `{} {} --help`)", message, command.program, command.name));
}

int end_with(ExitStatus status, std::string_view message) {
  print_error(message);
  return status;
}

void forbid_words(const CommandLine& line) {
  if (line.words.empty()) return;
  throw UsageError(fmt::format("unexpected argument {}", sumi::quoted(line.words[0])));
}

bool parse_options(const Command& command, const Options& options, const Args& args, Output& out) {
  const auto line = parse(command, options, args, out);
  if (line) forbid_words(*line);
  return line.has_value();
}

}  // namespace sumi::protocol
