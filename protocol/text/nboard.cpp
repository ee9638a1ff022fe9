// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/text/nboard.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

bool is_known(Value value) { return -kInfinity < value && value < kInfinity; }

/// "F5d6C3"
std::string line_text(const Line& line, int size) {
  std::string moves;
  bool own = true;
  for (const Square s : line) {
    const std::string move = to_capitals(s, size);
    moves += own ? move : to_lower(move);
    own = !own;
  }
  return moves;
}

}  // namespace

NBoardRequest split_nboard_line(std::string_view line) {
  const std::string_view name = take_word(line);
  return {name, line};
}

Result<NBoardMove> parse_nboard_move(std::string_view text, int size) {
  const std::size_t first = std::min(text.find('/'), text.size());
  const std::size_t second = std::min(text.find('/', first + 1), text.size());
  const Result<Square> square = parse_square(trim(text.substr(0, first)), size);
  if (!square) return square.error();
  NBoardMove move{*square, {}};
  if (first < text.size())
    move.note.discs = parse_real(trim(text.substr(first + 1, second - first - 1)));
  if (second < text.size()) move.note.seconds = parse_real(trim(text.substr(second + 1)));
  return move;
}

std::string nboard_answer(const Candidate& found, double seconds, int size) {
  if (found.move() == Square::kPass) return "=== PA";
  const Value value = found.value();
  return fmt::format("=== {}/{}/{:.2f}", to_capitals(found.move(), size),
                     is_known(value) ? fmt::format("{:.2f}", to_discs(value)) : "", seconds);
}

std::string nboard_depth(const Basis& basis, int empties) {
  if (basis.exact) return "100%";
  if (basis.depth < empties) return std::to_string(basis.depth);
  return fmt::format("{}@{}%", basis.depth, basis.selectivity);
}

std::string nboard_search(const Candidate& candidate, std::string_view depth, int size) {
  return fmt::format("search {} {:.2f} 0 {}", line_text(candidate.line, size),
                     to_discs(candidate.value()), depth);
}

std::string nboard_book(const BookMove& move, const Line& line) {
  return fmt::format("book {} {:.2f} {} {}", line_text(line, 8), to_discs(move.value),
                     move.games.games(), move.exact ? "100%" : std::to_string(move.depth));
}

std::string nboard_analysis(std::size_t moves, Value value) {
  return fmt::format("analysis {} {:.2f}", moves, to_discs(value));
}

std::string nboard_node_stats(std::uint64_t nodes, double seconds) {
  return fmt::format("nodestats {} {:.3f}", nodes, seconds);
}

}  // namespace sumi::protocol
