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

/// A game that came to a position, turned so that it comes to that one and not to a symmetric one.
struct Meeting {
  GameRecord game;
  int moves = 0;  ///< To the position, without passes.
};

/// Of several directions one that begins as the game does. Nothing if the game does not come to
/// `board` in any.
std::optional<Meeting> meeting_at(const GameRecord& game, const Board& board);

}  // namespace sumi::book
