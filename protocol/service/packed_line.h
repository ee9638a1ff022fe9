// SPDX-License-Identifier: MIT
/// Lines of play in stored analyses.
#pragma once

#include "engine/game/board.h"
#include "engine/search_core.h"

#include <string>

namespace sumi::protocol {

/// "f5d6--c3": two characters per move.
std::string packed_line(const Line& line, int size);

/// Reads a nonempty line of legal moves from `from`, the first not a pass. Throws
/// std::out_of_range.
Line parse_packed_line(const std::string& text, Position from);

}  // namespace sumi::protocol
