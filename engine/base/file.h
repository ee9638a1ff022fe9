// SPDX-License-Identifier: MIT
/// Whole files in and out, with errors in words.
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sumi {

/// The bytes of a file. Fails with kNotFound, or with kBadFile when it is a folder, cannot be
/// read, or is longer than `max_bytes`. Pipes and devices are read to their end.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 1u << 30);

/// Puts `bytes` in a file in the place of what was there, all or nothing, as OutputFile does: it
/// keeps permissions and links, and "-" and what is no plain file is written to. Fails with
/// kBadFile, or kNotFound if there is no such folder.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace sumi
