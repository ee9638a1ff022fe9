// SPDX-License-Identifier: MIT
/// How long a search may think, in every way a front end can say it.
#pragma once

#include "engine/base/time.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstdint>
#include <optional>

namespace sumi {

/// A game clock as the protocols report it.
struct Clock {
  Millis remaining{};   ///< Main time, or what is left of the current period.
  Millis increment{};   ///< Added after each of our moves (Fischer).
  int moves_to_go = 0;  ///< `remaining` is for this many moves (Canadian); 0: for the whole game.
  /// Japanese byo-yomi: `periods` whole ones of this length wait behind `remaining`. Inside a
  /// period `remaining` is what is left of it and `moves_to_go` is 1.
  Millis period{};
  int periods = 0;
};

/// What the previous search found, if it was for the same position. The search goes on from there:
/// shallow iterations, among deep entries of the table, would prefer other moves and take as long
/// as the deep ones did. Nor does the table age in between.
struct Headstart {
  int depth = 0;  ///< Plies searched; 0: none of this is known.
  Square best = Square::kPass;
  Value value{};  ///< The value of `best`, or a bound on it.
};

/// All limits are optional and all that are set apply: the first one reached stops the search.
/// None set means think until stop(), or until the position is solved.
struct SearchLimits {
  // How long.
  std::optional<int> depth{};            ///< Plies of the midgame search, 1..60.
  std::optional<std::uint64_t> nodes{};  ///< Exceeded by at most one small endgame.
  std::optional<Millis> move_time{};     ///< Wall time for this move.
  std::optional<Clock> clock{};          ///< Budget chosen by TimeManager.

  // How sure.
  std::optional<int> exact_at_empties{};  ///< Solve at once at this many empties or fewer.
  int selectivity = 100;                  ///< Confidence of forward cuts in per cent, one of
                                          ///< kSelectivities; 100: none are made.

  // What is asked for.
  bool win_loss_draw = false;     ///< Solve only for who wins: score > 0, 0 or < 0.
  Value alpha = -kInfinity;       ///< Values at or below alpha, or at or above beta, need not be
  Value beta = kInfinity;         ///< told apart: a bound will do. alpha < beta.
  Bitboard moves = ~Bitboard{0};  ///< Consider only these; if none of them is legal, all.
  int candidates = 1;             ///< How many best moves are wanted, with values and lines.
  Value margin{};       ///< Moves within this of the best are wanted too (0: only `candidates`).
  bool varies = false;  ///< The engine's option variety applies: it is a move of a game.
  bool consults_book = false;  ///< Moves that the book in use knows are told from it, the others
                               ///< searched. Nothing where a window or win/loss/draw is asked for.

  Headstart headstart{};  ///< Engine sets it.
};

/// Levels of confidence that a forward cut is right, in per cent.
inline constexpr int kSelectivities[] = {73, 87, 95, 98, 99, 100};

/// The selectivity for searches limited by time or nodes, where depth gains most.
inline constexpr int kFastSelectivity = kSelectivities[0];

}  // namespace sumi
