// SPDX-License-Identifier: MIT
/// JSON lines: one object per line, keys in insertion order.
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

/// Invalid UTF-8 becomes U+FFFD.
std::string json_text(const Json& object);
std::string json_line(const Json& object);  ///< With its newline.

/// Rounded to microseconds.
double json_seconds(double seconds);

/// Discs: an integer if exact, else rounded to 1/100.
Json json_discs(Value value, bool exact);

/// ["d3", "c3", "pass"], on a board of `size`.
Json json_moves(const Line& line, int size = 8);

/// "book" or "search"; a key of tr().
std::string_view source_name(const Basis& basis);

/// Best first; empty if the game is over.
std::vector<Candidate> all_candidates(const SearchUpdate& update);

/// False if the score is only a bound.
bool is_exact(const Candidate& candidate, const Basis& basis);

/// The best move: {"move", "score", "depth", "selectivity", "exact", "likely_error", "source",
/// "book_plies", "nodes", "seconds", "pv"}, for the side to move. Nodes and seconds are of the
/// whole search; "likely_error" is null if it is unknown.
Json best_json(const Position& position, const SearchUpdate& update);

/// {"position", "candidates": [...], "published", "ended_by"}, with objects as in best_json(). No
/// candidates if the game is over; "published" {"score", "by", "year"} only with a
/// published_score(), "ended_by" only in the result of a search.
Json candidates_json(const Position& position, const SearchUpdate& update);

}  // namespace sumi::protocol
