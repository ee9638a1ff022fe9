// SPDX-License-Identifier: MIT
/// Random boards, the same on every run, and a brute-force reference for the solver.
#pragma once

#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/score.h"

#include <algorithm>

namespace sumi::test {

/// Each disc is own with probability own_chance / 256, and the opponent's with opp_chance / 256.
inline Board random_fill(SplitMix64& random, int own_chance, int opp_chance) {
  Board b{0, 0};
  for (int s = 0; s < 64; ++s) {
    const int r = random.below(256);
    if (r < own_chance) {
      b.own |= Bitboard{1} << s;
    } else if (r < own_chance + opp_chance) {
      b.opp |= Bitboard{1} << s;
    }
  }
  return b;
}

using sumi::random_square;

/// The other squares are the mover's with probability own_chance / 256.
inline Board random_full(SplitMix64& random, int empties, int own_chance) {
  Board b = random_fill(random, own_chance, 256 - own_chance);
  while (b.empties() < empties) {
    const Bitboard s = bit(random_square(random, ~b.empty()));
    b = {b.own & ~s, b.opp & ~s};
  }
  return b;
}

/// A board of a random game with `empties` empty squares, or more if the game ends before.
inline Board random_game(SplitMix64& random, int empties) {
  Board b = kStartBoard;
  while (b.empties() > empties && !rules::game_over(b)) {
    const Bitboard moves = rules::legal_moves(b);
    if (moves == 0) {
      b = b.passed();
      continue;
    }
    const Square s = random_square(random, moves);
    b = b.played(s, rules::flips(b, s));
  }
  return b;
}

struct BruteForce {
  long passes = 0;  ///< Passes in the tree so far.

  /// The final score in discs, by full search without pruning.
  int solve(const Board& b) {
    const Bitboard moves = rules::legal_moves(b);
    if (moves == 0) {
      if (rules::game_over(b)) return final_score(b).discs;
      ++passes;
      return -solve(b.passed());
    }
    int best = -64;
    for (Bitboard left = moves; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      best = std::max(best, -solve(b.played(s, rules::flips(b, s))));
    }
    return best;
  }
};

/// `b` after a line, including passes. Requires: legal_line(b, line).
template <class Squares>
Board after(Board b, const Squares& line) {
  for (const Square s : line) {
    b = s == Square::kPass ? b.passed() : b.played(s, rules::flips(b, s));
  }
  return b;
}

template <class Squares>
bool legal_line(Board b, const Squares& line) {
  for (const Square s : line) {
    if (s == Square::kPass ? !rules::must_pass(b) : rules::flips(b, s) == 0) return false;
    b = s == Square::kPass ? b.passed() : b.played(s, rules::flips(b, s));
  }
  return true;
}

}  // namespace sumi::test
