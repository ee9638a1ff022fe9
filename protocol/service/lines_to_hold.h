// SPDX-License-Identifier: MIT
/// How many lines of play a player must remember to hold a result from a position on, played out to
/// the end (the "Umigame number"). book/book_lines.h counts those of opening books.
#pragma once

#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace sumi::protocol {

/// What is to be held.
struct HoldGoal {
  enum class Result { kBest, kDraw, kWin };
  Result result = Result::kBest;
  int max_loss = 0;  ///< Of kBest: so many discs less than perfect play are as good. >= 0
};

/// A move of the player in the position.
struct HoldingMove {
  Square move = Square::kPass;
  double lines = 0;  ///< Lines to remember once it is played.
};

struct LinesToHold {
  DiscDiff best;  ///< By perfect play, for the player. Exact if the goal is kBest, else only the
                  ///< sign is.
  DiscDiff held;  ///< The least score that counts as held.
  /// Lines to remember: in each position the player has one move that holds the result, the one
  /// with the fewest lines behind it; all moves of the other side are answered. A line is a game to
  /// its end; other orders of moves are other lines. 0: the result cannot be held.
  double lines = 0;
  /// The player's moves that hold it, fewest lines first, equal ones by their squares. None if the
  /// other side is to move, and where the player must pass.
  std::vector<HoldingMove> moves;
  std::uint64_t positions = 0;  ///< That were looked at.
};

/// Positions with more empty squares are refused, and so are those that lead to more positions.
inline constexpr int kMostEmptiesToHold = 24;
/// With so many most positions are counted in seconds; with more most are refused, after a while.
inline constexpr int kSoonHeldEmpties = 14;
inline constexpr std::uint64_t kMostPositionsToHold = 3'000'000;  ///< 43 to 85 bytes of
                                                                  ///< memory each.

/// Counts for `player`, whether to move or not. Seconds for 14 empties, NOTES.md has more.
/// Nothing soon after `interrupted`, which may be empty, returns true. Fails with kOutOfRange
/// beyond the limits above. Requires: `engine` is set to the position's size and searches nothing.
Result<std::optional<LinesToHold>> lines_to_hold(Engine& engine, const Position& position,
                                                 Color player, const HoldGoal& goal,
                                                 const std::function<bool()>& interrupted = {});

}  // namespace sumi::protocol
