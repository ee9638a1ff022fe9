// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sumi {
namespace {

std::mutex all_files;  ///< Guards all HeldFile::Descriptors.

/// open() flags by HeldFile::Access.
constexpr int kFlags[] = {O_RDONLY, O_RDWR, O_RDWR | O_CREAT, O_RDWR | O_CREAT | O_TRUNC};

}  // namespace

struct HeldFile::Descriptors : std::vector<Descriptor> {};

HeldFile::HeldFile(std::string path, int fd, std::shared_ptr<Descriptors> all)
    : path_(std::move(path)), fd_(fd), all_(std::move(all)) {}

HeldFile::HeldFile(HeldFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      all_(std::move(other.all_)) {}

HeldFile::~HeldFile() {
  if (fd_ < 0) return;
  flock(fd_, LOCK_UN);
  const std::lock_guard lock(all_files);
  all_.reset();
}

Result<HeldFile> HeldFile::open(const std::string& path, Access access) {
  // A NUL would end the name.
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  Descriptor file(
      ::open(path.c_str(), kFlags[static_cast<int>(access)] | O_CLOEXEC | O_NONBLOCK, 0666));
  const int fd = file.get();
  if (fd < 0) return system_error(path, errno);
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    return file_error(path, "is not a regular file");
  }

  static std::map<std::pair<dev_t, ino_t>, std::weak_ptr<Descriptors>> files;
  const std::lock_guard lock(all_files);
  std::erase_if(files, [](const auto& file) { return file.second.expired(); });
  std::weak_ptr<Descriptors>& known = files[{info.st_dev, info.st_ino}];
  std::shared_ptr<Descriptors> all = known.lock();
  if (!all) known = all = std::make_shared<Descriptors>();
  all->push_back(std::move(file));
  return HeldFile(path, fd, std::move(all));
}

Result<std::optional<HeldFile>> HeldFile::try_locked(const std::string& path, Access access,
                                                     Lock lock) {
  while (true) {
    Result<HeldFile> file = open(path, access);
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

bool HeldFile::lock_exclusive() const { return flock(fd_, LOCK_EX | LOCK_NB) == 0; }

Result<std::int64_t> HeldFile::size() const {
  struct stat info {};
  if (fstat(fd_, &info) != 0) return system_error(path_, errno);
  return info.st_size;
}

Result<std::string> HeldFile::read(std::int64_t at, std::size_t most) const {
  std::string bytes(most, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n =
        pread(fd_, bytes.data() + done, bytes.size() - done, at + static_cast<std::int64_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error(path_, errno);
    if (n == 0) bytes.resize(done);
    done += static_cast<std::size_t>(n);
  }
  return bytes;
}

Result<void> HeldFile::write(std::int64_t at, std::string_view bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n =
        pwrite(fd_, bytes.data() + done, bytes.size() - done, at + static_cast<std::int64_t>(done));
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      Error error = system_error(path_, errno);
      [[maybe_unused]] const int cut = ftruncate(fd_, at);  // on failure a partial tail remains
      return error;
    }
  }
  return {};
}

Result<void> HeldFile::resize(std::int64_t bytes) const {
  if (ftruncate(fd_, bytes) != 0) return system_error(path_, errno);
  return {};
}

void HeldFile::sync() const { fdatasync(fd_); }

Result<void> check_new_file(const std::string& path) {
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  if (access(path.c_str(), F_OK) == 0) return system_error(path, EEXIST);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) return system_error(path, errno);
  return {};
}

bool HeldFile::copy_permissions(const std::string& to) const {
  struct stat info {};
  return fstat(fd_, &info) == 0 && chown(to.c_str(), info.st_uid, info.st_gid) == 0 &&
         chmod(to.c_str(), info.st_mode & 07777) == 0;
}

}  // namespace sumi
