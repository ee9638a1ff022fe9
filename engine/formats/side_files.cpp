// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/byte_stream.h"
#include "engine/formats/wthor.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace sumi {
namespace {

constexpr const char* kExtensions[] = {".jou", ".trn"};

bool is_wthor_file(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return false;
  constexpr std::size_t kHead = 4096;
  auto stream = ByteStream::open(path);
  if (!stream) return false;
  const auto format = detect_format(path, stream->peek(kHead));
  return format && format_spec(*format).binary;
}

}  // namespace

std::string side_file(const std::string& path, std::string_view extension) {
  const std::size_t point = path.find_last_of('.');
  const std::size_t name = path.find_last_of('/') + 1;
  const bool named = point != path.npos && point > name;
  return path.substr(0, named ? point : path.size()) + std::string(extension);
}

std::vector<std::string> side_files_written(const std::string& path, FileFormat format) {
  if (!format_spec(format).binary) return {};
  return {side_file(path, ".jou"), side_file(path, ".trn")};
}

std::vector<std::string> side_files_read(const std::string& path) {
  std::vector<std::string> files;
  if (!is_wthor_file(path)) return files;
  for (const char* const extension : kExtensions) {
    std::string file = find_side_file(path, extension);
    if (!file.empty()) files.push_back(std::move(file));
  }
  return files;
}

std::string find_side_file(const std::string& path, const std::string& extension) {
  namespace fs = std::filesystem;
  const std::string names[] = {fs::path(path).stem().string() + extension, "wthor" + extension};
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  std::string best;
  std::size_t best_rank = std::size(names) + 1, others = 0;
  std::error_code fault;
  for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
    const std::string name = at->path().filename().string();
    if (!equal_ignoring_case(at->path().extension().string(), extension)) continue;
    const auto known = std::ranges::find_if(
        names, [&](const std::string& own) { return equal_ignoring_case(name, own); });
    const auto rank = static_cast<std::size_t>(known - std::begin(names));
    others += rank == std::size(names) ? 1 : 0;
    if (rank >= best_rank) continue;
    best = at->path().string();
    best_rank = rank;
  }
  return best_rank == std::size(names) && others > 1 ? "" : best;
}

bool is_side_file(std::string_view bytes) { return parse_wthor_names(bytes).has_value(); }

}  // namespace sumi
