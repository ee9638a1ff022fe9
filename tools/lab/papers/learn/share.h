// SPDX-License-Identifier: MIT
/// How sure a measured number is.
#pragma once

#include <cstdint>
#include <vector>

namespace sumi::lab {

/// A share with the ends of its 95% interval (E. Wilson 1927).
struct Share {
  double value = 0, lower = 0, upper = 1;
};
Share share_of(std::int64_t hits, std::int64_t all);

/// A mean with the ends of its 95% interval (Student's t, because the deviation of few networks is
/// hardly known). With fewer than three values both ends are the mean: of two the interval would
/// reach six times as far as they lie apart.
Share mean_of(const std::vector<double>& values);

}  // namespace sumi::lab
