// SPDX-License-Identifier: MIT
/// Counts the lines to remember to hold a result (the "Umigame number"). book/book_lines.h counts
/// lines of opening books.
#pragma once

#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sumi::protocol {

struct HoldGoal {
  enum class Result { kBest, kDraw, kWin };
  Result result = Result::kBest;
  int max_loss = 0;  ///< For kBest: acceptable loss against perfect play, in discs. >= 0
};

struct HoldingMove {
  Square move = Square::kPass;
  double lines = 0;  ///< Lines to remember after it.
};

struct LinesToHold {
  DiscDiff best;  ///< Score of perfect play, for the player. Exact for kBest, else only its sign.
  DiscDiff held;  ///< The least score that counts as held.
  /// The player needs, per position, the holding move with the fewest lines, and answers to all
  /// opposing moves. Lines run to the end; transpositions count separately. 0: the result cannot be
  /// held.
  double lines = 0;
  /// The player's holding moves, fewest lines first, ties by square. Empty if the player is not to
  /// move or must pass.
  std::vector<HoldingMove> moves;
  std::uint64_t positions = 0;  ///< Visited.
};

/// Positions with more empties are refused.
inline constexpr int kMaxEmptiesToHold = 24;
/// Up to here most positions take seconds; above, most exceed kMaxPositionsToHold.
inline constexpr int kSoonHeldEmpties = 14;
inline constexpr std::uint64_t kMaxPositionsToHold = 3'000'000;  ///< 43 to 85 bytes each.

/// Counts the lines for `player`, who need not be to move. Takes seconds at 14 empties (NOTES.md).
/// Returns std::nullopt soon after `interrupted` returns true. Fails with kOutOfRange above the
/// limits. Requires: `engine` has the position's size and is idle.
Result<std::optional<LinesToHold>> lines_to_hold(Engine& engine, const Position& position,
                                                 Color player, const HoldGoal& goal,
                                                 const std::function<bool()>& interrupted = {});

}  // namespace sumi::protocol
