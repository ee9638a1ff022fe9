// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_search.h"
#include "engine/base/error.h"
#include "engine/game/game.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sumi::protocol {

struct GamesView {
  GameRecord game;    ///< Up to the position.
  Position position;  ///< After a forced pass.
  book::PositionGames found;
  std::vector<std::uint32_t> latest, best_known;
};

/// The games of `store` at `position`, where `game` ends; at most `most` in each list. Fails with
/// kOutOfRange unless the board is 8x8. Throws FatalError as GameStore does.
Result<GamesView> view_games(const book::GameStore& store, GameRecord game,
                             const Position& position, const book::GameFilter& filter,
                             std::size_t most);

/// The opening that a move enters; null if the name does not change.
const book::OpeningName* opening_after(const GamesView& view, Square move);

/// Fails with kNotFound if no game has the filter's player or tournament.
Result<void> check_names(const book::GameStore& store, const book::GameFilter& filter);

}  // namespace sumi::protocol
