// SPDX-License-Identifier: MIT
#include "engine/base/held_file.h"
#include "engine/base/process.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

namespace sumi {

Error file_error(const std::string& path, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("file {}: {}", sumi::quoted(path), what)};
}

Result<HeldFile> HeldFile::open_locked(const std::string& path, Access access,
                                       std::string_view others) {
  Result<std::optional<HeldFile>> file = try_locked(path, access, Lock::kExclusive);
  if (!file) return file.error();
  if (!*file) return file_error(path, others);
  return std::move(**file);
}

namespace {

constexpr std::array<std::string_view, 3> kBeside{"-journal", "-wal", "-shm"};

/// The process id in "PROCESS.END"; the last one in "PROCESS.END.PROCESS.END", a temporary file's
/// own temporary file.
std::optional<int> process_of(std::string_view rest) {
  const std::optional<int> process = parse_int(rest.substr(0, rest.find('.')));
  if (!process || *process <= 0) return std::nullopt;
  rest.remove_prefix(std::min(rest.find('.'), rest.size()));
  for (const std::string_view end : {".part", ".new", ".import"}) {
    if (rest == end) return *process;
    if (rest.starts_with(end) && rest[end.size()] == '.') {
      return process_of(rest.substr(end.size() + 1));
    }
  }
  return std::nullopt;
}

/// True for our own id: a killed process may have had it.
bool may_be_stale(int process) { return process == process_id() || !process_runs(process); }

/// Temporary databases beside `path` whose processes have ended.
std::set<std::string> stale_files(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  const std::string start = fs::path(path).filename().string() + '.';
  std::set<std::string> stale;
  std::error_code failure;
  fs::directory_iterator entry(folder.empty() ? "." : folder, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with(start)) continue;
    for (const std::string_view beside : kBeside) {
      if (name.ends_with(beside)) name.resize(name.size() - beside.size());
    }
    const auto process = process_of(std::string_view(name).substr(start.size()));
    if (process && may_be_stale(*process)) stale.insert((folder / name).string());
  }
  return stale;
}

}  // namespace

void remove_stale_files(const std::string& path) {
  for (const std::string& stale : stale_files(path)) {
    const auto file = HeldFile::open_locked(stale, HeldFile::Access::kWrite, "");
    if (file || file.error().code == ErrorCode::kNotFound) remove_database(stale);
  }
}

std::string temporary_name(const std::string& path, std::string_view end) {
  remove_stale_files(path);
  return fmt::format("{}.{}.{}", path, process_id(), end);
}

Result<HeldFile> create_temporary_file(const std::string& name) {
  return HeldFile::open_locked(name, HeldFile::Access::kTruncate, "another process has it");
}

void remove_database(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  for (const std::string_view beside : kBeside) {
    std::filesystem::remove(fmt::format("{}{}", path, beside), ignored);
  }
}

}  // namespace sumi
