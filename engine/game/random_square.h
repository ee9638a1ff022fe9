// SPDX-License-Identifier: MIT
/// Squares drawn by chance.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"

#include <bit>

namespace sumi {

/// One of the squares of a set, each as likely; draws one number. Requires: `set` is not empty.
inline Square random_square(SplitMix64& random, Bitboard set) {
  for (int skip = random.below(std::popcount(set)); skip > 0; --skip) set &= set - 1;
  return first_square(set);
}

}  // namespace sumi
