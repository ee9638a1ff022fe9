// SPDX-License-Identifier: MIT
#include "tools/match/statistics/score.h"

#include <cassert>
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

}  // namespace sumi::match
