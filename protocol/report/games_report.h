// SPDX-License-Identifier: MIT
/// Databases of games as text, and as JSON of `sumi games ... --json`. The commands' help explains
/// the keys.
#pragma once

#include "book/games/game_import.h"
#include "book/games/game_search.h"
#include "protocol/report/language.h"
#include "protocol/service/game_library.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <span>
#include <string>

namespace sumi::protocol {

/// "1234 games (1985-2015): won 50.1%, drawn 3.2%, lost 46.7%; average score +1.23", for the
/// tally's side.
std::string tally_text(const book::GameTally& tally, Language language);

/// The share of `part`, "50.1%"; kUnknown if `all` is 0.
std::string percent_text(std::uint64_t part, std::uint64_t all);

/// "1985-2015", "2003"; empty if no game has a year.
std::string years_text(const book::GameTally& tally);

std::string games_table(const book::GameStore& store, std::span<const std::uint32_t> games,
                        Language language);

/// The game's first move that is new to the database, and the latest games with the moves before
/// it.
std::string new_move_text(const book::GameStore& store, const GameRecord& game, Language language);

// JSON.

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
