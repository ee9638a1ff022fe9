// SPDX-License-Identifier: MIT
/// The player of Shirakami and Sato (S6): the first 11 moves of the game at random, then a search
/// of 5 plies whose leaf is a sum of table values and 50 times the number of moves, own minus
/// opponent's both; the last 15 empties perfectly. 8x8. That moves count for both sides, and that
/// the leaf decides which table holds, are readings of ours: the paper does not say.
#pragma once

#include "engine/player.h"

#include <array>
#include <atomic>
#include <memory>

namespace sumi {

/// The paper's letters a..i: a1, b1, c1, d1, b2, c2, d2, c3, d3 and what is symmetric; d4 is 0.
using S6Values = std::array<int, 9>;

inline constexpr int kMaxS6Value = 1000;  ///< Either sign.
inline constexpr S6Values kS6General{100, -40, -20, 5, -80, -1, -1, 5, 1};

struct S6Tables {
  S6Values general = kS6General;
  /// Replaces `general` at leaves where move 33 was made and two or more corners hold discs of one
  /// colour.
  S6Values conditional = kS6General;
  friend bool operator==(const S6Tables&, const S6Tables&) = default;
};

/// Requires: values in -kMaxS6Value..kMaxS6Value.
std::unique_ptr<MovePlayer> make_s6_player(const S6Tables& tables);

/// An S6 player plays perfectly from this number of empties on.
inline constexpr int kS6PerfectEmpties = 15;

/// How games of two S6 players end: one solution instead of one for each of the last moves.
/// May be used from any thread.
class S6End {
 public:
  S6End();
  ~S6End();

  /// Black's minus White's discs on the board when the game is over. Requires: 8x8; the game is
  /// over, or at most kS6PerfectEmpties are left and the side to move has a move. After `stop` the
  /// result means nothing.
  int discs(const Position& position, const std::atomic<bool>& stop) const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
