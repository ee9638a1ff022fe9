// SPDX-License-Identifier: MIT
/// Boards as keys of the standard library's tables.
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

/// The order of books: by own, then opp, as numbers.
struct BoardOrder {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.own != b.own ? a.own < b.own : a.opp < b.opp;
  }
};

/// Children before their parents: by empties, then in the order of books.
struct DeepestFirst {
  constexpr bool operator()(const Board& a, const Board& b) const {
    return a.empties() != b.empties() ? a.empties() < b.empties() : BoardOrder{}(a, b);
  }
};

}  // namespace sumi::book
