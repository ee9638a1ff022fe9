// SPDX-License-Identifier: MIT
/// What actions of a tab have in common (README.md): games, positions and limits of their objects.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game_record.h"
#include "engine/limits.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/report/json_lines.h"

#include <initializer_list>
#include <string_view>

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

}  // namespace sumi::protocol
