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

/// Reads a file, pipe or device to its end. Fails with kNotFound, or kBadFile for a folder, an
/// unreadable file or more than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 1u << 30);

/// Reads at most the first `most` bytes. Errors as read_file().
Result<std::string> read_head(const std::string& path, std::size_t most);

/// Atomically replaces a file, as OutputFile does; also writes to standard output ("-"), pipes and
/// devices. Fails with kBadFile, or kNotFound if the folder is missing.
Result<void> write_file(const std::string& path, std::string_view bytes);

/// Atomically renames `made` to `path`; false if `path` exists. Removes `made` in any case. Errors
/// as write_file().
Result<bool> rename_if_absent(const std::string& made, const std::string& path);

}  // namespace sumi
