// SPDX-License-Identifier: MIT
/// A hypothesis fixes only the mean of a pair's result. It is represented by the maximum-likelihood
/// distribution over 0, 1/4, 1/2, 3/4 and 1 point per game with that mean.
#include "tools/match/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace sumi::match {

void Score::add(int points) {
  assert(0 <= points && points <= 2);
  ++(points == 2 ? wins : points == 1 ? draws : losses);
}

int Pentanomial::count() const { return std::accumulate(pairs.begin(), pairs.end(), 0); }

double Pentanomial::mean() const {
  assert(count() > 0);
  double half_points = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) half_points += static_cast<double>(i) * pairs[i];
  return half_points / 4 / count();
}

double Pentanomial::variance() const {
  const double mean = this->mean();
  double squares = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double deviation = static_cast<double>(i) / 4 - mean;
    squares += pairs[i] * deviation * deviation;
  }
  return squares / count();
}

bool PairCounter::add(int pair, int points) {
  const auto [first, alone] = half_points_.emplace(pair, points);
  if (alone) return false;
  ++complete_.pairs[static_cast<std::size_t>(first->second + points)];
  half_points_.erase(first);
  return true;
}

namespace {

constexpr double kTail = 0.025;                  // on each side of a 95% interval
constexpr double kQuantile = 1.959963984540054;  // normal quantile of 1 - kTail

struct Interval {
  double lower, upper;
};

/// Confidence interval of the mean of values in 0..1.
Interval mean_interval(double mean, double variance, double count) {
  if (variance > 0) {
    const double error = kQuantile * std::sqrt(variance / count);
    return {std::max(mean - error, 0.0), std::min(mean + error, 1.0)};
  }
  // All values equal `mean`. If its probability were below `share`, `count` equal values in a row
  // would be too unlikely. The remaining probability may be anywhere in 0..1.
  const double share = std::pow(kTail, 1 / count);
  return {share * mean, 1 - share * (1 - mean)};
}

double normal_distribution(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// Estimates from counts[i] results of i / (size - 1) points.
EloEstimate estimate(std::span<const int> counts) {
  const double top = static_cast<double>(counts.size()) - 1;
  double count = 0, lead = 0, squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double d = 2 * static_cast<double>(i) - top;  // an integer, so that sums are exact
    count += counts[i];
    lead += d * counts[i];
    squares += d * d * counts[i];
  }
  assert(count > 0);
  const double mean = 0.5 + lead / (2 * top * count);
  const double variance = (count * squares - lead * lead) / std::pow(2 * top * count, 2);
  const Interval interval = mean_interval(mean, variance, count);
  return {elo_of(mean), elo_of(interval.lower), elo_of(interval.upper),
          squares > 0 ? normal_distribution(lead / std::sqrt(squares)) : 0.5};
}

}  // namespace

double expected_points(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of(double points) { return 400 * (std::log10(points) - std::log10(1 - points)); }

EloEstimate estimate_elo(const Pentanomial& pairs) { return estimate(pairs.pairs); }

EloEstimate estimate_elo(const Score& games) {
  return estimate(std::array{games.losses, games.draws, games.wins});
}

MeanError mean_with_error(std::span<const double> values) {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  if (values.empty()) return {std::numeric_limits<double>::quiet_NaN(), kUnknown};
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return {mean, kUnknown};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, kQuantile * std::sqrt(squares / (count - 1) / count)};
}

namespace {

using Counts = std::array<double, 5>;

/// Count for unseen results, as in fishtest: unseen is not impossible.
constexpr double kUnseen = 1e-3;

Counts counts_of(const Pentanomial& pairs) {
  Counts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = pairs.pairs[i] > 0 ? pairs.pairs[i] : kUnseen;
  }
  return counts;
}

/// Log-likelihood lost if the pairs' mean must be `mean` (in 0..1, exclusive) instead of the
/// observed one. By Lagrange multipliers, the maximum-likelihood frequency of value v is the
/// observed one divided by 1 + x (v - mean); x makes the sum below 0.
double log_likelihood_loss(const Counts& counts, double mean) {
  const auto value = [&](std::size_t i) { return static_cast<double>(i) / 4 - mean; };
  double lower = -1 / (1 - mean), upper = 1 / mean;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double x = (lower + upper) / 2;
    double sum = 0;  // decreasing in x, from plus to minus infinity
    for (std::size_t i = 0; i < counts.size(); ++i) {
      sum += counts[i] * value(i) / (1 + x * value(i));
    }
    (sum > 0 ? lower : upper) = x;
  }
  const double x = (lower + upper) / 2;
  double result = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    result += counts[i] * std::log1p(x * value(i));
  }
  return result;
}

/// Expected points, never exactly 0 or 1.
double mean_of(double elo) { return std::clamp(expected_points(elo), 1e-9, 1 - 1e-9); }

}  // namespace

SprtState sprt(const SprtSetup& setup, const Pentanomial& pairs) {
  SprtState state;
  state.lower = std::log(setup.beta / (1 - setup.alpha));
  state.upper = std::log((1 - setup.beta) / setup.alpha);
  if (pairs.count() == 0) return state;
  const Counts counts = counts_of(pairs);
  state.llr = log_likelihood_loss(counts, mean_of(setup.elo0)) -
              log_likelihood_loss(counts, mean_of(setup.elo1));
  if (state.llr >= state.upper) {
    state.verdict = SprtVerdict::kAccepted;
  } else if (state.llr <= state.lower) {
    state.verdict = SprtVerdict::kRejected;
  }
  return state;
}

// In the model, i beats j with probability p = 1 / (1 + exp(r_j - r_i)). The gradient of the
// log-likelihood is "points won minus points expected"; its Hessian is minus that of the
// sum of p (1 - p) (r_i - r_j)^2 / 2 over all games. So the log-likelihood is concave, and
// constant only if all ratings of a group move together.

namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

const double kEloPerUnit = 400 / std::log(10.0);

/// [i][j]: points of i against j. Reads only one half of the table, for a consistent matrix.
Matrix points_won(const CrossTable& table) {
  Matrix won(table.size(), Vector(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = i + 1; j < table.size(); ++j) {
      won[i][j] = table[i][j].points();
      won[j][i] = table[i][j].games() - table[i][j].points();
    }
  }
  return won;
}

bool met(const Matrix& won, std::size_t i, std::size_t j) { return won[i][j] + won[j][i] > 0; }

/// Transitive closure (S. Warshall, 1962).
void close_under_chains(std::vector<std::vector<bool>>& relation) {
  const std::size_t size = relation.size();
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!relation[i][k]) continue;
      for (std::size_t j = 0; j < size; ++j) {
        if (relation[k][j]) relation[i][j] = true;
      }
    }
  }
}

/// Ratings are finite if and only if chains of won points connect any two engines that met, in both
/// directions (L. Ford, 1957). Adds draws until they do.
void add_virtual_draws(Matrix& won) {
  const std::size_t size = won.size();
  std::vector<std::vector<bool>> chain(size, std::vector<bool>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) chain[i][j] = won[i][j] > 0;
  }
  close_under_chains(chain);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) {
      if (!met(won, i, j) || (chain[i][j] && chain[j][i])) continue;
      won[i][j] += 0.5;
      won[j][i] += 0.5;
    }
  }
}

/// [i][j]: 1 / (size of the common group of i and j), or 0.
Matrix groups(const Matrix& won) {
  const std::size_t size = won.size();
  std::vector<std::vector<bool>> together(size, std::vector<bool>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) together[i][j] = i == j || met(won, i, j);
  }
  close_under_chains(together);
  Matrix shares(size, Vector(size));
  for (std::size_t i = 0; i < size; ++i) {
    const auto members = std::count(together[i].begin(), together[i].end(), true);
    for (std::size_t j = 0; j < size; ++j) {
      if (together[i][j]) shares[i][j] = 1.0 / static_cast<double>(members);
    }
  }
  return shares;
}

/// Decomposition of a symmetric positive definite matrix.
class Cholesky {
 public:
  explicit Cholesky(Matrix matrix) : lower_(std::move(matrix)) {
    for (std::size_t i = 0; i < lower_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double rest = lower_[i][j];
        for (std::size_t k = 0; k < j; ++k) rest -= lower_[i][k] * lower_[j][k];
        lower_[i][j] = i == j ? std::sqrt(rest) : rest / lower_[j][j];
      }
    }
  }

  Vector solve(Vector b) const {
    const std::size_t size = b.size();
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= lower_[i][k] * b[k];
      b[i] /= lower_[i][i];
    }
    for (std::size_t i = size; i-- > 0;) {
      for (std::size_t k = i + 1; k < size; ++k) b[i] -= lower_[k][i] * b[k];
      b[i] /= lower_[i][i];
    }
    return b;
  }

 private:
  Matrix lower_;
};

struct Curvature {
  Vector gradient;
  Matrix hessian;  ///< Negated.
};

Curvature curvature(const Matrix& won, const Vector& ratings) {
  const std::size_t size = won.size();
  Curvature result{Vector(size), Matrix(size, Vector(size))};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double games = won[i][j] + won[j][i];
      const double p = 1 / (1 + std::exp(ratings[j] - ratings[i]));
      result.gradient[i] += won[i][j] - games * p;
      result.hessian[i][i] += games * p * (1 - p);
      result.hessian[i][j] -= games * p * (1 - p);
    }
  }
  return result;
}

/// Makes the Hessian regular: it is 0 along common shifts of a group, which neither steps nor
/// errors contain.
Cholesky regular(Matrix hessian, const Matrix& shares) {
  for (std::size_t i = 0; i < hessian.size(); ++i) {
    for (std::size_t j = 0; j < hessian.size(); ++j) hessian[i][j] += shares[i][j];
  }
  return Cholesky(std::move(hessian));
}

/// Newton's method. A step that changes no rating difference of engines that met by more than 1
/// cannot reduce the likelihood (F. Bach, "Self-concordant analysis for logistic regression",
/// 2010).
Vector maximum_likelihood(const Matrix& won, const Matrix& shares) {
  const std::size_t size = won.size();
  Vector ratings(size);
  for (int rounds = 0; rounds < 1000; ++rounds) {
    const Curvature here = curvature(won, ratings);
    const Vector step = regular(here.hessian, shares).solve(here.gradient);
    double longest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (met(won, i, j)) longest = std::max(longest, std::abs(step[i] - step[j]));
      }
    }
    for (std::size_t i = 0; i < size; ++i) ratings[i] += step[i] / std::max(longest, 1.0);
    if (longest < 1e-10) break;
  }
  return ratings;
}

}  // namespace

std::vector<Rating> bradley_terry(const CrossTable& table, std::optional<Anchor> anchor) {
  Matrix won = points_won(table);
  add_virtual_draws(won);
  const Matrix shares = groups(won);
  const Vector ratings = maximum_likelihood(won, shares);
  const Cholesky information = regular(curvature(won, ratings).hessian, shares);
  std::vector<Rating> result(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    // Difference from the anchor, or from the mean.
    Vector difference(table.size());
    difference[i] = 1;
    if (anchor) difference[anchor->engine] -= 1;
    const Vector solved = information.solve(difference);
    const double variance = solved[i] - (anchor ? solved[anchor->engine] : shares[i][i]);
    const bool alone = shares[i][i] == 1 || (anchor && shares[i][anchor->engine] == 0);
    result[i].anchored = anchor.has_value();
    result[i].elo = kEloPerUnit * (ratings[i] - (anchor ? ratings[anchor->engine] : 0)) +
                    (anchor ? anchor->elo : 0);
    result[i].error = alone ? std::numeric_limits<double>::infinity()
                            : kEloPerUnit * kQuantile * std::sqrt(std::max(variance, 0.0));
  }
  return result;
}

}  // namespace sumi::match
