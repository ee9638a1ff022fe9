// SPDX-License-Identifier: MIT
/// What actions of a tab have in common (README.md): games, positions and limits of their objects.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"
#include "engine/game/game_record.h"
#include "engine/limits.h"
#include "protocol/service/game_analysis.h"
#include "protocol/text/json_lines.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// The game of an action. Fails also if the object has other keys than those of a game, "id",
/// "action" and the action's `own`.
Result<GameRecord> game_in(const Json& object, std::initializer_list<std::string_view> own = {});

/// The position after the game, of the side that has a move; fails where nobody has.
Result<Position> position_to_play(const GameRecord& game);

/// Limits of "clock" or of "limits"; a second if there are none.
Result<SearchLimits> limits_of_move(const Json& object);

/// How a review searches, by "limits"; as `sumi analyze` if there are none.
Result<AnalysisSetup> setup_of_review(const Json& object);

/// Games and positions that somebody pastes or drops: whatever the command line reads.
struct PastedGames {
  std::vector<FileEntry> entries;  ///< At least one.
  int left_out = 0;                ///< How many more there were.
  std::vector<std::string> warnings;
};

/// The contents of a file, or a text; `name` is the file's, or empty. Moves alone begin on a board
/// of `size`. Fails if nothing in it is a game or a position, with the first fault.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size);

}  // namespace sumi::protocol
