// SPDX-License-Identifier: MIT
/// The folder of work divided into shards, on one machine or a shared file system (SHARDS.md).
/// Requires atomic rename and link, and flock(2) to prevent duplicate work.
///
///   shards.json       kind of work, number of shards, settings, engine and weights
///   3-of-8.status     progress of shard 3 as JSON, replaced every half minute and at the end
///   3-of-8.lock       locked while a process works on shard 3
///   3-of-8.*          results of the shard
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {

inline constexpr int kMaxShards = 100'000;

struct ShardProgress {
  std::uint64_t done = 0;                 ///< Units, including earlier runs.
  std::optional<std::uint64_t> wanted{};  ///< std::nullopt if unknown, as for a stream.
};

/// Derives `wanted` from the share of the input read, if known.
ShardProgress progress_by_share(std::uint64_t done, std::optional<double> share);

/// Work shared by processes: a command and everything that its results depend on. Version and
/// commit identify the program.
struct ShardWork {
  std::string kind;  ///< The command: "solve".
  std::string unit;  ///< What is counted: "positions".
  Json settings;     ///< Includes the engine and its weights.
};

/// One thread at a time, one process per shard.
class ShardFolder {
 public:
  /// Creates or joins the folder and locks the shard for this object's lifetime. Fails with
  /// kBadFile if another process works on the shard, or if the kind of work, the settings or the
  /// number of shards differ, which the error names.
  static Result<ShardFolder> join(const std::string& folder, const ShardWork& work, Shard shard);

  ShardFolder(ShardFolder&&) noexcept = default;
  ShardFolder& operator=(ShardFolder&&) = delete;

  /// FOLDER/3-of-8SUFFIX
  std::string path(std::string_view suffix) const;

  /// Records progress, at most every half minute. Ignores errors, as the next call retries.
  void record(const ShardProgress& now);

  /// Records the end of the run: done, or to be resumed. Throws FatalError.
  void end(const ShardProgress& now, bool done);

 private:
  ShardFolder(std::string folder, Shard shard, HeldFile lock)
      : folder_(std::move(folder)), shard_(shard), lock_(std::move(lock)) {}
  Result<void> write(const ShardProgress& now, std::string_view state) const;

  std::string folder_;
  Shard shard_;
  HeldFile lock_;
  StopWatch watch_;
  std::optional<std::uint64_t> before_;  ///< Units done by earlier runs.
  double next_ = 0;                      ///< In seconds since the start.
};

/// A folder whose shards are all done with the same settings.
struct WholeFolder {
  int shards = 0;
  /// FOLDER/3-of-8SUFFIX of each shard, in order.
  std::vector<std::string> paths(const std::string& folder, std::string_view suffix) const;
};

/// Fails with kBadFile if the kind of work or settings differ, or with a list of shards that are
/// not done.
Result<WholeFolder> whole_folder(const std::string& folder, const ShardWork& work);

/// "3-of-8", for file names.
std::string shard_name(Shard shard);
/// "3-of-8.", a prefix for file names; empty for a single shard.
std::string shard_prefix(Shard shard);

/// FOLDER/shards, for shards whose results are merged into FOLDER.
std::string shards_of(const std::string& folder);

inline constexpr std::string_view kShardsFile = "shards.json", kStatusSuffix = ".status";
inline constexpr std::string_view kRunning = "running", kStopped = "stopped", kFinished = "done";

enum class ShardState {
  kMissing,  ///< No process has started it.
  kRunning,  ///< Locked, or recorded progress within two minutes on another machine.
  kStopped,  ///< Interrupted or killed.
  kDone
};

struct ShardStatus {
  int index = 1;
  ShardState state = ShardState::kMissing;
  std::uint64_t done = 0;
  std::optional<std::uint64_t> wanted{};
  double rate = 0;  ///< Units per second in the latest run.
  std::string host{};
  std::int64_t process = 0;
};

struct ShardsStatus {
  std::string kind, unit;
  int shards = 0;
  std::vector<ShardStatus> all;

  int count(ShardState state) const;
  /// "3/8, 5/8"; a long list ends with the number of omitted shards.
  std::string names(ShardState state) const;
  std::uint64_t done() const;
  /// Units of all shards, unknown ones estimated by the average; std::nullopt if all are unknown.
  std::optional<double> wanted() const;
  double rate() const;  ///< Total of the running shards.
  /// At the current rate; 0 if all are done; std::nullopt if the rate is unknown or no shard runs.
  std::optional<double> seconds_left() const;
};

/// Fails with kNotFound if the folder is missing, with kBadFile if it has no shards.
Result<ShardsStatus> read_shards(const std::string& folder);

}  // namespace sumi::protocol
