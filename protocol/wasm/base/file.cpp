// SPDX-License-Identifier: MIT
/// Only what the module carries can be read, and nothing can be written.
#include "engine/base/file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <optional>

// Their bytes, which the assembler puts here (data.S).
#define SUMI_CARRIED_FILE(label, path) \
  extern "C" const char sumi_carried_##label[], sumi_carried_##label##_end[];
#include "protocol/wasm/carried_files.inc"
#undef SUMI_CARRIED_FILE

namespace sumi {
namespace {

struct CarriedFile {
  std::string_view path;
  const char *begin, *end;
};

const CarriedFile kFiles[] = {
#define SUMI_CARRIED_FILE(label, path) {path, sumi_carried_##label, sumi_carried_##label##_end},
#include "protocol/wasm/carried_files.inc"
#undef SUMI_CARRIED_FILE
};

/// The bytes of the file `path` ("weights/tables/s4-bp.table"); nothing if it is not carried.
std::optional<std::string_view> carried_file(std::string_view path) {
  const auto found = std::ranges::find(kFiles, path, &CarriedFile::path);
  if (found == std::end(kFiles)) return std::nullopt;
  return std::string_view(found->begin, found->end);
}

}  // namespace

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

bool std::filesystem::is_regular_file(const path& file, std::error_code&) {
  return sumi::carried_file(file.string()).has_value();
}
