// SPDX-License-Identifier: MIT
/// A game or a position in whatever form people write one.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// A position or a game that is itself on the command line, in any form that a file may have:
/// squares and the side, a diagram, FEN, moves, a board and moves, an OBF line, a GGF, SGF, PGN or
/// JSON game. `warnings`, if it is not null, gets what was assumed. Fails with kNotFound, naming
/// both a file and these forms, if it is none of them or has words that are none; with the fault of
/// the board or the illegal move if it was meant to be one; with kBadSyntax if there are several.
Result<FileEntry> parse_entry_words(const std::string& text, const TextOptions& options = {},
                                    std::vector<std::string>* warnings = nullptr);

}  // namespace sumi::protocol
