// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

inline constexpr std::string_view kGamesFile = "games.db";

/// $XDG_DATA_HOME/sumi/NAME or ~/.local/share/sumi/NAME; std::nullopt if neither XDG_DATA_HOME nor
/// HOME is an absolute path.
std::optional<std::string> data_file(std::string_view name);

/// Creates the folder of `path` if `path` is data_file(name). Ignores errors.
void make_data_folder(const std::string& path, std::string_view name);

}  // namespace sumi::protocol
