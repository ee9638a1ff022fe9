// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/process.h"
#include "engine/base/text.h"
#include "protocol/service/engine_settings.h"
#include "protocol/service/shard_folder.h"
#include "protocol/version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr double kSecondsBetweenNotes = 30;

Error folder_error(const std::string& folder, std::string_view what) {
  return {ErrorCode::kBadFile, fmt::format("folder {} {}", sumi::quoted(folder), what)};
}

Json text_of(const ShardWork& work, int shards) {
  return {{"kind", work.kind},
          {"unit", work.unit},
          {"shards", shards},
          {"version", kVersion},
          {"commit", this_build().commit},
          {"settings", work.settings}};
}

/// Creates a file atomically; returns false if it exists.
Result<bool> make_file(const std::string& path, std::string_view text) {
  // Processes on different machines may have equal ids.
  static std::atomic<int> files = 0;
  const std::string made =
      fmt::format("{}.{}-{}-{}.new", path, host_name(), process_id(), files.fetch_add(1));
  if (const auto written = write_file(made, text); !written) return written.error();
  return rename_if_absent(made, path);
}

/// Claims the folder for this work, or checks that it has been.
Result<void> claim(const std::string& folder, const Json& wanted) {
  const std::string path = fmt::format("{}/{}", folder, kShardsFile);
  auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::kNotFound) {
    const auto made = make_file(path, wanted.dump(2) + "\n");
    if (!made) return made.error();
    if (*made) return {};
    text = read_file(path);
  }
  if (!text) return text.error();
  const Json had = Json::parse(*text, nullptr, false);
  if (!had.is_object()) return folder_error(folder, fmt::format("has a damaged {}", kShardsFile));
  if (had == wanted) return {};
  const Json settings = had.value("settings", Json());
  const std::string difference = settings == wanted["settings"]
                                     ? settings_difference(had, wanted)
                                     : settings_difference(settings, wanted["settings"]);
  return folder_error(
      folder, fmt::format("was begun with {}; use the same, or name another folder", difference));
}

/// Retries: on network file systems flock() may see an unlock late, and status readers hold the
/// lock briefly.
Result<HeldFile> lock_soon(const std::string& path, const std::string& others) {
  constexpr int kTries = 20;
  for (int i = 1;; ++i) {
    auto locked = HeldFile::open_locked(path, HeldFile::Access::kCreate, others);
    if (locked || i == kTries) return locked;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

constexpr std::int64_t kFreshSeconds = 120;

/// Whether a process holds the shard's lock, as far as visible here.
bool is_held(const std::string& lock_path) {
  const auto file =
      HeldFile::try_locked(lock_path, HeldFile::Access::kRead, HeldFile::Lock::kShared);
  return file && !*file;
}

/// Fields that the shard's file lacks keep their defaults.
ShardStatus read_status(const std::string& folder, Shard place) {
  const std::string path = fmt::format("{}/{}", folder, shard_name(place));
  const auto text = read_file(path + std::string(kStatusSuffix), 1 << 16);
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  const bool held = is_held(path + ".lock");
  ShardStatus shard{.index = place.index};
  if (held) shard.state = ShardState::kRunning;
  if (!json.is_object()) return shard;
  try {
    const std::string state = json.at("state").get<std::string>();
    const bool fresh = std::time(nullptr) - json.at("updated").get<std::int64_t>() < kFreshSeconds;
    shard.done = json.at("done").get<std::uint64_t>();
    if (!json.at("wanted").is_null()) shard.wanted = json["wanted"].get<std::uint64_t>();
    shard.host = json.at("host").get<std::string>();
    shard.process = json.at("process").get<std::int64_t>();
    const double seconds = json.at("seconds").get<double>();
    const auto before = json.at("before").get<std::uint64_t>();
    if (seconds > 0 && shard.done > before) {
      shard.rate = static_cast<double>(shard.done - before) / seconds;
    }
    if (held) return shard;
    if (state == kFinished) {
      shard.state = ShardState::kDone;
    } else {
      // Other machines' locks may be invisible here.
      const bool elsewhere = state == kRunning && fresh && shard.host != host_name();
      shard.state = elsewhere ? ShardState::kRunning : ShardState::kStopped;
    }
  } catch (const std::exception&) {
    // Harmless: the next run rewrites the status.
    shard.state = held ? ShardState::kRunning : ShardState::kStopped;
  }
  return shard;
}

}  // namespace

std::string shard_name(Shard shard) { return fmt::format("{}-of-{}", shard.index, shard.count); }

std::string shard_prefix(Shard shard) {
  return shard.count == 1 ? std::string() : shard_name(shard) + ".";
}

std::string shards_of(const std::string& folder) { return folder + "/shards"; }

Result<ShardFolder> ShardFolder::join(const std::string& folder, const ShardWork& work,
                                      Shard shard) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    return folder_error(folder, fmt::format("cannot be made: {}", failure.message()));
  }
  if (const auto ours = claim(folder, text_of(work, shard.count)); !ours) return ours.error();
  const std::string path = fmt::format("{}/{}.lock", folder, shard_name(shard));
  const std::string others =
      fmt::format("another process works on shard {}/{}", shard.index, shard.count);
  Result<HeldFile> file = lock_soon(path, others);
  if (!file) return file.error();
  return ShardFolder(folder, shard, std::move(*file));
}

std::string ShardFolder::path(std::string_view suffix) const {
  return fmt::format("{}/{}{}", folder_, shard_name(shard_), suffix);
}

Result<void> ShardFolder::write(const ShardProgress& now, std::string_view state) const {
  const Json text{{"shard", fmt::format("{}/{}", shard_.index, shard_.count)},
                  {"state", state},
                  {"done", now.done},
                  {"wanted", now.wanted ? Json(*now.wanted) : Json()},
                  {"before", before_.value_or(now.done)},
                  {"seconds", watch_.seconds()},
                  {"host", host_name()},
                  {"process", process_id()},
                  {"updated", static_cast<std::int64_t>(std::time(nullptr))}};
  return write_file(path(kStatusSuffix), text.dump() + "\n");
}

void ShardFolder::record(const ShardProgress& now) {
  if (!before_) before_ = now.done;
  if (watch_.seconds() < next_) return;
  next_ = watch_.seconds() + kSecondsBetweenNotes;
  [[maybe_unused]] const auto written = write(now, kRunning);
}

void ShardFolder::end(const ShardProgress& now, bool done) {
  if (!before_) before_ = now.done;
  write(now, done ? kFinished : kStopped).value();
}

ShardProgress progress_by_share(std::uint64_t done, std::optional<double> share) {
  ShardProgress progress{done, {}};
  if (share && *share > 0) {
    progress.wanted = static_cast<std::uint64_t>(std::lround(static_cast<double>(done) / *share));
  }
  return progress;
}

std::vector<std::string> WholeFolder::paths(const std::string& folder,
                                            std::string_view suffix) const {
  std::vector<std::string> all;
  for (int i = 1; i <= shards; ++i) {
    all.push_back(fmt::format("{}/{}{}", folder, shard_name({i, shards}), suffix));
  }
  return all;
}

Result<WholeFolder> whole_folder(const std::string& folder, const ShardWork& work) {
  const auto status = read_shards(folder);
  if (!status) return status.error();
  const Json wanted = text_of(work, status->shards);
  if (const auto ours = claim(folder, wanted); !ours) return ours.error();
  std::vector<std::string> faults;
  for (const auto& [what, state] :
       {std::pair{"missing", ShardState::kMissing}, std::pair{"at work", ShardState::kRunning},
        std::pair{"not done", ShardState::kStopped}}) {
    if (status->count(state) > 0)
      faults.push_back(fmt::format("{}: {}", what, status->names(state)));
  }
  if (faults.empty()) return WholeFolder{status->shards};
  return folder_error(folder, fmt::format("is not complete; shards {}", fmt::join(faults, "; ")));
}

int ShardsStatus::count(ShardState state) const {
  return static_cast<int>(std::ranges::count(all, state, &ShardStatus::state));
}

std::string ShardsStatus::names(ShardState state) const {
  constexpr std::size_t kShown = 20;
  std::vector<std::string> found;
  for (const ShardStatus& shard : all) {
    if (shard.state == state) found.push_back(fmt::format("{}/{}", shard.index, shards));
  }
  const std::size_t more = found.size() - std::min(found.size(), kShown);
  found.resize(found.size() - more);
  return fmt::format("{}{}", fmt::join(found, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

std::uint64_t ShardsStatus::done() const {
  std::uint64_t sum = 0;
  for (const ShardStatus& shard : all) sum += shard.done;
  return sum;
}

std::optional<double> ShardsStatus::wanted() const {
  double sum = 0;
  int known = 0;
  for (const ShardStatus& shard : all) {
    if (!shard.wanted) continue;
    sum += static_cast<double>(*shard.wanted);
    ++known;
  }
  return known > 0 ? std::optional(sum / known * shards) : std::nullopt;
}

double ShardsStatus::rate() const {
  double sum = 0;
  for (const ShardStatus& shard : all) {
    if (shard.state == ShardState::kRunning) sum += shard.rate;
  }
  return sum;
}

std::optional<double> ShardsStatus::seconds_left() const {
  if (count(ShardState::kDone) == shards) return 0;
  const auto all_units = wanted();
  const double speed = rate();
  if (!all_units || speed <= 0) return std::nullopt;
  return std::max(0.0, *all_units - static_cast<double>(done())) / speed;
}

Result<ShardsStatus> read_shards(const std::string& folder) {
  const auto text = read_file(fmt::format("{}/{}", folder, kShardsFile), 1 << 20);
  if (!text && text.error().code == ErrorCode::kNotFound) {
    return Error{ErrorCode::kNotFound, fmt::format("folder {} holds no shards: there is no {}",
                                                   sumi::quoted(folder), kShardsFile)};
  }
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  ShardsStatus status;
  try {
    status.kind = json.at("kind").get<std::string>();
    status.unit = json.at("unit").get<std::string>();
    status.shards = json.at("shards").get<int>();
  } catch (const std::exception&) {
    status.shards = 0;
  }
  if (status.shards < 1 || status.shards > kMaxShards) {
    return folder_error(folder, fmt::format("has a damaged {}", kShardsFile));
  }
  for (int i = 1; i <= status.shards; ++i) {
    status.all.push_back(read_status(folder, {i, status.shards}));
  }
  return status;
}

}  // namespace sumi::protocol
