// SPDX-License-Identifier: MIT
/// Whole files in and out, with errors in words.
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <string>

namespace sumi {

/// The bytes of a file. Fails with kNotFound, or with kBadFile when it is a folder, cannot be
/// read, or is longer than `max_bytes`. Pipes and devices are read to their end.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 1u << 30);

}  // namespace sumi
