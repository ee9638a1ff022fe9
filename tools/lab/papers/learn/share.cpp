// SPDX-License-Identifier: MIT
#include "tools/lab/papers/learn/share.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>

namespace sumi::lab {
namespace {

constexpr double kNormal95 = 1.959964;

}  // namespace

Share share_of(std::int64_t hits, std::int64_t all) {
  if (all <= 0) return {};
  const double n = static_cast<double>(all), p = static_cast<double>(hits) / n;
  const double z2 = kNormal95 * kNormal95, scale = 1 + z2 / n;
  const double middle = (p + z2 / (2 * n)) / scale;
  const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale;
  // Rounding must not put the share itself outside.
  return {p, std::clamp(middle - half, 0.0, p), std::clamp(middle + half, p, 1.0)};
}

Share mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return {0, 0, 0};
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  if (n < 3) return {mean, mean, mean};
  const double t = quantile(boost::math::students_t(n - 1), 0.975);
  const double half = t * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

}  // namespace sumi::lab
