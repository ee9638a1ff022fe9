// SPDX-License-Identifier: MIT
/// Where a game leaves the games of a database.
#pragma once

#include "book/games/game_store.h"
#include "engine/game/board.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sumi::book {

/// The first move of a game that leads to a position which no other game came to.
struct NewMove {
  int number = 0;  ///< From 1, passes not counted.
  Square move = Square::kPass;
  Color side = Color::kBlack;
  std::vector<std::uint32_t> games;  ///< Those that came to the position before it, by number.
};

/// Games of the same moves are the game itself and count nothing. Nothing if there is no new move,
/// or the board is not 8x8. Throws FatalError as GameStore does.
std::optional<NewMove> first_new_move(const GameStore& store, const GameRecord& game);

}  // namespace sumi::book
