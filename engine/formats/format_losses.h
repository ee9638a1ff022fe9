// SPDX-License-Identifier: MIT
/// What a format has no place for. For GameFileWriter.
#pragma once

#include "engine/formats/game_file.h"

#include <string>

namespace sumi {

/// Of what `entry` says: "date, ratings", in a fixed order; empty if the format keeps all.
/// For WTHOR: of a file of the year `year`, whose theoretical scores hold at `depth` empties.
std::string losses(const FileEntry& entry, FileFormat format, int year = 0, int depth = 0);

}  // namespace sumi
