// SPDX-License-Identifier: MIT
/// Boards and moves as people paste them into a file, with comments, numbers and words around them.
#pragma once

#include "engine/formats/game_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Reads a game. `warnings` tells which text was taken for a comment.
Result<GameRecord> parse_pasted_game(std::string_view text, std::vector<std::string>& warnings);

/// Like parse_pasted_game(), but text without moves becomes a position.
Result<std::optional<FileEntry>> parse_pasted_board(std::string_view text,
                                                    std::vector<std::string>& warnings);

}  // namespace sumi
