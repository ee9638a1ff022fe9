// SPDX-License-Identifier: MIT
#include "engine/base/passing_file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <unistd.h>

namespace sumi {
namespace {

constexpr std::array<std::string_view, 3> kBeside{"-journal", "-wal", "-shm"};

/// The process of "PROCESS.END" or of "PROCESS.END.PROCESS.END".
std::optional<pid_t> process_of(std::string_view rest) {
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

/// Our own number may have been that of a killed process, too.
bool may_be_left(pid_t process) {
  return process == getpid() || (kill(process, 0) != 0 && errno == ESRCH);
}

/// The databases beside `path` whose processes have been killed.
std::set<std::string> left_beside(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  const std::string start = fs::path(path).filename().string() + '.';
  std::set<std::string> left;
  std::error_code failure;
  fs::directory_iterator entry(folder.empty() ? "." : folder, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with(start)) continue;
    for (const std::string_view beside : kBeside) {
      if (name.ends_with(beside)) name.resize(name.size() - beside.size());
    }
    const auto process = process_of(std::string_view(name).substr(start.size()));
    if (process && may_be_left(*process)) left.insert((folder / name).string());
  }
  return left;
}

}  // namespace

void remove_left_files(const std::string& path) {
  for (const std::string& left : left_beside(path)) {
    const auto file = HeldFile::open_locked(left, O_RDWR, "");
    if (file || file.error().code == ErrorCode::kNotFound) remove_database(left);
  }
}

std::string passing_name(const std::string& path, std::string_view end) {
  remove_left_files(path);
  return fmt::format("{}.{}.{}", path, getpid(), end);
}

Result<HeldFile> create_passing_file(const std::string& name) {
  return HeldFile::open_locked(name, O_RDWR | O_CREAT | O_TRUNC, "another process has it");
}

void remove_database(const std::string& path) {
  std::remove(path.c_str());
  for (const std::string_view beside : kBeside)
    std::remove(fmt::format("{}{}", path, beside).c_str());
}

}  // namespace sumi
