// SPDX-License-Identifier: MIT
/// How far the shards of a folder are (shard_folder.h), from what they have noted.
#pragma once

#include "engine/base/error.h"
#include "protocol/report/json_lines.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

inline constexpr std::string_view kShardsFile = "shards.json", kStatusSuffix = ".status";
/// What a status file calls its shard's state.
inline constexpr std::string_view kRunning = "running", kStopped = "stopped", kFinished = "done";

enum class ShardState {
  kMissing,  ///< Nobody has begun it.
  kRunning,  ///< A process holds it, or has noted something within two minutes on another machine.
  kStopped,  ///< It was ended early, or killed.
  kDone
};

struct ShardStatus {
  int index = 1;
  ShardState state = ShardState::kMissing;
  std::uint64_t done = 0;
  std::optional<std::uint64_t> wanted{};
  double rate = 0;  ///< Units a second, of its latest run.
  std::string host{};
  std::int64_t process = 0;
};

struct ShardsStatus {
  std::string kind, unit;
  int shards = 0;
  std::vector<ShardStatus> all;  ///< In their order.

  int count(ShardState state) const;
  std::string names(ShardState state) const;  ///< "3/8, 5/8", and of many how many more.
  std::uint64_t done() const;
  /// Units of all shards, those that nobody has begun taken for as large as the others are; nothing
  /// if not even one is known.
  std::optional<double> wanted() const;
  double rate() const;  ///< Of all that run, together.
  /// At this rate; nothing if it is unknown or nothing runs. 0 if all is done.
  std::optional<double> seconds_left() const;
};

/// Fails with kNotFound if there is no such folder, and with kBadFile if it is none of shards.
Result<ShardsStatus> read_shards(const std::string& folder);

/// A few lines: how many of each state, which ones are missing or stopped, the rate, the time left.
std::string status_text(const std::string& folder, const ShardsStatus& status);
Json status_json(const ShardsStatus& status);

}  // namespace sumi::protocol
