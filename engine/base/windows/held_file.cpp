// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/windows/wide.h"

#include <cerrno>
#include <filesystem>
#include <utility>

namespace sumi {
namespace {

/// One byte that no file reaches: locks of Windows keep others from reading and writing it.
OVERLAPPED lock_place() {
  OVERLAPPED place{};
  place.OffsetHigh = 0x40000000;
  return place;
}

bool lock(int fd, DWORD flags) {
  OVERLAPPED place = lock_place();
  return LockFileEx(handle_of(fd), flags | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) != 0;
}

void unlock(int fd) {
  OVERLAPPED place = lock_place();
  UnlockFileEx(handle_of(fd), 0, 1, 0, &place);
}

OVERLAPPED place_at(std::int64_t at) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(at >> 32);
  return place;
}

bool same_file(int fd, const std::string& path) {
  const Descriptor there = descriptor_of(open_shared(path, 0, OPEN_EXISTING));
  BY_HANDLE_FILE_INFORMATION ours, theirs;
  return there.get() >= 0 && GetFileInformationByHandle(handle_of(fd), &ours) &&
         GetFileInformationByHandle(handle_of(there.get()), &theirs) &&
         ours.dwVolumeSerialNumber == theirs.dwVolumeSerialNumber &&
         ours.nFileIndexHigh == theirs.nFileIndexHigh && ours.nFileIndexLow == theirs.nFileIndexLow;
}

Error last_error(const std::string& path) { return system_error(path, errno_of(GetLastError())); }

}  // namespace

/// Locks of Windows belong to a handle, not to the process.
struct HeldFile::Descriptors : Descriptor {
  using Descriptor::Descriptor;
};

HeldFile::HeldFile(std::string path, int fd, std::shared_ptr<Descriptors> all)
    : path_(std::move(path)), fd_(fd), all_(std::move(all)) {}

HeldFile::HeldFile(HeldFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      all_(std::move(other.all_)) {}

HeldFile::~HeldFile() = default;

Result<HeldFile> HeldFile::open(const std::string& path, Access access) {
  constexpr DWORD kCreation[] = {OPEN_EXISTING, OPEN_EXISTING, OPEN_ALWAYS, CREATE_ALWAYS};
  Descriptor file = descriptor_of(
      open_shared(path, access == Access::kRead ? GENERIC_READ : GENERIC_READ | GENERIC_WRITE,
                  kCreation[static_cast<int>(access)]));
  const DWORD error = GetLastError();
  const int fd = file.get();
  if (is_folder(path) && access != Access::kRead) return system_error(path, EISDIR);
  if (is_folder(path) || (fd >= 0 && GetFileType(handle_of(fd)) != FILE_TYPE_DISK)) {
    return file_error(path, "is not a regular file");
  }
  if (fd < 0) return system_error(path, errno_of(error));
  return HeldFile(path, fd, std::make_shared<Descriptors>(file.release()));
}

Result<std::optional<HeldFile>> HeldFile::try_locked(const std::string& path, Access access,
                                                     Lock kind) {
  while (true) {
    Result<HeldFile> file = open(path, access);
    if (!file) return file.error();
    if (!lock(file->fd_, kind == Lock::kShared ? 0 : LOCKFILE_EXCLUSIVE_LOCK)) {
      const DWORD error = GetLastError();
      if (error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING) return std::nullopt;
      return system_error(path, errno_of(error));
    }
    if (same_file(file->fd_, path)) return std::optional(*std::move(file));
  }
}

/// Another process may take the lock between the two.
bool HeldFile::lock_exclusive() const {
  unlock(fd_);
  if (lock(fd_, LOCKFILE_EXCLUSIVE_LOCK)) return true;
  lock(fd_, 0);
  return false;
}

Result<std::int64_t> HeldFile::size() const {
  LARGE_INTEGER bytes;
  if (!GetFileSizeEx(handle_of(fd_), &bytes)) return last_error(path_);
  return bytes.QuadPart;
}

Result<std::string> HeldFile::read(std::int64_t at, std::size_t most) const {
  std::string bytes(most, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    OVERLAPPED place = place_at(at + static_cast<std::int64_t>(done));
    DWORD n = 0;
    if (!ReadFile(handle_of(fd_), bytes.data() + done, static_cast<DWORD>(bytes.size() - done), &n,
                  &place) &&
        GetLastError() != ERROR_HANDLE_EOF) {
      return last_error(path_);
    }
    if (n == 0) bytes.resize(done);
    done += n;
  }
  return bytes;
}

Result<void> HeldFile::write(std::int64_t at, std::string_view bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    OVERLAPPED place = place_at(at + static_cast<std::int64_t>(done));
    DWORD n = 0;
    if (!WriteFile(handle_of(fd_), bytes.data() + done, static_cast<DWORD>(bytes.size() - done), &n,
                   &place)) {
      Error error = last_error(path_);
      static_cast<void>(resize(at));  // on failure a partial tail remains
      return error;
    }
    done += n;
  }
  return {};
}

Result<void> HeldFile::resize(std::int64_t bytes) const {
  FILE_END_OF_FILE_INFO end;
  end.EndOfFile.QuadPart = bytes;
  if (!SetFileInformationByHandle(handle_of(fd_), FileEndOfFileInfo, &end, sizeof end)) {
    return last_error(path_);
  }
  return {};
}

void HeldFile::sync() const { FlushFileBuffers(handle_of(fd_)); }

Result<void> check_new_file(const std::string& path) {
  if (path.find('\0') != path.npos) return system_error(path, ENOENT);
  std::error_code failure;
  if (std::filesystem::exists(path, failure)) return system_error(path, EEXIST);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (!is_folder(folder.empty() ? "." : folder)) return system_error(path, ENOENT);
  return {};
}

/// The folder decides who may read a file.
bool HeldFile::copy_permissions(const std::string&) const { return true; }

}  // namespace sumi
