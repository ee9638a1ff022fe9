// SPDX-License-Identifier: MIT
/// Positions to solve as ScrZebra takes them: scripts (.scr), a position a line, and the files
/// endNN.pos of the FFO suite, a position each.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/obf.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// Reads a line of a script: 64 squares (`* X x` black, `O 0 o` white, `- .` empty; 36 or 16 for
/// small boards), blanks, the side, `% comment`. Nothing (no error) for blank lines and comments.
Result<std::optional<ObfLine>> parse_script_line(std::string_view line);

/// "<64 squares> X % comment", without line end. Scores have no place there.
std::string to_script_line(const ObfLine& line);

/// Reads a .pos file: a line of squares, a line "Black" or "White", and comments.
Result<ObfLine> parse_pos(std::string_view text);

}  // namespace sumi
