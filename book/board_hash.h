// SPDX-License-Identifier: MIT
/// Boards as keys of the standard library's hash tables.
#pragma once

#include "engine/base/random.h"
#include "engine/game/board.h"

#include <cstddef>

namespace sumi::book {

struct BoardHash {
  std::size_t operator()(const Board& board) const {
    return SplitMix64(board.own + SplitMix64(board.opp).next()).next();
  }
};

}  // namespace sumi::book
