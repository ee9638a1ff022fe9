// SPDX-License-Identifier: MIT
/// Chooses what to think about while the opponent thinks.
///
/// We guess its reply, the next move of our line, and search the position after it: where the guess
/// is right, our next search begins where that one was; where it is wrong only work is lost. The
/// other way, to search all replies of the opponent, is never quite in vain, but a ply behind and
/// spread over moves that are not played: it is for when there is no guess.
#pragma once

#include "engine/limits.h"
#include "engine/options.h"
#include "engine/search_core.h"

#include <optional>

namespace sumi {

/// The position to pass to Engine::ponder() after a move of ours in a game, where `found` is what a
/// search of `board` within `limits` found. Nothing where pondering is off or would be of no use:
/// the game is over then, or no search was needed. Nothing where depth or nodes limit moves, as
/// levels do: these are for the same play each time or for a weaker one, and what is found
/// meanwhile changes both.
std::optional<Board> ponder_board(const EngineOptions& options, const SearchLimits& limits,
                                  const Board& board, const SearchReport& found);

}  // namespace sumi
