// SPDX-License-Identifier: MIT
/// Files of the user's that Sumi keeps without being told where.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// $XDG_DATA_HOME/sumi/NAME, or ~/.local/share/sumi/NAME; nothing where neither that variable nor
/// HOME says a folder.
std::optional<std::string> data_file(std::string_view name);

/// Makes the folder of data_file(), if `path` is that file. A failure shows when the file is
/// opened.
void make_data_folder(const std::string& path, std::string_view name);

}  // namespace sumi::protocol
