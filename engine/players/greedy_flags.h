// SPDX-License-Identifier: MIT
/// The flags that may stand behind an evaluator: "greedy:bpfscn:1:3:0+noise+last".
#pragma once

#include "engine/players/argument.h"
#include "engine/players/best_moves.h"

namespace sumi {

enum GreedyFlag : unsigned {
  kTieRandom = 1,  ///< The default, but not after `:paper`, whose ties go to the first square.
  kTieFirst = 2,
  kTieLast = 4,
  // The flags below are for bpfscn only; kNoise is for table too.
  kNoise = 8,      ///< Adds the random parts of the paper's program.
  kZeros = 16,     ///< Fault (e): FS alone plays at random when all values are 0.
  kMinimax = 32,   ///< Fault (f): the look-ahead that never updates its maximum: the last move.
  kMirrored = 64,  ///< Looks at the board in a mirror, as the paper's start is a mirror image.
};

inline constexpr Flag kGreedyFlags[] = {
    {"random", kTieRandom}, {"first", kTieFirst},  {"last", kTieLast},     {"noise", kNoise},
    {"zeros", kZeros},      {"minimax", kMinimax}, {"mirrored", kMirrored}};

/// The noise of a disc is a number from 0 to one less than this, in points of the table.
inline constexpr int kDiscNoise = 3;

/// The rule for ties; of contradictory flags, the first in the list above holds.
constexpr Tie tie_of(unsigned flags, Tie otherwise = Tie::kRandom) {
  if ((flags & kTieRandom) != 0) return Tie::kRandom;
  if ((flags & kTieFirst) != 0) return Tie::kFirst;
  return (flags & kTieLast) != 0 ? Tie::kLast : otherwise;
}

}  // namespace sumi
