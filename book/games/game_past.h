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
  Board before;                      ///< The position in which it was played.
  std::vector<std::uint32_t> games;  ///< That reached `before`.
};

/// Ignores games with the same moves. Nothing if there is no new move, or the board is not 8x8.
/// Throws FatalError as GameStore does.
std::optional<NewMove> first_new_move(const GameStore& store, const GameRecord& game);

/// A game in the orientation in which it reaches a given position.
struct Meeting {
  GameRecord game;
  int moves = 0;  ///< To the position, without passes.
};

/// Of several orientations, prefers one that keeps the game's start. Nothing if the game reaches
/// neither `board` nor a symmetric position.
std::optional<Meeting> meeting_at(const GameRecord& game, const Board& board);

}  // namespace sumi::book
