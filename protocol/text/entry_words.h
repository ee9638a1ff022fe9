// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// Parses one game or position from the command line, in any format of files. Appends assumptions
/// to `warnings` unless null. Fails with the parser's error for a recognizable board or game,
/// kBadSyntax for several entries, and kNotFound for other text.
Result<FileEntry> parse_entry_words(const std::string& text, const TextOptions& options = {},
                                    std::vector<std::string>* warnings = nullptr);

}  // namespace sumi::protocol
