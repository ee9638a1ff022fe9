// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "protocol/service/data_file.h"
#include "protocol/service/upload_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

namespace sumi::protocol {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".upload-";
constexpr const char* kLock = ".lock";

Result<std::optional<HeldFile>> try_lock(const std::string& folder, HeldFile::Access access) {
  return HeldFile::try_locked((fs::path(folder) / kLock).string(), access,
                              HeldFile::Lock::kExclusive);
}

/// True if no process holds the lock. Unlocks again, because Windows removes no open file.
bool is_left(const std::string& folder) {
  const auto lock = try_lock(folder, HeldFile::Access::kWrite);
  return lock && *lock;
}

/// Removes the folders that killed processes left.
void remove_left_folders(const fs::path& path) {
  const std::string mark = path.filename().string() + std::string(kMark);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code fault;
  for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
    if (!at->path().filename().string().starts_with(mark)) continue;
    std::error_code kept;
    if (is_left(at->path().string())) fs::remove_all(at->path(), kept);
  }
}

bool is_file_name(const std::string& name) {
  constexpr std::size_t kMaxBytes = 200;
  const bool plain = fs::path(name).filename().string() == name && name.find('\0') == name.npos;
  return plain && !name.empty() && name[0] != '.' && name.size() <= kMaxBytes;
}

}  // namespace

UploadFolder::UploadFolder(const std::string& path) {
  make_data_folder(path, kGamesFile);
  remove_left_folders(path);
  std::random_device random;
  folder_ = fmt::format("{}{}{:08x}{:08x}", path, kMark, random(), random());
  std::error_code fault;
  fs::create_directory(folder_, fault);
  if (fault) throw FatalError(fmt::format("{}: {}", folder_, fault.message()));
  auto lock = try_lock(folder_, HeldFile::Access::kCreate).value();
  if (!lock) throw FatalError(file_error(folder_, "is in use").message);
  lock_.emplace(std::move(*lock));
}

UploadFolder::~UploadFolder() {
  lock_.reset();  // as in is_left()
  std::error_code kept;
  fs::remove_all(folder_, kept);
}

std::uint64_t UploadFolder::add(const std::string& name, std::uint64_t at, std::string_view bytes) {
  if (!is_file_name(name)) {
    throw FatalError(fmt::format("name: \"{}\" is not the name of a file, without a folder", name));
  }
  std::uint64_t all = bytes.size();
  for (const auto& [other, size] : files_) all += other == name && at == 0 ? 0 : size;
  if (all > kMaxBytes) {
    throw FatalError(fmt::format("more than {} bytes at once", kMaxBytes));
  }
  const auto known = files_.find(name);
  const std::uint64_t had = known == files_.end() ? 0 : known->second;
  if (at != 0 && at != had) {
    throw FatalError(fmt::format("at: {} is not {}, the bytes of the file that are here", at, had));
  }
  const std::string path = (fs::path(folder_) / name).string();
  const auto file =
      HeldFile::open(path, at == 0 ? HeldFile::Access::kTruncate : HeldFile::Access::kWrite);
  if (!file) throw FatalError(name + ": " + without_folder(file.error().message));
  files_[name] = at;
  if (const auto done = file->write(static_cast<std::int64_t>(at), bytes); !done) {
    throw FatalError(name + ": " + without_folder(done.error().message));
  }
  return files_[name] = at + bytes.size();
}

std::vector<std::string> UploadFolder::paths() const {
  std::vector<std::string> paths;
  for (const auto& [name, bytes] : files_) paths.push_back((fs::path(folder_) / name).string());
  return paths;
}

std::string UploadFolder::without_folder(std::string text) const {
  // Errors begin with the path, shortened in quotes: "file '/home/ann/.loc...': ".
  constexpr std::string_view kEnd = "': ";
  const std::size_t end = text.starts_with("file '") ? text.find(kEnd) : text.npos;
  if (end != text.npos) text.erase(0, end + kEnd.size());
  const std::string before = (fs::path(folder_) / "").string();
  if (text.starts_with(before)) text.erase(0, before.size());
  return text;
}

}  // namespace sumi::protocol
