// SPDX-License-Identifier: MIT
/// Databases under a name of their own until they are whole or no longer needed:
/// "FILE.PROCESS.END".
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <string>
#include <string_view>

namespace sumi {

/// Removes the files of this kind that killed processes left beside `path`. One that is in use is
/// locked (open_locked()): processes of other machines cannot be seen.
void remove_left_files(const std::string& path);

/// The name of such a file beside `path`, for this process. Does remove_left_files().
std::string passing_name(const std::string& path, std::string_view end);

/// Creates the file and locks it.
Result<HeldFile> create_passing_file(const std::string& name);

/// Removes a database and SQLite's files beside it; what is missing is no error.
void remove_database(const std::string& path);

}  // namespace sumi
