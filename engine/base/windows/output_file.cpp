// SPDX-License-Identifier: MIT
#include "engine/base/output_file.h"
#include "engine/base/process.h"
#include "engine/base/windows/wide.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

namespace sumi {
namespace {

std::string own_name(const std::string& path) {
  std::random_device random;
  return fmt::format("{}.{}-{:08x}.new", path, process_id(), random());
}

std::string temporary_folder() {
  std::array<wchar_t, MAX_PATH + 1> folder;
  return narrow({folder.data(), GetTempPathW(folder.size(), folder.data())});
}

}  // namespace

int OutputFile::open_special(const std::string& path) {
  if (path == "-") {
    file_ = Descriptor(_dup(kStdout));
    return fd() < 0 ? errno : 0;
  }
  std::error_code none;
  const std::filesystem::path target = std::filesystem::canonical(path, none);  // links resolved
  path_ = none ? path : target.string();
  if (is_folder(path_)) return EISDIR;
  Descriptor there = descriptor_of(open_shared(path_, GENERIC_WRITE, OPEN_EXISTING));
  const int reason = errno_of(GetLastError());
  if (there.get() < 0) return reason == ENOENT ? 0 : reason;
  if (GetFileType(handle_of(there.get())) != FILE_TYPE_DISK) file_ = std::move(there);
  return 0;
}

int OutputFile::open_beside() {
  plain_ = true;
  const auto create = [this](const std::string& path) {
    beside_ = own_name(path);
    file_ = descriptor_of(open_shared(beside_, GENERIC_READ | GENERIC_WRITE, CREATE_NEW));
    return fd() < 0 ? errno_of(GetLastError()) : 0;
  };
  const int reason = create(path_);
  std::error_code missing;
  if (reason != EACCES || !std::filesystem::exists(path_, missing)) return reason;
  in_place_ = true;
  return create(temporary_folder() + "sumi");
}

Result<void> OutputFile::write_front(std::string_view bytes) {
  if (const Result<void> done = flush(); !done) return done;
  OVERLAPPED front{};
  DWORD n = 0;
  const bool done =
      WriteFile(handle_of(fd()), bytes.data(), static_cast<DWORD>(bytes.size()), &n, &front) != 0;
  if (!done || n != bytes.size()) return error(done ? ENOSPC : errno_of(GetLastError()));
  _lseeki64(fd(), 0, SEEK_END);
  return {};
}

/// Replacing keeps the old file's permissions. A virus scanner may hold a new file for a moment.
int OutputFile::take_name() {
  constexpr int kTries = 50;
  constexpr DWORD kPauseMs = 20;
  const std::wstring from = wide(beside_), to = wide(path_);
  for (int i = 0; i < kTries; ++i) {
    if (MoveFileExW(from.c_str(), to.c_str(), 0)) return 0;
    if (GetLastError() == ERROR_ALREADY_EXISTS &&
        ReplaceFileW(to.c_str(), from.c_str(), nullptr, REPLACEFILE_IGNORE_MERGE_ERRORS, nullptr,
                     nullptr)) {
      return 0;
    }
    if (const int reason = errno_of(GetLastError()); reason != EBUSY && reason != EACCES) break;
    Sleep(kPauseMs);
  }
  return write_in_place();
}

int OutputFile::write_in_place() {
  return CopyFileW(wide(beside_).c_str(), wide(path_).c_str(), FALSE) ? 0
                                                                      : errno_of(GetLastError());
}

int OutputFile::complete() {
  int reason = 0;
  if (plain_ && !FlushFileBuffers(handle_of(fd()))) reason = errno_of(GetLastError());
  if (_close(file_.release()) != 0 && reason == 0) reason = errno;
  if (plain_ && reason == 0) reason = in_place_ ? write_in_place() : take_name();
  return reason;
}

}  // namespace sumi
