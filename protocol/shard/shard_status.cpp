// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/text.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/shard/shard_folder.h"
#include "protocol/shard/shard_status.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <fcntl.h>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::int64_t kFreshSeconds = 120;

/// Whether a process holds the shard, as far as this file system tells.
bool is_held(const std::string& lock_path) {
  const auto file = HeldFile::try_locked(lock_path, O_RDONLY, HeldFile::Lock::kShared);
  return file && !*file;
}

/// Leaves `shard` as it is where there is no status, or a damaged one.
void read_status(const std::string& path, const std::string& lock_path, ShardStatus& shard) {
  const auto text = read_file(path, 1 << 16);
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  const bool held = is_held(lock_path);
  if (held) shard.state = ShardState::kRunning;
  if (!json.is_object()) return;
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
    if (held) return;
    if (state == kFinished) {
      shard.state = ShardState::kDone;
    } else {
      // The lock of another machine may be unknown here.
      const bool elsewhere = state == kRunning && fresh && shard.host != host_name();
      shard.state = elsewhere ? ShardState::kRunning : ShardState::kStopped;
    }
  } catch (const std::exception&) {
    // A damaged status: the shard's files are what counts, and its next run notes anew.
    shard.state = held ? ShardState::kRunning : ShardState::kStopped;
  }
}

}  // namespace

int ShardsStatus::count(ShardState state) const {
  return static_cast<int>(std::ranges::count(all, state, &ShardStatus::state));
}

std::string ShardsStatus::names(ShardState state) const {
  constexpr int kShown = 20;
  std::vector<std::string> shown;
  const int found = count(state);
  for (const ShardStatus& shard : all) {
    if (shard.state != state) continue;
    if (static_cast<int>(shown.size()) == kShown) break;
    shown.push_back(fmt::format("{}/{}", shard.index, shards));
  }
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     found > kShown ? fmt::format(" and {} more", found - kShown) : "");
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
  if (known == 0) return std::nullopt;
  return sum / known * shards;
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
    return Error{ErrorCode::kBadFile,
                 fmt::format("folder {} has a damaged {}", sumi::quoted(folder), kShardsFile)};
  }
  for (int i = 1; i <= status.shards; ++i) {
    const std::string path = folder + "/" + shard_name({i, status.shards});
    status.all.push_back({.index = i});
    read_status(path + std::string(kStatusSuffix), path + ".lock", status.all.back());
  }
  return status;
}

std::string status_text(const std::string& folder, const ShardsStatus& status) {
  const Language language = default_language();
  std::string text =
      tr_format(language, "{}: {} in {} shards: {} done, {} running, {} stopped, {} missing\n",
                folder, status.kind, status.shards, status.count(ShardState::kDone),
                status.count(ShardState::kRunning), status.count(ShardState::kStopped),
                status.count(ShardState::kMissing));
  for (const auto& [what, state] :
       {std::pair{"stopped", ShardState::kStopped}, std::pair{"missing", ShardState::kMissing}}) {
    if (status.count(state) == 0) continue;
    text += fmt::format("{}: {}\n", tr(language, what), status.names(state));
  }
  text += fmt::format("{} {}", status.done(), status.unit);
  if (const auto wanted = status.wanted()) {
    text += tr_format(language, " of {:.0f} ({:.1f}%)", *wanted,
                      *wanted > 0 ? 100 * static_cast<double>(status.done()) / *wanted : 100);
  }
  if (const double rate = status.rate(); rate > 0) text += tr_format(language, ", {:.3g}/s", rate);
  if (const auto left = status.seconds_left(); left && *left > 0) {
    text += tr_format(language, ", {} left", clock_time(*left));
  }
  return text + "\n";
}

Json status_json(const ShardsStatus& status) {
  constexpr std::string_view kNames[] = {"missing", "running", "stopped", "done"};
  Json shards = Json::array();
  for (const ShardStatus& shard : status.all) {
    shards.push_back({{"shard", shard.index},
                      {"state", kNames[static_cast<int>(shard.state)]},
                      {"done", shard.done},
                      {"wanted", shard.wanted ? Json(*shard.wanted) : Json()},
                      {"rate", shard.rate},
                      {"host", shard.host},
                      {"process", shard.process}});
  }
  const auto wanted = status.wanted(), left = status.seconds_left();
  return {{"kind", status.kind},
          {"unit", status.unit},
          {"shards", status.shards},
          {"done", status.count(ShardState::kDone)},
          {"running", status.count(ShardState::kRunning)},
          {"stopped", status.count(ShardState::kStopped)},
          {"missing", status.count(ShardState::kMissing)},
          {"units_done", status.done()},
          {"units", wanted ? Json(*wanted) : Json()},
          {"rate", status.rate()},
          {"seconds_left", left ? Json(*left) : Json()},
          {"all", shards}};
}

}  // namespace sumi::protocol
