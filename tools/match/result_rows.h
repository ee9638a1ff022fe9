// SPDX-License-Identifier: MIT
/// Games as rows of a ResultStore's table: README.md has the columns. Private to it and to tests.
#pragma once

#include "engine/base/error.h"
#include "engine/base/sqlite.h"
#include "tools/match/game_result.h"

#include <array>

namespace sumi::match {

inline constexpr int kGameColumns = 18;

/// Binds the columns in their order. Fails, with the game's number, if its moves cannot be read
/// back.
Result<void> bind_game(Statement& insert, const GameResult& game);

/// Takes the columns of the row in their order. Fails in words, with the column, if no game is
/// written so; `game` has then what was read before. Requires: `game` is new; `engines` > 1.
Result<void> read_game(Statement& row, int engines, GameResult& game);

/// The same for the columns of a game's remarks behind its number, Black's engine's first.
void bind_remarks(Statement& insert, const std::array<EngineRemarks, 2>& remarks);
Result<void> read_remarks(Statement& row, std::array<EngineRemarks, 2>& remarks);

}  // namespace sumi::match
