// SPDX-License-Identifier: MIT
/// The whole game of 4x4, and one of its endgames, which learners finish at once.
#pragma once

#include "engine/game/rules.h"
#include "engine/game/state_graph.h"

namespace sumi::test {

inline const StateGraph& whole_game() {
  static const Position start = start_position(4);
  static const StateGraph graph({&start, 1});
  return graph;
}

/// After four moves, each to the first legal square: eight empties.
inline const StateGraph& late_game() {
  static const Position start = [] {
    Position now = start_position(4);
    for (int move = 0; move < 4; ++move) {
      if (fast_rules::legal_moves(now.board, 4) == 0) now = now.passed();
      const Square first = first_square(fast_rules::legal_moves(now.board, 4));
      now = {fast_rules::play(now.board, first), !now.to_move, 4};
    }
    return now;
  }();
  static const StateGraph graph({&start, 1});
  return graph;
}

}  // namespace sumi::test
