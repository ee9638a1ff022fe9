// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/command/command.h"
#include "tools/lab/cli/outputs.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

namespace sumi::lab {
namespace {

/// A file that cannot be read gives nothing: writing it will tell.
std::string beginning_of(const std::string& path) {
  std::string bytes(std::size_t{1} << 16, '\0');
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (!file) return {};
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

}  // namespace

void check_output(std::string_view what, const std::string& path, std::string_view kind,
                  KindTest of_kind) {
  namespace fs = std::filesystem;
  using protocol::UsageError;
  std::error_code failure;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, failure)) {
    throw UsageError(fmt::format("{}: no folder {}", what, sumi::quoted(folder.string())));
  }
  if (!fs::exists(path, failure)) return;
  if (!fs::is_regular_file(path, failure)) {
    throw UsageError(fmt::format("{}: {} is a folder or a device", what, sumi::quoted(path)));
  }
  const std::string beginning = beginning_of(path);
  if (!beginning.empty() && !of_kind(beginning)) {
    throw UsageError(fmt::format("{}: {} is there and holds no {}; name another file", what,
                                 sumi::quoted(path), kind));
  }
}

}  // namespace sumi::lab
