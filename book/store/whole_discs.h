// SPDX-License-Identifier: MIT
/// Values for formats that have whole discs only.
#pragma once

#include "engine/game/score.h"

#include <cmath>

namespace sumi::book {

/// The nearest one, halves away from zero, odd ones, too: so the score of a move stays that of the
/// position behind it, turned round, and the best move the best.
inline DiscDiff whole_discs(Value value) {
  return {static_cast<int>(std::lround(to_discs(value)))};
}

}  // namespace sumi::book
