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

/// Reads the columns of the row in their order. Fails, naming the column, if bind_game() cannot
/// have written it; `game` then has what was read before. Requires: `game` is new; `engines` > 1.
Result<void> read_game(Statement& row, int engines, GameResult& game);

/// Bind and read the columns of a game's remarks, which follow its number; Black's engine comes
/// first.
void bind_remarks(Statement& insert, const std::array<EngineRemarks, 2>& remarks);
Result<void> read_remarks(Statement& row, std::array<EngineRemarks, 2>& remarks);
void bind_cpu(Statement& insert, const std::array<EngineRemarks, 2>& remarks);
Result<void> read_cpu(Statement& row, std::array<EngineRemarks, 2>& remarks);

}  // namespace sumi::match
