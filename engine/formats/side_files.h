// SPDX-License-Identifier: MIT
/// Files that belong to a file of games: the names of players and tournaments of WTHOR.
#pragma once

#include "engine/formats/game_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// "games.wtb" and ".jou": "games.jou".
std::string side_file(const std::string& path, std::string_view extension);

/// The files that GameFileWriter writes beside `path`.
std::vector<std::string> side_files_written(const std::string& path, FileFormat format);

/// The files beside `path` that GameFileReader reads, too; none if `path` is no WTHOR.
std::vector<std::string> side_files_read(const std::string& path);

/// The side file of that extension (".jou") that belongs to `path`, in any case of letters; else
/// wthor.jou, else the only one in the folder. Empty if there is none of these.
std::string find_side_file(const std::string& path, const std::string& extension);

/// The bytes are those of a .jou or .trn.
bool is_side_file(std::string_view bytes);

}  // namespace sumi
