// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "tools/lab/output_lock.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace sumi::lab {
namespace {

std::string folder_lock(const std::string& folder) { return folder + "/sumi-lab.lock"; }

std::string name_of(const std::string& folder) { return "folder " + sumi::quoted(folder); }

/// "another sumi-lab, process 1234,": as the holder has written.
std::string holder_of(const std::string& path) {
  const auto text = read_file(path, 16);
  const std::string_view digits = text ? std::string_view(*text) : "";
  const auto process = parse_count(digits.substr(0, digits.find('\n')));
  return process ? fmt::format("another sumi-lab, process {},", *process) : "another sumi-lab";
}

}  // namespace

Result<void> OutputLock::take(const std::string& path, const std::string& whose,
                              HeldFile::Lock lock) {
  Result<std::optional<HeldFile>> file =
      HeldFile::try_locked(path, HeldFile::Access::kCreate, lock);
  if (!file) return file.error();
  if (!*file) {
    return Error{ErrorCode::kBadFile, fmt::format("{}: {} writes to it; only one at a time can",
                                                  whose, holder_of(path))};
  }
  // The number is for messages only: no lock depends on it.
  const std::string process =
      lock == HeldFile::Lock::kShared ? "" : fmt::format("{}\n", process_id());
  [[maybe_unused]] const bool told = (*file)->resize(0) && (*file)->write(0, process);
  held_.push_back({path, std::move(**file)});
  return {};
}

OutputLock::~OutputLock() {
  for (const Held& held : held_) {
    // The file must not be removed while others share the lock.
    if (held.file.lock_alone()) std::remove(held.path.c_str());
  }
}

Result<OutputLock> OutputLock::of_folder(const std::string& folder) {
  OutputLock lock;
  const auto taken = lock.take(folder_lock(folder), name_of(folder), HeldFile::Lock::kAlone);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_part(const std::string& folder, Shard shard) {
  if (shard.count == 1) return of_folder(folder);
  OutputLock lock;
  const auto shared = lock.take(folder_lock(folder), name_of(folder), HeldFile::Lock::kShared);
  if (!shared) return shared.error();
  const std::string path =
      fmt::format("{}/sumi-lab-{}-of-{}.lock", folder, shard.index, shard.count);
  const auto taken =
      lock.take(path, fmt::format("shard {}/{} of {}", shard.index, shard.count, name_of(folder)),
                HeldFile::Lock::kAlone);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_file(const std::string& path) {
  OutputLock lock;
  const auto taken =
      lock.take(path + ".lock", "file " + sumi::quoted(path), HeldFile::Lock::kAlone);
  if (!taken) return taken.error();
  return lock;
}

}  // namespace sumi::lab
