// SPDX-License-Identifier: MIT
/// The player of Shirakami and Sato (S6), on 8x8 (README.md). A leaf's value is a sum of square
/// values plus 50 times a number of moves. What the paper leaves open is in S6Reading.
#pragma once

#include "engine/player.h"

#include <array>
#include <atomic>
#include <memory>
#include <string_view>

namespace sumi {

/// For a1, b1, c1, d1, b2, c2, d2, c3, d3 (the paper's a..i) and their symmetric squares; d4 is 0.
using S6Values = std::array<int, 9>;

inline constexpr int kMaxS6Value = 1000;  ///< Absolute value.
inline constexpr S6Values kS6General{100, -40, -20, 5, -80, -1, -1, 5, 1};

/// Whose moves count at a leaf.
enum class S6Mobility {
  kDifference,  ///< Of the side to move minus the opponent's.
  kOwn,         ///< Of the side that searches, nearest to the paper's words.
  kToMove,      ///< Of the side to move at the leaf, in its favour.
};

struct S6Reading {
  S6Mobility mobility = S6Mobility::kDifference;
  bool at_root = false;  ///< The searched position selects the table, not the leaf.
  friend bool operator==(const S6Reading&, const S6Reading&) = default;
};

struct S6Tables {
  S6Values general = kS6General;
  /// Replaces `general` after move 33 if one colour has two or more corners.
  S6Values conditional = kS6General;
  S6Reading reading{};
  friend bool operator==(const S6Tables&, const S6Tables&) = default;
};

inline constexpr std::string_view kS6MobilityNames[] = {"difference", "own", "to-move"};

/// Requires: values in -kMaxS6Value..kMaxS6Value.
std::unique_ptr<MovePlayer> make_s6_player(const S6Tables& tables);

/// Empties from which S6 plays perfectly.
inline constexpr int kS6PerfectEmpties = 15;

/// Final scores of games between S6 players, from one solution instead of one per move.
/// Thread-safe.
class S6End {
 public:
  S6End();
  ~S6End();

  /// Black's minus White's discs at the end. Requires: 8x8; the game is over, or the side to move
  /// has a move and at most kS6PerfectEmpties are left. Meaningless after `stop`.
  int discs(const Position& position, const std::atomic<bool>& stop) const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
