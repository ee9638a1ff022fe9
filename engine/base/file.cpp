// SPDX-License-Identifier: MIT
/// C streams read files, pipes and devices alike, with errors in errno.
#include "engine/base/file.h"
#include "engine/base/output_file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace sumi {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Error system_error(const std::string& path, int reason) {
  const bool absent = reason == ENOENT || reason == ENOTDIR;
  return {absent ? ErrorCode::kNotFound : ErrorCode::kBadFile,
          fmt::format("file {}: {}", sumi::quoted(path), std::generic_category().message(reason))};
}

Result<std::string> read_head(const std::string& path, std::size_t most) {
  // A NUL would end the name.
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return system_error(path, errno);

  constexpr std::size_t kChunk = 1 << 16;
  std::string bytes;
  while (bytes.size() < most && !std::feof(file.get())) {
    const std::size_t had = bytes.size(), wanted = std::min(kChunk, most - had);
    bytes.resize(had + wanted);
    bytes.resize(had + std::fread(bytes.data() + had, 1, wanted, file.get()));
    if (std::ferror(file.get())) return system_error(path, errno);
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
  const int reason = failure.value();
  if (!linked && (reason == EPERM || reason == EOPNOTSUPP) &&
      std::rename(made.c_str(), path.c_str()) == 0) {
    return true;
  }
  std::remove(made.c_str());
  if (linked || reason == EEXIST) return linked;
  return system_error(path, reason);
}

}  // namespace sumi
