// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"

#include <functional>
#include <optional>

namespace sumi::protocol {

/// Runs a search. At most 25 times a second, calls `show` with the latest iteration, and stops
/// early if `interrupted` returns true. Both run on this thread and may be empty; an exception from
/// `show` ends the search.
SearchUpdate watched_search(Engine& engine, const SearchLimits& limits,
                            const std::function<void(const SearchUpdate&)>& show,
                            const std::function<bool()>& interrupted);

struct SolvedBest {
  Square move = Square::kPass;
  DiscDiff score;  ///< For the side to move.
  Line line;
};

/// Solves the board of `size` by a watched_search(). Considers only `moves`, unless none of them is
/// legal. If `sign`, the score is 1, 0 or -1. std::nullopt if interrupted.
std::optional<SolvedBest> watched_solve(Engine& engine, const Board& board, int size,
                                        Bitboard moves, bool sign,
                                        const std::function<bool()>& interrupted);

}  // namespace sumi::protocol
