// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

inline constexpr std::string_view kGamesFile = "games.db";

/// Returns $XDG_DATA_HOME/sumi/NAME or ~/.local/share/sumi/NAME; nothing if neither XDG_DATA_HOME
/// nor HOME is a folder.
std::optional<std::string> data_file(std::string_view name);

/// Creates the folder if `path` is data_file(). Errors appear when the file is opened.
void make_data_folder(const std::string& path, std::string_view name);

}  // namespace sumi::protocol
