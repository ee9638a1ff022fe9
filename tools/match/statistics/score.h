// SPDX-License-Identifier: MIT
/// Counts of results, from the view of one side.
#pragma once

#include <array>

namespace sumi::match {

/// Games one by one.
struct Score {
  int wins = 0, draws = 0, losses = 0;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  void add(int points);  ///< `points`: 2 for a win, 1 for a draw, 0 for a loss.

  friend bool operator==(const Score&, const Score&) = default;
};

/// Pairs of games from one opening with colours swapped: [i] pairs brought i half points, 0..4.
/// The two games of a pair are not independent, pairs are; so errors are reckoned from pairs.
struct Pentanomial {
  std::array<int, 5> pairs{};

  int count() const;
  double mean() const;      ///< Mean points a game, 0..1. Requires: count() > 0.
  double variance() const;  ///< Variance of a pair's points a game, 0..1. Requires: count() > 0.

  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

}  // namespace sumi::match
