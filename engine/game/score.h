// SPDX-License-Identifier: MIT
/// The two score units of the engine, kept apart by type.
///
/// Mixing them up is the classic Othello bug (a midgame estimate stored where an exact result is
/// expected), so neither converts to the other without a named function.
#pragma once

#include "engine/game/board.h"

#include <compare>

namespace sumi {

/// A finished game: own discs minus opponent discs, empties to the winner.
/// Even, -64..+64 (-36..+36, -16..+16 on small boards), from the side to move.
struct DiscDiff {
  int discs = 0;
  friend constexpr auto operator<=>(const DiscDiff&, const DiscDiff&) = default;
};

/// The score of a finished game for the side to move of `b`; empties go to the winner.
SUMI_INLINE constexpr DiscDiff final_score(const Board& b, int size = 8) {
  const int diff = std::popcount(b.own) - std::popcount(b.opp);
  const int bonus = empties(b, size);
  return {diff > 0 ? diff + bonus : diff < 0 ? diff - bonus : 0};
}

/// A search value in units of 1/128 disc, from the side to move. -64..+64 discs fit in 16 bits
/// with room for infinity.
struct Value {
  int units = 0;
  static constexpr int kPerDisc = 128;
  friend constexpr auto operator<=>(const Value&, const Value&) = default;
  SUMI_INLINE constexpr Value operator-() const { return {-units}; }
};

inline constexpr Value kInfinity{65 * Value::kPerDisc};

/// Bounds of what an evaluator may say: only a finished game is worth 64 discs.
inline constexpr Value kMaxEstimate{64 * Value::kPerDisc - 1};

SUMI_INLINE constexpr Value to_value(DiscDiff d) { return {d.discs * Value::kPerDisc}; }

/// The value in discs, for people and protocols.
SUMI_INLINE constexpr double to_discs(Value v) {
  return static_cast<double>(v.units) / Value::kPerDisc;
}

/// The nearest even disc difference, halves away from zero: what a game can end on.
SUMI_INLINE constexpr DiscDiff to_disc_diff(Value v) {
  constexpr int kStep = 2 * Value::kPerDisc;
  const int half = v.units >= 0 ? kStep / 2 : -kStep / 2;
  return {(v.units + half) / kStep * 2};
}

}  // namespace sumi
