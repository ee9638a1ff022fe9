// SPDX-License-Identifier: MIT
#pragma once

#include "book/games/game_store.h"
#include "engine/game/board.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sumi::book {

/// A game's first move to a position that no other game reached.
struct NewMove {
  int number = 0;  ///< From 1, without passes.
  Square move = Square::kPass;
  Color side = Color::kBlack;
  Board before;
  std::vector<std::uint32_t> games;  ///< Other games that reached `before`.
};

/// Ignores games with the same moves. Nothing without a new move, or if the board is not 8x8.
/// Throws FatalError as GameStore does.
std::optional<NewMove> first_new_move(const GameStore& store, const GameRecord& game);

/// A game in an orientation that reaches a given position.
struct Meeting {
  GameRecord game;
  int moves = 0;  ///< Moves up to the position, not counting passes.
};

/// Prefers the orientation of the game's own start. Nothing if the game does not reach `board` up
/// to symmetry.
std::optional<Meeting> meeting_at(const GameRecord& game, const Board& board);

}  // namespace sumi::book
