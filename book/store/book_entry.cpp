// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "engine/game/fast_rules.h"
#include "engine/game/notation.h"
#include "engine/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace sumi::book {
namespace {

/// Says what is wrong with a score or a leaf's value; empty if nothing is.
std::string fault_of_search(const char* what, Value value, int depth, int selectivity,
                            int empties) {
  if (value < -to_value({64}) || value > to_value({64})) {
    return fmt::format("its {}'s value {:.2f} is none that a game can have", what, to_discs(value));
  }
  if (depth < 0 || depth > empties) {
    return fmt::format("its {} is of {} plies, where there are {}", what, depth, empties);
  }
  if (std::ranges::find(kSelectivities, selectivity) == std::end(kSelectivities)) {
    return fmt::format("its {} has a selectivity of {}", what, selectivity);
  }
  return {};
}

std::string fault_of(const Board& board, const Leaf& leaf) {
  if (leaf.state != Leaf::State::kMove) return {};
  if (leaf.move == Square::kPass || (fast_rules::legal_moves(board) & bit(leaf.move)) == 0) {
    return fmt::format("its leaf {} is no legal move", to_text(leaf.move));
  }
  constexpr int kStep = 2 * Value::kPerDisc;  // an even number of squares is shared out
  if (leaf.exact && leaf.value.units % kStep != 0) {
    return fmt::format("its leaf's value {:.2f} is none that a game can have at its end",
                       to_discs(leaf.value));
  }
  return fault_of_search("leaf", leaf.value, leaf.depth, leaf.selectivity, board.empties());
}

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  return a + std::min(b, std::numeric_limits<std::uint32_t>::max() - a);
}

}  // namespace

bool is_book_position(const Board& board) {
  constexpr Bitboard kMiddle = kStartBoard.own | kStartBoard.opp;
  return (board.own & board.opp) == 0 && (board.empty() & kMiddle) == 0 &&
         fast_rules::legal_moves(board) != 0;
}

std::string fault_of(const Board& board, const BookEntry& entry) {
  if (std::string fault = fault_of(board, entry.leaf); !fault.empty()) return fault;
  if (entry.level < -1 || entry.level > kMaxBookLevel) {
    return fmt::format("its level is {}", entry.level);
  }
  return fault_of_search("score", entry.score.value_or(Value{}), entry.depth, entry.selectivity,
                         board.empties());
}

GameCounts sum(const GameCounts& a, const GameCounts& b) {
  return {sum(a.wins, b.wins), sum(a.draws, b.draws), sum(a.losses, b.losses)};
}

}  // namespace sumi::book
