// SPDX-License-Identifier: MIT
/// BoardPicture in characters, for terminals and files.
#pragma once

#include "protocol/report/svg_board.h"

#include <string>

namespace sumi::protocol {

/// Lines with the names of files and ranks around, each ended: `X` black, `O` white, `.` empty, `*`
/// a legal move if those are wanted, `[X]` the last move. Marks and scores stand behind a disc, and
/// in the place of an empty square. Pixels and title say nothing here; coordinates are always
/// there.
std::string text_board(const BoardPicture& picture);

}  // namespace sumi::protocol
