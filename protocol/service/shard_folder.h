// SPDX-License-Identifier: MIT
/// The folder in which the shards of one piece of work lie, on one machine or on a file system that
/// many share. Of that it needs that files are renamed and linked in one step, and flock(2), which
/// only keeps a shard from being done twice at a time.
///
///   shards.json       what is done, how many shards, with what settings, engine and weights
///   3-of-8.status     how far shard 3 is: a JSON object, replaced each half minute and at the end
///   3-of-8.lock       held, by flock, as long as a process works on shard 3
///   3-of-8.*          what the shard has made, as the kind of work has it
///
/// SHARDS.md says more.
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
#include <vector>

namespace sumi::protocol {

inline constexpr int kMaxShards = 100'000;

/// How far a shard is.
struct ShardProgress {
  std::uint64_t done = 0;                 ///< Units, those of earlier runs counted in.
  std::optional<std::uint64_t> wanted{};  ///< Nothing: unknown, of a stream for instance.
};

/// Of an input of which the share that was read is known, if anything is.
ShardProgress progress_by_share(std::uint64_t done, std::optional<double> share);

/// What several processes do: a command, and all that its results depend on but the program, which
/// is told by its version and commit.
struct ShardWork {
  std::string kind;  ///< "solve": the command.
  std::string unit;  ///< "positions": what is counted.
  Json settings;     ///< With the engine and its weights.
};

/// The work of one shard. One thread at a time; one process at a time for each shard.
class ShardFolder {
 public:
  /// Makes the folder, or joins it, and locks the shard until the end of this object. Fails with
  /// kBadFile if it holds another kind of work, other settings, or another number of shards, and
  /// says which; and if another process has the shard.
  static Result<ShardFolder> join(const std::string& folder, ShardWork work, Shard shard);

  ShardFolder(ShardFolder&&) noexcept = default;
  ShardFolder& operator=(ShardFolder&&) = delete;

  /// FOLDER/3-of-8SUFFIX
  std::string path(std::string_view suffix) const;

  /// Notes how far the shard is, if half a minute has gone by since it was last noted. Never fails:
  /// the next one may be noted.
  void tell(const ShardProgress& now);

  /// Notes how the shard's work has ended: done, or to be gone on with. Throws FatalError.
  void end(const ShardProgress& now, bool done);

 private:
  ShardFolder(std::string folder, ShardWork work, Shard shard, HeldFile lock);
  Result<void> write(const ShardProgress& now, std::string_view state) const;

  std::string folder_;
  ShardWork work_;
  Shard shard_;
  HeldFile lock_;
  StopWatch watch_;
  std::optional<std::uint64_t> before_;  ///< What earlier runs had done.
  double next_ = 0;                      ///< When to note again, in seconds since the beginning.
};

/// The shards of a folder, to put them together: all of them are done, by the same settings.
struct WholeFolder {
  int shards = 0;
  /// FOLDER/3-of-8SUFFIX for each, in their order.
  std::vector<std::string> paths(const std::string& folder, std::string_view suffix) const;
};

/// Fails with kBadFile if the folder holds another kind of work or other settings than `work`, and
/// names the shards that are missing, at work, or not at their end.
Result<WholeFolder> whole_folder(const std::string& folder, const ShardWork& work);

/// "3-of-8": the shard's part of names of files.
std::string shard_name(Shard shard);
/// "3-of-8." in front of the names of files that a single process names without; empty for one.
std::string shard_prefix(Shard shard);

/// FOLDER/shards: where shards work whose results are put together in FOLDER.
std::string shards_of(const std::string& folder);

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

/// How far the shards of a folder are, from what they have noted.
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

}  // namespace sumi::protocol
