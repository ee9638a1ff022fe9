// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "protocol/service/ordered_pool.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <utility>
#include <variant>

namespace sumi::lab {
namespace {

std::string folder_lock(const std::string& folder) { return folder + "/sumi-lab.lock"; }

std::string name_of(const std::string& folder) { return "folder " + sumi::quoted(folder); }

/// "another sumi-lab, process 1234,".
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
  // Only error messages use the process ID.
  const std::string process =
      lock == HeldFile::Lock::kShared ? "" : fmt::format("{}\n", process_id());
  [[maybe_unused]] const bool written = (*file)->resize(0) && (*file)->write(0, process);
  held_.push_back({path, std::move(**file)});
  return {};
}

OutputLock::~OutputLock() {
  for (const Held& held : held_) {
    // Delete the file unless other processes share the lock.
    if (held.file.lock_exclusive()) std::remove(held.path.c_str());
  }
}

Result<OutputLock> OutputLock::of_folder(const std::string& folder) {
  OutputLock lock;
  const auto taken = lock.take(folder_lock(folder), name_of(folder), HeldFile::Lock::kExclusive);
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
                HeldFile::Lock::kExclusive);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_file(const std::string& path) {
  OutputLock lock;
  const auto taken =
      lock.take(path + ".lock", "file " + sumi::quoted(path), HeldFile::Lock::kExclusive);
  if (!taken) return taken.error();
  return lock;
}

namespace {

OutputLock lock_output_folder(const FolderWork& work) {
  make_folder(work.folder).value();
  OutputLock lock = OutputLock::of_folder(work.folder).value();
  open_output_folder(work.folder, work.settings_name, work.settings).value();
  return lock;
}

}  // namespace

WorkFolder open_work_folder(const FolderWork& work, const protocol::ShardOption& option) {
  if (!option.given) return {work.folder, lock_output_folder(work)};
  const std::string path = protocol::shards_of(work.folder);
  return {path, {}, protocol::ShardFolder::join(path, work.shards, option.shard).value()};
}

int merge_work_folder(
    const FolderWork& work,
    const std::function<void(const std::string& shards_folder, int shards)>& merge) {
  const std::string path = protocol::shards_of(work.folder);
  const int shards = protocol::whole_folder(path, work.shards).value().shards;
  const OutputLock lock = lock_output_folder(work);
  merge(path, shards);
  return shards;
}

bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick) {
  using Done = std::monostate;
  std::size_t next = 0;
  protocol::OrderedWork<std::size_t, Done> work;
  work.take = [&](const std::stop_token&) {
    return next < count ? std::optional(next++) : std::nullopt;
  };
  work.make_work = [&] {
    return [do_job = make_work()](std::size_t job, std::stop_token stop) -> std::optional<Done> {
      do_job(job, std::move(stop));
      return std::nullopt;
    };
  };
  work.tick = tick;
  work.interrupted = interrupted;
  return protocol::run_in_order(
      static_cast<int>(std::min(count, static_cast<std::size_t>(threads))), count, work);
}

}  // namespace sumi::lab
