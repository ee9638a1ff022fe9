// SPDX-License-Identifier: MIT
/// From the text of one entry to the entry, whatever its format. For GameFileReader.
#pragma once

#include "engine/game/file/game_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Nothing (no error) for what holds no entry, a comment. `warnings` gets what was mended or left
/// out. Requires: `format` is not kWthor.
Result<std::optional<FileEntry>> parse_entry(FileFormat format, std::string_view text,
                                             std::vector<std::string>& warnings);

/// What the record says and its moves deny; empty if they agree.
std::string contradiction(const GameRecord& record);

}  // namespace sumi
