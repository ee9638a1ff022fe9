// SPDX-License-Identifier: MIT
#include "tools/lab/probcut/differences.h"

#include <algorithm>
#include <cmath>

namespace sumi::lab {

void Moments::add(std::int64_t difference) {
  ++count;
  sum += difference;
  squares += difference * difference;
}

void Moments::add(const Moments& other) {
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Moments::mean() const {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Moments::mean_square() const {
  return count == 0 ? 0 : static_cast<double>(squares) / static_cast<double>(count);
}

double Moments::deviation() const {
  return std::sqrt(std::max(mean_square() - mean() * mean(), 0.0));
}

Differences differences_of(std::span<const Readings> readings) {
  Differences differences;
  for (const Readings& r : readings) {
    const auto depths = static_cast<int>(r.values.size());
    for (int shallow = 0; shallow < depths; ++shallow) {
      const int low = r.values[static_cast<std::size_t>(shallow)];
      for (int deep = shallow + 1; deep < depths; ++deep) {
        differences[{r.empties, deep, shallow}].add(r.values[static_cast<std::size_t>(deep)] - low);
      }
      if (r.exact) differences[{r.empties, r.empties, shallow}].add(*r.exact - low);
    }
  }
  return differences;
}

bool in_model(const DepthPair& pair) {
  if (pair.to_end()) return pair.shallow % 2 == 0;
  return pair.shallow > 0 && (pair.deep - pair.shallow) % 2 == 0;
}

}  // namespace sumi::lab
