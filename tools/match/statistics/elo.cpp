// SPDX-License-Identifier: MIT
#include "tools/match/statistics/elo.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace sumi::match {
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

}  // namespace sumi::match
