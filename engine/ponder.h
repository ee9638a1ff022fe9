// SPDX-License-Identifier: MIT
/// Chooses the position to search on the opponent's time: after the reply that our line predicts.
/// If it is played, our next search resumes there; otherwise the work is lost. Without a
/// prediction, searches the opponent's position: a ply shallower, and spread over all replies.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"
#include "engine/search_core.h"

#include <optional>

namespace sumi {

/// For Engine::ponder() after our move in a game. `found` is the result of searching `board` within
/// `limits`. Nothing if pondering is off, the game is over or no search was needed. Also nothing if
/// depth or nodes limit the moves, as levels and strengths do: play must stay reproducible.
std::optional<Board> ponder_board(const EngineOptions& options, const SearchLimits& limits,
                                  const Board& board, const SearchReport& found);

}  // namespace sumi
