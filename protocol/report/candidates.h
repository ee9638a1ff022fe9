// SPDX-License-Identifier: MIT
/// The best moves of a search, as a table or as JSON: the same look wherever moves are weighed.
#pragma once

#include "engine/engine.h"
#include "engine/game/position.h"
#include "protocol/report/json_lines.h"
#include "protocol/report/language.h"

#include <span>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// A header, a row for each candidate (best first) and a line with nodes and time. Scores are
/// for the side to move of `position`.
std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language = Language::kEnglish);

/// The best move: {"move", "score", "depth", "selectivity", "exact", "nodes", "seconds", "pv"}.
/// Nodes and seconds are of the whole search; a score that is only a bound is not exact.
Json best_json(const Position& position, const SearchUpdate& update);

/// {"position", "candidates": [...]}, objects as best_json() makes them. None if the game is over.
Json candidates_json(const Position& position, const SearchUpdate& update);

}  // namespace sumi::protocol
