// SPDX-License-Identifier: MIT
/// Elo differences with confidence intervals, the SPRT, and Bradley-Terry ratings. Ratings are
/// fitted by maximum likelihood (D. Hunter, "MM algorithms for generalized Bradley-Terry models",
/// 2004, but with Newton's method, which also gives the errors). A draw counts as half a win for
/// each side.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace sumi::match {

struct Score {
  int wins = 0, draws = 0, losses = 0;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  void add(int points);  ///< `points`: 2 for a win, 1 for a draw, 0 for a loss.

  friend bool operator==(const Score&, const Score&) = default;
};

/// Game pairs (same opening, swapped colours): [i] pairs scored i half points, 0..4. Errors are
/// computed from pairs, because the two games of a pair are dependent.
struct Pentanomial {
  std::array<int, 5> pairs{};

  int count() const;
  double mean() const;      ///< Points per game, 0..1. Requires: count() > 0.
  double variance() const;  ///< Of a pair's points per game. Requires: count() > 0.

  friend bool operator==(const Pentanomial&, const Pentanomial&) = default;
};

/// Counts pairs from single games, of which the second one completes a pair.
class PairCounter {
 public:
  /// `pair`: the pair's number; `points` as in Score::add(). True if the pair is now complete.
  bool add(int pair, int points);
  const Pentanomial& complete() const { return complete_; }

 private:
  Pentanomial complete_;
  std::map<int, int> half_points_;  ///< Of each incomplete pair.
};

/// Expected points per game (0..1) for an Elo difference, and the inverse. elo_of() is infinite at
/// 0 and 1.
double expected_points(double elo);
double elo_of(double points);

struct EloEstimate {
  double elo = 0;               ///< May be infinite.
  double lower = 0, upper = 0;  ///< 95% confidence interval; may be infinite.
  double superiority = 0.5;     ///< Likelihood of superiority, 0..1.
};

/// Estimates Elo from pairs. The interval is the normal approximation for the mean, converted to
/// Elo; if all pairs scored the same, it is the exact interval (C. Clopper, E. Pearson, 1934).
/// Superiority is a normal approximation with the variance under equal strength: for games
/// Phi((wins - losses) / sqrt(wins + losses)). Requires: pairs.count() > 0.
EloEstimate estimate_elo(const Pentanomial& pairs);

/// As above, from single games. Requires: games.games() > 0.
EloEstimate estimate_elo(const Score& games);

struct MeanError {
  double mean = 0;
  double error = 0;  ///< Half of the 95% interval; infinite for fewer than two values.
};

/// Mean of disc differences; NaN for none. For paired games, pass the means of pairs.
MeanError mean_with_error(std::span<const double> values);

/// A sequential test of the first engine against the second. H0 is a difference of `elo0`, H1 of
/// `elo1`; alpha and beta are the error rates.
struct SprtSetup {
  double elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05;
  friend bool operator==(const SprtSetup&, const SprtSetup&) = default;
};

// Sequential probability ratio test (A. Wald, 1945), generalized to pairs of games (M. Van den
// Bergh, "The GSPRT").

/// The decision on elo1.
enum class SprtVerdict { kUndecided, kAccepted, kRejected };

struct SprtState {
  double llr = 0;               ///< Log-likelihood ratio of elo1 to elo0.
  double lower = 0, upper = 0;  ///< Decision bounds.
  SprtVerdict verdict = SprtVerdict::kUndecided;
};

/// elo0 and elo1 are logistic Elo as in expected_points(), not "normalized" Elo.
SprtState sprt(const SprtSetup& setup, const Pentanomial& pairs);

/// [i][j]: score of engine i against engine j; [j][i] mirrors it.
using CrossTable = std::vector<std::vector<Score>>;

struct Rating {
  double elo = 0;
  double error = 0;       ///< Half of the 95% interval; infinite for an engine without games.
  bool anchored = false;  ///< Relative to an anchor.
};

struct Anchor {
  std::size_t engine = 0;
  double elo = 0;
};

/// One rating per engine, with mean 0. To keep ratings finite if some engines won all games against
/// the others they met, adds one virtual draw between any two engines that met across this gap.
/// Groups that did not meet are not comparable: each has mean 0. Errors are those of the difference
/// from the mean, by the Fisher information of games without draws; draws make them conservative
/// (too large).
///
/// With an anchor, whose rating is given, errors are those of the difference from it, and engines
/// that it cannot be compared with have no rating (an infinite error).
std::vector<Rating> bradley_terry(const CrossTable& table, std::optional<Anchor> anchor = {});

}  // namespace sumi::match
