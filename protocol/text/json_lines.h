// SPDX-License-Identifier: MIT
/// What JSON lines have in common: one object a line, keys in the order they were given; moves,
/// scores and the candidates of a search.
#pragma once

#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"
#include "engine/search_update.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

using Json = nlohmann::ordered_json;

/// The object on one line. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& object);
std::string json_line(const Json& object);  ///< With its newline.

/// Seconds as JSON shows them: to the microsecond.
double json_seconds(double seconds);

/// Discs: whole if they are exact, else to the hundredth.
Json json_discs(Value value, bool exact);

/// ["d3", "c3", "pass"], on a board of `size`.
Json json_moves(const Line& line, int size = 8);

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
