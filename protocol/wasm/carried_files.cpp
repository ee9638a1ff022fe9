// SPDX-License-Identifier: MIT
#include "protocol/wasm/carried_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

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

}  // namespace

std::optional<std::string_view> carried_file(std::string_view path) {
  const auto found = std::ranges::find(kFiles, path, &CarriedFile::path);
  if (found == std::end(kFiles)) return std::nullopt;
  return std::string_view(found->begin, found->end);
}

}  // namespace sumi

bool std::filesystem::is_regular_file(const path& file, std::error_code&) {
  return sumi::carried_file(file.string()).has_value();
}
