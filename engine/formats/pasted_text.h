// SPDX-License-Identifier: MIT
/// Boards and games as people paste them: diagrams, squares on a line, moves on a line or on
/// several, with names, clocks, scores and comments around them.
#pragma once

#include "engine/formats/text_entry.h"

#include <string_view>

namespace sumi {

/// Reads the first board or game of `text`. If the text is not `complete`, more of it may follow,
/// and no more is asked for than is needed: moves without numbers end with their line.
///
/// A board is followed by the moves of a game, if these are there. A line tells the side to move as
/// side_of_line() says, above the board, beside it or below; two that disagree are an error, and
/// without one Black is assumed, with a warning.
TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options = {});

}  // namespace sumi
