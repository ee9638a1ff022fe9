// SPDX-License-Identifier: MIT
/// The one self-play loop of all learners and experiments: a game by two policies, told state by
/// state; and a number to draw.
#pragma once

#include "engine/base/random.h"
#include "engine/game/fast_rules.h"
#include "engine/game/position.h"
#include "engine/game/score.h"

#include <bit>
#include <utility>

namespace sumi::lab {

/// How a game ended.
struct GameEnd {
  Position position;                     ///< A position in which nobody can move.
  DiscDiff black;                        ///< The score for Black; empties count for the winner.
  int discs_black = 0, discs_white = 0;  ///< Discs on the board, as the papers count.
};

/// Ignores the states of a game.
struct NoHearer {
  void operator()(const Position&, Square) const {}
};

/// Plays from `start` to the end. `choose(position, legal)` returns a move of `legal`, which is not
/// empty. `hear(position, move)` is called for each state in which a move is made, before it is
/// made; a forced pass is no state, the next one has the same side to move again.
template <class Choose, class Hear = NoHearer>
GameEnd play_episode(const Position& start, Choose&& choose, Hear&& hear = {}) {
  Position now = start;
  while (true) {
    const Bitboard legal = fast_rules::legal_moves(now.board, now.size);
    if (legal == 0) {
      if (fast_rules::legal_moves(now.board.passed(), now.size) == 0) break;
      now = now.passed();
      continue;
    }
    const Square move = choose(std::as_const(now), legal);
    hear(std::as_const(now), move);
    now.board = now.board.played(move, fast_rules::flips(now.board, move));
    now.to_move = !now.to_move;
  }
  const DiscDiff score = final_score(now.board, now.size);
  return {now, now.to_move == Color::kBlack ? score : DiscDiff{-score.discs},
          std::popcount(now.discs(Color::kBlack)), std::popcount(now.discs(Color::kWhite))};
}

/// Uniform in 0..1, 1 excluded.
inline double uniform(SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

}  // namespace sumi::lab
