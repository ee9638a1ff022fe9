// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/ponder.h"

namespace sumi {
namespace {

/// Nothing if the move is illegal.
std::optional<Board> after(const Board& b, Square move, int size) {
  if (move == Square::kPass) {
    if (rules::must_pass(b, size)) return b.passed();
    return std::nullopt;
  }
  const Bitboard flipped = rules::flips(b, move, size);
  if (flipped == 0) return std::nullopt;
  return b.played(move, flipped);
}

bool limited_by_time_alone(const SearchLimits& limits) {
  return (limits.clock || limits.move_time) && !limits.depth && !limits.nodes;
}

}  // namespace

std::optional<Board> ponder_board(const EngineOptions& options, const SearchLimits& limits,
                                  const Board& board, const SearchReport& found) {
  const bool by_time = limited_by_time_alone(limits) && options.strength == 0;
  if (!options.ponder || !by_time || found.line.empty()) return std::nullopt;
  std::optional<Board> expected = after(board, found.line[0], options.size);
  if (expected && found.line.size() > 1) {
    if (const auto guess = after(*expected, found.line[1], options.size)) expected = guess;
  }
  if (!expected || rules::game_over(*expected, options.size)) return std::nullopt;
  return expected;
}

}  // namespace sumi
