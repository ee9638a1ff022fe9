// SPDX-License-Identifier: MIT
/// The best moves of a search, for programs: the same keys wherever moves are weighed.
#pragma once

#include "engine/game/board.h"
#include "engine/search_update.h"
#include "protocol/text/json_lines.h"

#include <string_view>
#include <vector>

namespace sumi::protocol {

/// "book" or "search"; a key of tr().
std::string_view source_name(const Basis& basis);

/// The best move and the others, in order; none if the game is over.
std::vector<Candidate> all_candidates(const SearchUpdate& update);

/// A score that is only a bound is not exact.
bool is_exact(const Candidate& candidate, const Basis& basis);

/// The best move: {"move", "score", "depth", "selectivity", "exact", "nodes", "seconds", "pv"}, for
/// the side to move of `position`. Nodes and seconds are of the whole search.
Json best_json(const Position& position, const SearchUpdate& update);

/// {"position", "candidates": [...]}, objects as best_json() makes them. None if the game is over.
Json candidates_json(const Position& position, const SearchUpdate& update);

}  // namespace sumi::protocol
