// SPDX-License-Identifier: MIT
/// Only what the module carries can be read, and nothing can be written.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "protocol/wasm/carried_files.h"

#include <fmt/format.h>

#include <cerrno>

namespace sumi {

Error system_error(const std::string& path, int /*reason*/) {
  return {ErrorCode::kNotFound, fmt::format("file {}: WebAssembly has no files", quoted(path))};
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const auto bytes = carried_file(path);
  if (!bytes || bytes->size() > max_bytes) return system_error(path, ENOENT);
  return std::string(*bytes);
}

Result<void> write_file(const std::string& path, std::string_view /*bytes*/) {
  return system_error(path, EROFS);
}

}  // namespace sumi
