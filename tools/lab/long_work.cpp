// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "protocol/service/ordered_pool.h"
#include "tools/lab/long_work.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
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

Result<OutputLock> OutputLock::exclusive(const std::string& path, const std::string& whose) {
  OutputLock lock;
  const auto taken = lock.take(path, whose, HeldFile::Lock::kExclusive);
  if (!taken) return taken.error();
  return lock;
}

Result<OutputLock> OutputLock::of_folder(const std::string& folder) {
  return exclusive(folder_lock(folder), name_of(folder));
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
  return exclusive(path + ".lock", "file " + sumi::quoted(path));
}

SearchUpdate search_until_stopped(Engine& engine, const SearchLimits& limits,
                                  const std::stop_token& stop, const SearchListener& listener) {
  engine.go(limits, listener);
  const std::stop_callback on_stop(stop, [&engine] { engine.stop(); });
  return engine.wait();
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
  work.tick = [&] {
    if (tick) tick();
  };
  work.interrupted = [&] { return interrupted && interrupted(); };
  return protocol::run_in_order(
      static_cast<int>(std::min(count, static_cast<std::size_t>(threads))), count, work);
}

bool run_jobs(std::size_t count, int threads, const Work& work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick) {
  const std::function<Work()> make_work = [&] { return work; };
  return run_jobs(count, threads, make_work, interrupted, tick);
}

}  // namespace sumi::lab
