// SPDX-License-Identifier: MIT
/// What is lost when an entry is written in a format. For GameFileWriter.
#pragma once

#include "engine/formats/game_file.h"

#include <string>

namespace sumi {

/// The parts of `entry` that the format has no place for: "date, ratings", in a fixed order; empty
/// if it keeps all. For WTHOR, `year` is the file's year and `depth` the number of empties at which
/// its theoretical scores hold.
std::string losses(const FileEntry& entry, FileFormat format, int year = 0, int depth = 0);

}  // namespace sumi
