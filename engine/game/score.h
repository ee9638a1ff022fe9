// SPDX-License-Identifier: MIT
/// The engine's two units of score. Only named functions convert between them: mixing estimates
/// with exact results is a classic bug.
#pragma once

#include "engine/game/board.h"

#include <compare>

namespace sumi {

/// Final score for the side to move: own minus opponent discs, with empties for the winner. Even,
/// -64..64 (less on small boards).
struct DiscDiff {
  int discs = 0;
  friend constexpr auto operator<=>(const DiscDiff&, const DiscDiff&) = default;
};

SUMI_INLINE constexpr DiscDiff final_score(const Board& b, int size = 8) {
  const int diff = std::popcount(b.own) - std::popcount(b.opp);
  const int bonus = empties(b, size);
  return {diff > 0 ? diff + bonus : diff < 0 ? diff - bonus : 0};
}

/// A search value for the side to move, in 1/128 disc. 16 bits hold -64..64 discs and infinity.
struct Value {
  int units = 0;
  static constexpr int kPerDisc = 128;
  friend constexpr auto operator<=>(const Value&, const Value&) = default;
  SUMI_INLINE constexpr Value operator-() const { return {-units}; }
};

inline constexpr Value kInfinity{65 * Value::kPerDisc};

/// Of an evaluator; 64 discs are reserved for finished games.
inline constexpr Value kMaxEstimate{64 * Value::kPerDisc - 1};

SUMI_INLINE constexpr Value to_value(DiscDiff d) { return {d.discs * Value::kPerDisc}; }

SUMI_INLINE constexpr double to_discs(Value v) {
  return static_cast<double>(v.units) / Value::kPerDisc;
}

/// The nearest even disc difference, halves away from zero.
SUMI_INLINE constexpr DiscDiff to_disc_diff(Value v) {
  constexpr int kStep = 2 * Value::kPerDisc;
  const int half = v.units >= 0 ? kStep / 2 : -kStep / 2;
  return {(v.units + half) / kStep * 2};
}

}  // namespace sumi
