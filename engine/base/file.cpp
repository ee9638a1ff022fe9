// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>

namespace sumi {
Error system_error(const std::string& path, int reason) {
  const bool absent = reason == ENOENT || reason == ENOTDIR;
  return {absent ? ErrorCode::kNotFound : ErrorCode::kBadFile,
          fmt::format("file {}: {}", sumi::quoted(path), std::generic_category().message(reason))};
}

Result<std::string> read_head(const std::string& path, std::size_t most) {
  const Result<Descriptor> file = open_input(path == "-" ? "./-" : path);
  if (!file) return file.error();
  constexpr std::size_t kChunk = 1 << 16;
  std::string bytes;
  for (ReadBytes read; bytes.size() < most && !read.ended;) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::min(kChunk, most - had));
    read = read_some(file->get(), std::span(bytes).subspan(had));
    if (read.reason != 0) return system_error(path, read.reason);
    bytes.resize(had + read.count);
  }
  return bytes;
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // One byte more detects longer files.
  Result<std::string> bytes = read_head(path, max_bytes + (max_bytes < SIZE_MAX));
  if (bytes && bytes->size() > max_bytes) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("file {}: longer than {} bytes", sumi::quoted(path), max_bytes)};
  }
  return bytes;
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  if (const Result<void> done = file->write(bytes); !done) return done;
  return file->finish();
}

Result<bool> rename_if_absent(const std::string& made, const std::string& path) {
  // Without links, a rename could overwrite a file created meanwhile.
  std::error_code failure;
  std::filesystem::create_hard_link(made, path, failure);
  const bool linked = !failure;
  if (failure == std::errc::operation_not_permitted || failure == std::errc::not_supported) {
    std::filesystem::rename(made, path, failure);
    if (!failure) return true;
  }
  const std::error_code reason = failure;
  std::filesystem::remove(made, failure);
  if (linked || reason == std::errc::file_exists) return linked;
  return system_error(path, reason.default_error_condition().value());
}

}  // namespace sumi
