// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "engine/limits.h"
#include "protocol/text/cassio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sumi::protocol {
namespace {

constexpr std::size_t kSquares = 64;
constexpr int kMaxDiscs = 64;
constexpr int kMaxDepth = 60;

Result<Position> take_position(std::string_view& text) {
  const std::string_view whole = text;
  const std::string_view word = take_word(text);
  const std::string_view squares = word.substr(0, kSquares);
  const std::string_view side =
      word.size() == kSquares ? take_word(text) : word.substr(squares.size());
  if (side.size() == 1 && std::string_view("XOxo").find(side) != side.npos) {
    const auto position = parse_position(fmt::format("{} {}", squares, side));
    if (position && position->size == 8) return *position;
  }
  return syntax_error("position", whole, "64 squares (X O -) and the side to move (X or O)");
}

Result<double> parse_discs(std::string_view what, std::string_view text) {
  const std::optional<double> discs = parse_real(text);
  if (!discs) return syntax_error(what, text, "a number of discs (such as -64 or 2.5)");
  return std::clamp<double>(*discs, -kMaxDiscs, kMaxDiscs);
}

struct Window {
  Value low, high;
};

Result<Window> parse_window(std::string_view low_name, std::string_view low_text,
                            std::string_view high_name, std::string_view high_text) {
  const auto low = parse_discs(low_name, low_text), high = parse_discs(high_name, high_text);
  if (!low) return low.error();
  if (!high) return high.error();
  if (*low > *high) {
    return syntax_error(low_name, low_text, fmt::format("at most {}", sumi::quoted(high_text)));
  }
  Window window{{static_cast<int>(std::floor(*low * Value::kPerDisc))},
                {static_cast<int>(std::ceil(*high * Value::kPerDisc))}};
  if (*low <= -kMaxDiscs) window.low = -kInfinity;
  if (*high >= kMaxDiscs) window.high = kInfinity;
  return window;
}

Result<int> parse_depth(std::string_view text) {
  const std::optional<int> depth = parse_int(text);
  if (!depth || *depth < 0) return syntax_error("depth", text, "a number of plies (0 or more)");
  return std::clamp(*depth, 1, kMaxDepth);
}

Result<int> parse_precision(std::string_view text) {
  const std::optional<int> percent = parse_int(text);
  if (!percent || *percent < 0 || *percent > 100)
    return syntax_error("precision", text, "in 0..100");
  return cassio_selectivity(*percent);
}

/// POS ALPHA BETA [DEPTH] PREC, as a search to the end of the game or, with `uses_depth`, to DEPTH.
Result<CassioSearch> parse_search(std::string_view args, bool uses_depth) {
  const auto position = take_position(args);
  if (!position) return position.error();
  const std::vector<std::string_view> words = split_words(args);
  if (words.size() != 4 && (uses_depth || words.size() != 3)) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("after the position come ALPHA BETA {}PRECISION, not {} words",
                             uses_depth ? "DEPTH " : "", words.size())};
  }
  const auto window = parse_window("alpha", words[0], "beta", words[1]);
  if (!window) return window.error();
  const auto selectivity = parse_precision(words.back());
  if (!selectivity) return selectivity.error();
  const auto depth = uses_depth ? parse_depth(words[2]) : std::max(1, position->board.empties());
  if (!depth) return depth.error();
  CassioSearch search;
  search.position = *position;
  search.alpha = window->low;
  search.beta = std::max(window->high, Value{window->low.units + 1});
  search.depth = *depth;
  search.selectivity = *selectivity;
  search.solve = !uses_depth;
  return search;
}

/// Signed discs with two decimals; never "-0.00".
std::string discs_text(Value value) {
  const double cents = std::round(100 * std::clamp<double>(to_discs(value), -kMaxDiscs, kMaxDiscs));
  return fmt::format("{:+.2f}", cents == 0 ? 0.0 : cents / 100);
}

std::string move_text(Square square, Color color) {
  const std::string text = to_capitals(square);
  return color == Color::kBlack ? text : to_lower(text);
}

}  // namespace

Result<std::optional<CassioRequest>> parse_cassio_line(std::string_view line) {
  std::string_view rest = trim(line);
  if (rest.empty()) return std::optional<CassioRequest>();
  const std::string_view start = take_word(rest);
  if (!equal_ignoring_case(start, "ENGINE-PROTOCOL")) {
    return syntax_error("line", start, "ENGINE-PROTOCOL, with which a command begins");
  }
  if (rest.empty()) return Error{ErrorCode::kBadSyntax, "ENGINE-PROTOCOL without a command"};
  CassioRequest request;
  request.command = to_lower(take_word(rest));
  request.args = rest;
  return std::optional(std::move(request));
}

Result<CassioSearch> parse_cassio_midgame(std::string_view args) {
  return parse_search(args, true);
}

Result<CassioSearch> parse_cassio_endgame(std::string_view args) {
  return parse_search(args, false);
}

Result<CassioTableEntry> parse_cassio_table_entry(std::string_view args) {
  const auto position = take_position(args);
  if (!position) return position.error();
  const std::string_view lower = take_word(args), upper = take_word(args);
  const std::string_view depth_text = take_word(args), precision_text = take_word(args);
  if (precision_text.empty()) {
    return Error{ErrorCode::kBadSyntax, "after the position come LOWER UPPER DEPTH PRECISION PV"};
  }
  const auto window = parse_window("lower", lower, "upper", upper);
  if (!window) return window.error();
  const auto depth = parse_depth(depth_text), selectivity = parse_precision(precision_text);
  if (!depth) return depth.error();
  if (!selectivity) return selectivity.error();
  const auto game = parse_game(fmt::format("{} {}", to_text(*position), args));
  if (!game) return game.error();
  if (game->moves.size() > kMaxPly) {  // a line may contain any number of passes
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("a line of {} moves, at most {}", game->moves.size(), kMaxPly)};
  }
  CassioTableEntry known;
  known.position = *position;
  known.report.lower = window->low;
  known.report.upper = window->high;
  known.report.depth = *depth;
  known.report.selectivity = *selectivity;
  for (const Square move : game->moves) known.report.line.push_back(move);
  return known;
}

int cassio_selectivity(int percent) {
  for (const int selectivity : kSelectivities) {
    if (percent <= selectivity) return selectivity;
  }
  return 100;
}

std::string cassio_result_text(const Position& position, const SearchReport& report) {
  std::string board = to_text(position);
  board.erase(kSquares, 1);  // between the squares and the side to move
  std::string line;
  Color color = position.to_move;
  for (const Square square : report.line) {
    line += move_text(square, color);
    color = !color;
  }
  const char side = position.to_move == Color::kBlack ? 'B' : 'W';
  return fmt::format("{}, move {}, depth {}, @{}%, {}{} <= v <= {}{}, {}", board,
                     line.empty() ? "--" : line.substr(0, 2), report.depth, report.selectivity,
                     side, discs_text(report.lower), side, discs_text(report.upper), line);
}

std::string cassio_result(std::string_view result_text, std::uint64_t nodes, double seconds) {
  return fmt::format("{}, node {}, time {:.3f}", result_text, nodes, seconds);
}

}  // namespace sumi::protocol
