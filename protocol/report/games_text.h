// SPDX-License-Identifier: MIT
/// Games of a database for people: results in words, tables of games.
#pragma once

#include "book/games/game_search.h"
#include "protocol/report/language.h"

#include <cstdint>
#include <span>
#include <string>

namespace sumi::protocol {

/// "1234 games (1985-2015): won 50.1%, drawn 3.2%, lost 46.7%; average score +1.23", for the side
/// that was counted.
std::string tally_text(const book::GameTally& tally, Language language);

/// The share of `part`, "50.1%"; kUnknown of no games.
std::string percent_text(std::uint64_t part, std::uint64_t all);

/// "1985-2015", "2003"; empty if no game has a year.
std::string years_text(const book::GameTally& tally);

/// A header and a row for each of these games.
std::string games_table(const book::GameStore& store, std::span<const std::uint32_t> games,
                        Language language);

/// The first move of a game that is new in the database, and the latest games that came there.
std::string new_move_text(const book::GameStore& store, const GameRecord& game, Language language);

}  // namespace sumi::protocol
