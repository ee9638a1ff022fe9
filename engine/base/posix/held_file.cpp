// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sumi {

Error store_error(const std::string& path, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("file {}: {}", sumi::quoted(path), what)};
}

Result<HeldFile> HeldFile::open(const std::string& path, int flags) {
  // open() would quietly stop at a NUL and open another file.
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd < 0) return system_error(path, errno);
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    close(fd);
    return store_error(path, "is no regular file");
  }

  static std::map<std::pair<dev_t, ino_t>, std::weak_ptr<Descriptors>> files;
  const std::lock_guard lock(mutex());
  std::erase_if(files, [](const auto& file) { return file.second.expired(); });
  std::weak_ptr<Descriptors>& file = files[{info.st_dev, info.st_ino}];
  std::shared_ptr<Descriptors> all = file.lock();
  if (!all) file = all = std::make_shared<Descriptors>();
  all->fds.push_back(fd);
  return HeldFile(fd, std::move(all));
}

Result<std::optional<HeldFile>> HeldFile::try_locked(const std::string& path, int flags,
                                                     Lock lock) {
  while (true) {
    Result<HeldFile> file = open(path, flags);
    if (!file) return file.error();
    if (flock(file->fd_, (lock == Lock::kShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return std::nullopt;
      return system_error(path, errno);
    }
    struct stat ours {
    }, there{};
    const bool is_there = fstat(file->fd_, &ours) == 0 && stat(path.c_str(), &there) == 0 &&
                          ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
    if (is_there) return std::optional(*std::move(file));
  }
}

Result<HeldFile> HeldFile::open_locked(const std::string& path, int flags,
                                       std::string_view others) {
  Result<std::optional<HeldFile>> file = try_locked(path, flags, Lock::kAlone);
  if (!file) return file.error();
  if (!*file) return store_error(path, others);
  return std::move(**file);
}

Result<void> write_at(const std::string& path, const HeldFile& file, std::string_view bytes,
                      std::int64_t at) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = pwrite(file.fd(), bytes.data() + done, bytes.size() - done,
                             static_cast<off_t>(at + static_cast<std::int64_t>(done)));
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      const int reason = errno;
      [[maybe_unused]] const int cut = ftruncate(file.fd(), at);  // if it fails the tail is torn
      return system_error(path, reason);
    }
  }
  return {};
}

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
