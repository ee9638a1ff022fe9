// SPDX-License-Identifier: MIT
/// Games and positions that somebody pastes or drops: whatever the command line reads.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"

#include <string>
#include <vector>

namespace sumi::protocol {

struct PastedGames {
  std::vector<FileEntry> entries;  ///< At least one.
  int left_out = 0;                ///< How many more there were.
  std::vector<std::string> warnings;
};

/// The contents of a file, or a text; `name` is the file's, or empty. Moves alone begin on a board
/// of `size`. Fails if nothing in it is a game or a position, with the first fault.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size);

}  // namespace sumi::protocol
