// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"

namespace sumi::lab {

/// Uniform in 0..1, 1 excluded.
inline double uniform(SplitMix64& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

}  // namespace sumi::lab
