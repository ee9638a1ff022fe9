// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sumi {

/// For errno `reason`: "file 'x': Permission denied". kNotFound if the file or folder does not
/// exist, else kBadFile.
Error system_error(const std::string& path, int reason);

/// Reads a file, pipe or device. Fails with kNotFound, or with kBadFile for a folder, an unreadable
/// file or more than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 1u << 30);

/// At most the first `most` bytes. Errors as read_file().
Result<std::string> read_head(const std::string& path, std::size_t most);

/// Atomically replaces a file (OutputFile), or writes to standard output ("-"), a pipe or a device.
/// Fails with kBadFile, or with kNotFound without the folder.
Result<void> write_file(const std::string& path, std::string_view bytes);

/// Atomically renames `made` to `path`; false if `path` exists. Always removes `made`. Errors as
/// write_file().
Result<bool> rename_if_absent(const std::string& made, const std::string& path);

}  // namespace sumi
