// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "engine/game/score.h"
#include "protocol/text/xboard.h"
#include "protocol/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace sumi::protocol {
namespace {

constexpr double kMaxSeconds = 86'400;

/// Options that have commands: memory, cores, hard/easy, variant.
constexpr std::array<std::string_view, 4> kCommanded{"hash-mib", "threads", "ponder", "size"};

std::optional<double> parse_amount(std::string_view text) {
  const std::optional<double> amount = parse_real(text);
  return amount && *amount >= 0 ? amount : std::nullopt;
}

/// At most a day, which is as good as no limit.
Millis millis(double seconds) { return Millis(std::lround(1000 * std::min(seconds, kMaxSeconds))); }

Result<Millis> parse_base(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto minutes = parse_amount(text.substr(0, colon));
  const auto seconds = colon < text.size() ? parse_amount(text.substr(colon + 1)) : 0.0;
  if (!minutes || !seconds) return syntax_error("level", text, "a time (such as 5 or 2:30)");
  return millis(60 * *minutes + *seconds);
}

/// Type, value and range of an option: "-spin 5 0 60".
std::string option_value(const EngineOptions& options, const OptionSpec& spec) {
  const std::string value = get_option(options, spec);
  if (std::holds_alternative<int EngineOptions::*>(spec.field)) {
    return fmt::format("-spin {} {} {}", value, spec.min, spec.max);
  }
  if (std::holds_alternative<bool EngineOptions::*>(spec.field)) {
    return fmt::format("-check {:d}", value == "true");
  }
  if (spec.choices.empty()) return fmt::format("-string {}", value);
  std::string text = "-combo ";
  for (const std::string_view choice : spec.choices) {
    if (choice != spec.choices.front()) text += " /// ";
    if (choice == value) text += '*';
    text += choice;
  }
  return text;
}

/// `feature="text"`. Replaces quotation marks, which cannot be escaped.
std::string text_feature(std::string_view feature, std::string text) {
  std::replace(text.begin(), text.end(), '"', '\'');
  return fmt::format("{}=\"{}\"", feature, text);
}

std::string option_feature(const EngineOptions& options, const OptionSpec& spec) {
  const std::string text = fmt::format("{} {}", spec.name, option_value(options, spec));
  return "feature " + text_feature("option", text);
}

}  // namespace

XBoardRequest parse_xboard_line(std::string_view line) {
  const std::string_view name = take_word(line);
  return {std::string(name), std::string(line)};
}

Result<Square> parse_xboard_move(std::string_view text) {
  const bool drop = text.size() == 4 && to_lower(text[0]) == 'p' && text[1] == '@';
  const auto square = parse_square(text.substr(drop ? 2 : 0));
  if (!square) return syntax_error("move", text, "P@a1..P@h8 or @@@@");
  return *square;
}

std::string xboard_move(Square square) {
  return square == Square::kPass ? "@@@@" : "P@" + to_text(square);
}

std::string xboard_fen(const Position& position) {
  const std::string fen = to_fen(position);
  std::string_view ranks = std::string_view(fen).substr(0, fen.find(' '));
  std::string text(take_until(ranks, '/'));
  while (!ranks.empty()) text = fmt::format("{}/{}", take_until(ranks, '/'), text);
  for (char& c : text) c = c == 'x' ? 'P' : c == 'o' ? 'p' : c;
  return text + (position.to_move == Color::kBlack ? " w - - 0 1" : " b - - 0 1");
}

Result<Position> parse_xboard_fen(std::string_view text) {
  auto position = parse_fen(text);
  if (!position) return position.error();
  if (position->size != 8) return syntax_error("FEN", text, "of 8 ranks");
  // parse_fen() uses chess colours.
  if (text.find_first_of("pP") != text.npos) position->to_move = !position->to_move;
  return position;
}

Result<XBoardLevel> parse_xboard_level(std::string_view args) {
  const std::string_view whole = args;
  const std::string_view moves_text = take_word(args), base_text = take_word(args);
  const auto moves = parse_int(moves_text);
  const auto increment = parse_amount(args);
  if (!moves || *moves < 0 || !increment) {
    return syntax_error("level", whole, "MOVES MINUTES[:SECONDS] INCREMENT");
  }
  const auto base = parse_base(base_text);
  if (!base) return base.error();
  return XBoardLevel{*moves, *base, millis(*increment)};
}

Result<Millis> parse_xboard_seconds(std::string_view text) {
  const auto seconds = parse_amount(text);
  if (!seconds) return syntax_error("time", text, "a number of seconds");
  return millis(*seconds);
}

std::vector<std::string> xboard_features(const EngineOptions& options) {
  std::vector<std::string> lines{
      "feature done=0",
      fmt::format("feature {} variants=\"reversi,alien\"",
                  text_feature("myname", fmt::format("{} {}", options.name, kVersion))),
      "feature ping=1 setboard=1 playother=1 usermove=1 time=1 analyze=1 memory=1 smp=1",
      "feature san=0 colors=0 draw=0 name=0 ics=0 nps=0 pause=0 sigint=0 sigterm=0 reuse=1 debug=1",
  };
  for (const OptionSpec& spec : engine_options()) {
    if (std::ranges::find(kCommanded, spec.name) == kCommanded.end()) {
      lines.push_back(option_feature(options, spec));
    }
  }
  lines.emplace_back("feature done=1");
  return lines;
}

Result<XBoardOption> parse_xboard_option(std::string_view args) {
  const std::size_t equals = args.find('=');
  if (equals == args.npos) return syntax_error("option", args, "NAME=VALUE");
  XBoardOption option{std::string(trim(args.substr(0, equals))),
                      std::string(trim(args.substr(equals + 1)))};
  const OptionSpec* const spec = find_option(option.name);
  if (spec && std::holds_alternative<bool EngineOptions::*>(spec->field)) {
    if (option.value == "0") option.value = "false";
    if (option.value == "1") option.value = "true";
  }
  return option;
}

std::string xboard_thinking(const SearchUpdate& update) {
  const double centidiscs = 100 * to_discs(update.value());
  std::string text = fmt::format("{} {} {} {}", update.depth, std::lround(centidiscs),
                                 std::lround(100 * update.seconds), update.nodes);
  for (const Square square : update.line) text += ' ' + xboard_move(square);
  return text;
}

std::string xboard_result(const Position& position) {
  const int score = final_score(position.board, position.size).discs;
  if (score == 0) return "1/2-1/2 {Draw 32-32}";
  const int winner = 32 + std::abs(score) / 2;
  const bool first_wins = (score > 0) == (position.to_move == Color::kBlack);
  return fmt::format("{} {{{} wins {}-{}}}", first_wins ? "1-0" : "0-1",
                     first_wins ? "White" : "Black", winner, 64 - winner);
}

}  // namespace sumi::protocol
