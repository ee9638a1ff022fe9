// SPDX-License-Identifier: MIT
/// How a player does against another: many games, reproducible, on several threads; and how sure a
/// measured number is.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "engine/player.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace sumi::lab {

// The one self-play loop of all learners and experiments: a game by two policies, told state by
// state; and a number to draw.

/// How a game ended.
struct GameEnd {
  Position position;                     ///< A position in which nobody can move.
  DiscDiff black;                        ///< The score for Black; empties count for the winner.
  int discs_black = 0, discs_white = 0;  ///< Discs on the board, as the papers count.
};

/// Ignores the states of a game.
struct NoHearer {
  void operator()(const Position&, Square) const {}
};

/// Plays from `start` to the end. `choose(position, legal)` returns a move of `legal`, which is not
/// empty. `hear(position, move)` is called for each state in which a move is made, before it is
/// made; a forced pass is no state, the next one has the same side to move again.
template <class Choose, class Hear = NoHearer>
GameEnd play_episode(const Position& start, Choose&& choose, Hear&& hear = {}) {
  Position now = start;
  while (true) {
    const Bitboard legal = fast_rules::legal_moves(now.board, now.size);
    if (legal == 0) {
      if (fast_rules::legal_moves(now.board.passed(), now.size) == 0) break;
      now = now.passed();
      continue;
    }
    const Square move = choose(std::as_const(now), legal);
    hear(std::as_const(now), move);
    now.board = now.board.played(move, fast_rules::flips(now.board, move));
    now.to_move = !now.to_move;
  }
  const DiscDiff score = final_score(now.board, now.size);
  return {now, now.to_move == Color::kBlack ? score : DiscDiff{-score.discs},
          std::popcount(now.discs(Color::kBlack)), std::popcount(now.discs(Color::kWhite))};
}

/// Uniform in 0..1, 1 excluded.
inline double uniform(SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

/// A share with the ends of its 95% interval (E. Wilson 1927).
struct Share {
  double value = 0, lower = 0, upper = 1;
};
Share share_of(std::int64_t hits, std::int64_t all);

/// A mean with the ends of its 95% interval (Student's t, because the deviation of few networks is
/// hardly known). With fewer than three values both ends are the mean: of two the interval would
/// reach six times as far as they lie apart.
Share mean_of(const std::vector<double>& values);

/// Games of one player, from its own side.
struct Tally {
  std::int64_t won = 0, drawn = 0, lost = 0;
  std::int64_t discs = 0;  ///< Sum of own minus opponent's, on the board at the end.

  std::int64_t games() const { return won + drawn + lost; }
  double points() const;  ///< Per game; a draw is half a point.
  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// The tally of one game that ended with a difference of `discs`.
Tally tally_of(int discs);

/// A seed made of others: equal for equal ones, and else as if drawn anew.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0);

/// The first `count` openings drawn by `seed`: positions after so many random moves from the start,
/// somebody still to move.
std::vector<Position> random_openings(int count, int plies, std::uint64_t seed, int size = 8);

struct GamesSetup {
  int games = 1000;  ///< Number of games for each colour.
  int size = 8;
  /// Games begin with these in turn, with both colours; empty: the start.
  std::vector<Position> openings{};
  std::uint64_t seed = 1;  ///< For all lots; each game draws its own, whatever the threads.
  int threads = 1;
};

/// The results of `player` with each colour.
struct Measured {
  Tally as_black, as_white;
  Tally all() const;
};

/// Plays `player` against `opponent`. Fewer games soon after `interrupted` returned true. Callbacks
/// come from the caller's thread.
Measured measure(const MovePlayer& player, const MovePlayer& opponent, const GamesSetup& setup,
                 const std::function<bool()>& interrupted = {},
                 const std::function<void(std::uint64_t games)>& tick = {});

/// Plays one game from `start`, with `player` as `color`; both sides draw their lots by `seed`.
/// Returns the discs of `player` minus the opponent's on the board at the end.
int play_measured(const MovePlayer& player, const MovePlayer& opponent, const Position& start,
                  Color color, std::uint64_t seed, const std::atomic<bool>& stop);

}  // namespace sumi::lab
