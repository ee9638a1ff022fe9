// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_search.h"
#include "protocol/report/language.h"

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

}  // namespace sumi::protocol
