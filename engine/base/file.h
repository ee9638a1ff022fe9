// SPDX-License-Identifier: MIT
/// Whole files in and out, with errors in words.
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sumi {

/// "file 'x': Permission denied", for `reason` as in errno: kNotFound if there is no such file or
/// folder, else kBadFile.
Error system_error(const std::string& path, int reason);

/// The bytes of a file. Fails with kNotFound, or with kBadFile when it is a folder, cannot be
/// read, or is longer than `max_bytes`. Pipes and devices are read to their end.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 1u << 30);

/// The first `most` bytes of a file, or all if it is shorter. Fails as read_file() does.
Result<std::string> read_head(const std::string& path, std::size_t most);

/// Replaces a file by one of these bytes, all or nothing, as OutputFile does: permissions and links
/// stay, and standard output ("-"), pipes and devices are written to. Fails with kBadFile, or
/// kNotFound if there is no such folder.
Result<void> write_file(const std::string& path, std::string_view bytes);

/// Gives the file `made` the name `path`, in one step, unless there is such a file: false then.
/// Either way `made` is gone. Fails as write_file() does.
Result<bool> name_new_file(const std::string& made, const std::string& path);

}  // namespace sumi
