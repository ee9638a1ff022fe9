// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"

#include <string>
#include <vector>

namespace sumi::protocol {

/// Parses one game or position from the command line, in any form that files may contain. Adds
/// assumptions to `warnings` unless null. Errors: the error of a recognizable board or game,
/// kBadSyntax for several entries, otherwise kNotFound with a message that mentions files and all
/// forms.
Result<FileEntry> parse_entry_words(const std::string& text, const TextOptions& options = {},
                                    std::vector<std::string>* warnings = nullptr);

}  // namespace sumi::protocol
