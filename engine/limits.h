// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/time.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstdint>
#include <optional>

namespace sumi {

/// As protocols report it.
struct Clock {
  Millis remaining{};   ///< Main time, or the rest of the current period.
  Millis increment{};   ///< Added after each of our moves (Fischer).
  int moves_to_go = 0;  ///< `remaining` is for this many moves (Canadian); 0: for the whole game.
  /// Japanese byo-yomi: `periods` periods of this length after the main time. In a period,
  /// `remaining` is its rest and `moves_to_go` is 1.
  Millis period{};
  int periods = 0;
};

/// The result of the previous search of the same position, which the next search resumes. Without
/// it, shallow iterations among deep table entries would prefer other moves and be slow. The table
/// does not age in between.
struct Headstart {
  int depth = 0;  ///< Plies searched; 0: unknown.
  Square best = Square::kPass;
  Value value{};  ///< Of `best`, exact or a bound.
};

/// The first limit reached stops the search. Without limits it continues until stop() or until
/// solved.
struct SearchLimits {
  std::optional<int> depth{};            ///< Plies of the midgame search, 1..60.
  std::optional<std::uint64_t> nodes{};  ///< A small endgame may exceed this number.
  std::optional<Millis> move_time{};     ///< Wall time for this move.
  std::optional<Clock> clock{};          ///< TimeManager sets the budget.

  std::optional<int> exact_at_empties{};  ///< Solve exactly at this many empties or fewer.
  int selectivity = 100;                  ///< Confidence of forward cuts, from kSelectivities.

  bool win_loss_draw = false;     ///< Solve only for the sign of the score.
  Value alpha = -kInfinity;       ///< Values outside the window may be bounds.
  Value beta = kInfinity;         ///< Greater than alpha.
  Bitboard moves = ~Bitboard{0};  ///< Consider only these moves; all if none is legal.
  int candidates = 1;             ///< Best moves wanted, with values and lines.
  Value margin{};              ///< Also report moves this close to the best; 0: only `candidates`.
  bool varies = false;         ///< A move in a game: `variety` applies.
  bool consults_book = false;  ///< Take known moves from the book. Ignored with a window,
                               ///< win_loss_draw or an exact score.
  int book_plies = kMaxPly;    ///< Follow lines of the book this far after their first move. Short
                               ///< ones spare a process 30 ms, once (OpeningBook::line()).

  Headstart headstart{};  ///< Set by Engine.
};

/// In per cent.
inline constexpr int kSelectivities[] = {73, 87, 95, 98, 99, 100};

/// For searches limited by time or nodes: reaches the greatest depth.
inline constexpr int kFastSelectivity = kSelectivities[0];

}  // namespace sumi
