// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/lab/output_lock.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sumi::lab {
namespace {

std::string folder_lock(const std::string& folder) { return folder + "/sumi-lab.lock"; }

std::string name_of(const std::string& folder) { return "folder " + sumi::quoted(folder); }

/// "another sumi-lab, process 1234,": as the holder has written.
std::string holder_of(int fd) {
  char text[16];
  const ssize_t size = pread(fd, text, sizeof text, 0);
  const std::string_view digits(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  const auto process = parse_count(digits.substr(0, digits.find('\n')));
  return process ? fmt::format("another sumi-lab, process {},", *process) : "another sumi-lab";
}

/// Whether the name still stands for the file: the last holder may have removed it meanwhile.
bool is_there(const std::string& path, int fd) {
  struct stat ours {
  }, there{};
  return fstat(fd, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

}  // namespace

Result<void> OutputLock::take(const std::string& path, const std::string& whose, bool shared) {
  while (true) {
    Result<HeldFile> file = HeldFile::open(path, O_RDWR | O_CREAT);
    if (!file) return file.error();
    if (flock(file->fd(), (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      const int reason = errno;
      return Error{ErrorCode::kBadFile,
                   reason == EWOULDBLOCK
                       ? fmt::format("{}: {} writes to it; only one at a time can", whose,
                                     holder_of(file->fd()))
                       : fmt::format("{}: no lock on {}: {}", whose, sumi::quoted(path),
                                     std::generic_category().message(reason))};
    }
    if (!is_there(path, file->fd())) continue;
    // The number is for messages only: no lock depends on it.
    const std::string process = shared ? "" : fmt::format("{}\n", getpid());
    [[maybe_unused]] const bool told =
        ftruncate(file->fd(), 0) == 0 && pwrite(file->fd(), process.data(), process.size(), 0) >= 0;
    held_.push_back({path, std::move(*file)});
    return {};
  }
}

OutputLock::~OutputLock() {
  for (const Held& held : held_) {
    // The file must not be removed while others share the lock.
    if (flock(held.file.fd(), LOCK_EX | LOCK_NB) == 0) std::remove(held.path.c_str());
  }
}

Result<OutputLock> OutputLock::of_folder(const std::string& folder) {
  OutputLock lock;
  const auto taken = lock.take(folder_lock(folder), name_of(folder), false);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_part(const std::string& folder, Shard shard) {
  if (shard.count == 1) return of_folder(folder);
  OutputLock lock;
  const auto shared = lock.take(folder_lock(folder), name_of(folder), true);
  if (!shared) return shared.error();
  const std::string path =
      fmt::format("{}/sumi-lab-{}-of-{}.lock", folder, shard.index, shard.count);
  const auto taken = lock.take(
      path, fmt::format("shard {}/{} of {}", shard.index, shard.count, name_of(folder)), false);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_file(const std::string& path) {
  OutputLock lock;
  const auto taken = lock.take(path + ".lock", "file " + sumi::quoted(path), false);
  if (!taken) return taken.error();
  return lock;
}

}  // namespace sumi::lab
