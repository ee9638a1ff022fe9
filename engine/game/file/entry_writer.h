// SPDX-License-Identifier: MIT
/// An entry as text of a format, as GameFileWriter puts it in files.
#pragma once

#include "engine/game/file/game_file.h"

#include <string>

namespace sumi {

/// With its line ends; a blank line behind where the format wants one between entries. Requires:
/// the format is written, and is not kWthor.
std::string entry_text(const FileEntry& entry, FileFormat format);

}  // namespace sumi
