// SPDX-License-Identifier: MIT
/// Neither hypothesis says how often pairs bring 0, 1/4, 1/2, 3/4 and 1 point a game, only the
/// mean. So each is represented by its likeliest case: of all distributions over the five results
/// that have its mean, the one under which the pairs played were most likely.
#include "tools/match/statistics/elo.h"
#include "tools/match/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sumi::match {
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
