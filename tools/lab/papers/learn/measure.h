// SPDX-License-Identifier: MIT
/// Reproducible, parallel games of one player against another, and confidence intervals.
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

// The self-play loop of all learners and experiments.

struct GameEnd {
  Position position;                     ///< Without legal moves for either side.
  DiscDiff black;                        ///< Score for Black; empties go to the winner.
  int discs_black = 0, discs_white = 0;  ///< On the board, which the papers count.

  /// On the board, minus the opponent's.
  int discs(Color color) const {
    return color == Color::kBlack ? discs_black - discs_white : discs_white - discs_black;
  }
};

struct NoObserver {
  void operator()(const Position&, Square) const {}
};

/// `choose(position, legal)` returns a move from the non-empty set `legal`. Calls
/// `on_move(position, move)` before each move. Skips forced passes: the next position has the same
/// side to move.
template <class Choose, class OnMove = NoObserver>
GameEnd play_episode(const Position& start, Choose&& choose, OnMove&& on_move = {}) {
  Position now = start;
  while (true) {
    const Bitboard legal = fast_rules::legal_moves(now.board, now.size);
    if (legal == 0) {
      if (fast_rules::legal_moves(now.board.passed(), now.size) == 0) break;
      now = now.passed();
      continue;
    }
    const Square move = choose(std::as_const(now), legal);
    on_move(std::as_const(now), move);
    now.board = now.board.played(move, fast_rules::flips(now.board, move));
    now.to_move = !now.to_move;
  }
  const DiscDiff score = final_score(now.board, now.size);
  return {now, now.to_move == Color::kBlack ? score : DiscDiff{-score.discs},
          std::popcount(now.discs(Color::kBlack)), std::popcount(now.discs(Color::kWhite))};
}

/// A value with its 95% confidence interval.
struct Estimate {
  double value = 0, lower = 0, upper = 1;
};
/// A proportion with its Wilson interval (E. Wilson, 1927).
Estimate proportion_of(std::int64_t hits, std::int64_t all);

/// The mean with its Student's t interval. With fewer than three values, both ends are the mean:
/// for two values the half-width would be six times their distance.
Estimate mean_of(const std::vector<double>& values);

/// Results for one of the players.
struct Tally {
  std::int64_t won = 0, drawn = 0, lost = 0;
  std::int64_t discs = 0;  ///< Own discs minus the opponent's, summed over final boards.

  std::int64_t games() const { return won + drawn + lost; }
  double points() const;  ///< Per game; a draw is half a point.
  Estimate win_rate() const;
  Tally reversed() const { return {lost, drawn, won, -discs}; }  ///< The opponent's.
  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

Tally tally_of(int discs);

/// Gives independent random streams.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0);

/// The seed's first `count` positions with a legal move after `plies` random moves.
std::vector<Position> random_openings(int count, int plies, std::uint64_t seed);

struct GamesSetup {
  int games = 1000;  ///< Per colour.
  int size = 8;
  /// Played in turn, with both colours; empty: the start position.
  std::vector<Position> openings{};
  /// The side to move at the end of a game begins the next one with this colour, as in S4's program
  /// (fault (g)); the first begins as usual. A colour's games are then played one after the other.
  bool keep_turn = false;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct Measured {
  Tally as_black, as_white;
  Tally all() const;
};

/// `interrupted` and `tick` as in run_jobs(). After an interruption there are fewer games.
Measured measure(const MovePlayer& player, const MovePlayer& opponent, const GamesSetup& setup,
                 const std::function<bool()>& interrupted = {},
                 const std::function<void(std::uint64_t games)>& tick = {});

/// `seed` determines both players' random numbers. Returns discs of `player`, who plays `color`,
/// minus the opponent's on the final board.
int play_measured(const MovePlayer& player, const MovePlayer& opponent, const Position& start,
                  Color color, std::uint64_t seed, const std::atomic<bool>& stop);

}  // namespace sumi::lab
