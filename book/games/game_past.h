// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_store.h"
#include "engine/game/board.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sumi::book {

/// The first move of a game to a position that no other game reached.
struct NewMove {
  int number = 0;  ///< From 1, without passes.
  Square move = Square::kPass;
  Color side = Color::kBlack;
  std::vector<std::uint32_t> games;  ///< That reached the position before it.
};

/// Ignores games with the same moves. Nothing if there is no new move, or the board is not 8x8.
/// Throws FatalError as GameStore does.
std::optional<NewMove> first_new_move(const GameStore& store, const GameRecord& game);

}  // namespace sumi::book
