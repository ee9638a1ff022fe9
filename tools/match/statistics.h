// SPDX-License-Identifier: MIT
/// Two sides: counts of results, from the view of one of them; differences in strength; the test
/// that stops a match as soon as it has decided something.
/// Ratings of many engines from all their results: the Bradley-Terry model, fitted by maximum
/// likelihood (D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004; by Newton's
/// method, which also gives the errors); a draw is half a win for each.
#pragma once

#include <array>
#include <span>
#include <vector>

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

/// Points a game (0..1) that a difference in Elo leads one to expect, and back. elo_of() gives
/// minus or plus infinity at 0 and 1.
double expected_points(double elo);
double elo_of(double points);

struct EloEstimate {
  double elo = 0;               ///< May be infinite.
  double lower = 0, upper = 0;  ///< Ends of the 95 % interval; may be infinite.
  double superiority = 0.5;     ///< Likelihood that the side is the stronger one, 0..1.
};

/// Estimates Elo from pairs. The interval is that of the mean by the normal approximation, as Elo.
/// If all pairs ended alike they tell no variance; then it is the exact one (C. Clopper, E.
/// Pearson, 1934). Superiority is the normal one too, with the variance that equal sides would
/// have: for games Phi((wins - losses) / sqrt(wins + losses)). Requires: there is a pair.
EloEstimate estimate_elo(const Pentanomial& pairs);

/// Estimates Elo from single games in the same way. Requires: there is a game.
EloEstimate estimate_elo(const Score& games);

struct MeanError {
  double mean = 0;
  double error = 0;  ///< Half of the 95 % interval; infinite for fewer than two values.
};

/// The mean of disc differences. Where games come in pairs, `values` should be the means of pairs.
MeanError mean_with_error(std::span<const double> values);

/// A sequential test of the first engine against the second: is it stronger by `elo1` rather than
/// by `elo0`? With error rates alpha and beta.
struct SprtSetup {
  double elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05;
  friend bool operator==(const SprtSetup&, const SprtSetup&) = default;
};

// Sequential probability ratio test (A. Wald, 1945), generalised to pairs of games (M. Van den
// Bergh, "The GSPRT").

/// What the test says of the hypothesis "stronger by elo1".
enum class SprtVerdict { kUndecided, kAccepted, kRejected };

struct SprtState {
  double llr = 0;               ///< Log-likelihood ratio of elo1 against elo0.
  double lower = 0, upper = 0;  ///< Bounds that decide.
  SprtVerdict verdict = SprtVerdict::kUndecided;
};

/// elo0 and elo1 are logistic Elo, as expected_points() means it (not "normalized" Elo).
SprtState sprt(const SprtSetup& setup, const Pentanomial& pairs);

/// [i][j]: what engine i scored against engine j; [j][i] is the same seen from the other side.
using CrossTable = std::vector<std::vector<Score>>;

struct Rating {
  double elo = 0;
  double error = 0;  ///< Half of the 95 % interval; infinite for an engine without games.
};

/// One for each engine, with mean 0. Always finite: where results alone make a gap without end
/// (some engines won every game against all others that they met), one virtual draw is added
/// between each two engines that met across the gap, and nowhere else. Groups that never met,
/// directly or through others, cannot be compared: each has mean 0 of its own.
/// Errors are those of the difference to the mean, by Fisher's information for games without
/// draws; draws make them smaller in truth.
std::vector<Rating> bradley_terry(const CrossTable& table);

}  // namespace sumi::match
