// SPDX-License-Identifier: MIT
/// JSON of `sumi games ... --json`. The commands' help explains the keys.
#pragma once

#include "book/games/game_import.h"
#include "book/games/game_search.h"
#include "protocol/service/games_view.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <span>

namespace sumi::protocol {

/// {"id", "black", "white", "tournament", "date", "round", "year", "result", "score", "winner",
/// "theoretical", "theoretical_empties", "opening", "start", "moves", "source", "also"}
Json stored_game_json(const book::StoredGame& game);
Json stored_games_json(const book::GameStore& store, std::span<const std::uint32_t> games);

/// {"number", "side", "move", "games", "latest"} of book::first_new_move(), or null.
Json new_move_json(const book::GameStore& store, const GameRecord& game);

/// {"position", "opening", "games", ..., "ended", "moves": [{"move", "games", ..., "opening"}]}.
/// With `same`, each move also has "same": the squares of the symmetric moves.
Json view_json(const GamesView& view, bool same);

/// {"files", "games", "added", "known", "merged", "similar", "left_out", "mended", "all"}. `all`:
/// games in the database.
Json import_json(const book::ImportReport& report, std::uint64_t all);
/// {"note", "where", "what"}
Json note_json(const book::ImportNote& note);

/// Adds "games", "wins", "draws", "losses", "score", "first_year", "last_year" to the object.
void add_tally(Json& json, const book::GameTally& tally);

}  // namespace sumi::protocol
