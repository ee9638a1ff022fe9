// SPDX-License-Identifier: MIT
/// Neither hypothesis says how often pairs bring 0, 1/4, 1/2, 3/4 and 1 point a game, only the
/// mean. So each is represented by its likeliest case: of all distributions over the five results
/// that have its mean, the one under which the pairs played were most likely.
#include "tools/match/statistics/elo.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

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

namespace {

constexpr double kTail = 0.025;                  // on either side of a 95 % interval
constexpr double kQuantile = 1.959963984540054;  // of the normal distribution, leaves kTail above

struct Interval {
  double lower, upper;
};

/// The confidence interval of the mean of values in 0..1.
Interval mean_interval(double mean, double variance, double count) {
  if (variance > 0) {
    const double error = kQuantile * std::sqrt(variance / count);
    return {std::max(mean - error, 0.0), std::min(mean + error, 1.0)};
  }
  // All are `mean`. Were that the result with a probability below `share`, so many of it in a row
  // would be too rare; the others may be anything from 0 to 1.
  const double share = std::pow(kTail, 1 / count);
  return {share * mean, 1 - share * (1 - mean)};
}

double normal_distribution(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// From results of one kind: counts[i] of them brought i / (size - 1) of the points.
EloEstimate estimate(std::span<const int> counts) {
  const double top = static_cast<double>(counts.size()) - 1;
  double count = 0, lead = 0, squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double d = 2 * static_cast<double>(i) - top;  // whole: sums of them are exact
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
  if (values.empty()) return {0, kUnknown};
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return {mean, kUnknown};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, kQuantile * std::sqrt(squares / (count - 1) / count)};
}

namespace {

using Counts = std::array<double, 5>;

/// A result that did not come up yet is not impossible: fishtest's stand-in for its count.
constexpr double kUnseen = 1e-3;

Counts counts_of(const Pentanomial& pairs) {
  Counts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = pairs.pairs[i] > 0 ? pairs.pairs[i] : kUnseen;
  }
  return counts;
}

/// How much log-likelihood the pairs lose if their mean must be `mean` (above 0, below 1) rather
/// than what they show. By Lagrange's method the likeliest frequency of a result with value v is
/// the one seen divided by 1 + x (v - mean), where x makes the sum of what follows 0.
double loss(const Counts& counts, double mean) {
  const auto value = [&](std::size_t i) { return static_cast<double>(i) / 4 - mean; };
  double lower = -1 / (1 - mean), upper = 1 / mean;
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double x = (lower + upper) / 2;
    double sum = 0;  // falls with x, from plus to minus infinity
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

/// The mean points that a hypothesis expects; never quite 0 or 1, however high the Elo.
double mean_of(double elo) { return std::clamp(expected_points(elo), 1e-9, 1 - 1e-9); }

}  // namespace

SprtState sprt(const SprtSetup& setup, const Pentanomial& pairs) {
  SprtState state;
  state.lower = std::log(setup.beta / (1 - setup.alpha));
  state.upper = std::log((1 - setup.beta) / setup.alpha);
  if (pairs.count() == 0) return state;
  const Counts counts = counts_of(pairs);
  state.llr = loss(counts, mean_of(setup.elo0)) - loss(counts, mean_of(setup.elo1));
  if (state.llr >= state.upper) {
    state.verdict = SprtVerdict::kAccepted;
  } else if (state.llr <= state.lower) {
    state.verdict = SprtVerdict::kRejected;
  }
  return state;
}

}  // namespace sumi::match
