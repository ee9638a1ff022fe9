// SPDX-License-Identifier: MIT
/// What long work shares: one process in a folder or on a file, or one for each shard; when to
/// save; numbered jobs on threads.
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"
#include "engine/base/process.h"
#include "engine/base/time.h"
#include "protocol/command/shards.h"
#include "protocol/service/shard_folder.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::lab {

/// Held as long as it lives, and not longer than the process, however that ends. What is locked is
/// a file beside the outputs, which holds the number of the process and goes with the lock; one
/// that a kill has left is taken over. Reading takes no lock: files are put in place whole.
class OutputLock {
 public:
  /// Locks a folder by its file sumi-lab.lock. Fails with kBadFile, and names the process, if
  /// another process holds it. Requires: the folder is there.
  static Result<OutputLock> of_folder(const std::string& folder);

  /// Locks one shard of the work in a folder, so that other processes may do the
  /// others. No two can hold the same one, and none can hold of_folder() meanwhile.
  static Result<OutputLock> of_part(const std::string& folder, Shard shard);

  /// Locks a file to be written, by FILE.lock.
  static Result<OutputLock> of_file(const std::string& path);

  OutputLock(OutputLock&&) noexcept = default;
  OutputLock& operator=(OutputLock&&) = delete;
  ~OutputLock();

 private:
  struct Held {
    std::string path;
    HeldFile file;
  };
  OutputLock() = default;

  /// `whose` is for messages: "folder 'games'".
  Result<void> take(const std::string& path, const std::string& whose, HeldFile::Lock lock);

  std::vector<Held> held_;
};

struct FolderWork {
  std::string folder;
  std::string settings_name;  ///< kSelfplaySettings, kLabelSettings.
  protocol::Json settings;    ///< What all files in the folder depend on.
  protocol::ShardWork shards{};
};

/// Held as long as the work lasts.
struct WorkFolder {
  std::string path;                              ///< FOLDER, or FOLDER/shards for a shard.
  std::optional<OutputLock> lock{};              ///< Of one process that has all the work,
  std::optional<protocol::ShardFolder> shard{};  ///< or of a shard.
};

/// Locks the folder for all the work, or for one shard of it. Throws FatalError if others have it,
/// or if it is one of other settings.
WorkFolder open_work_folder(const FolderWork& work, const protocol::ShardOption& option);

/// Puts shards together: locks the folder, and calls `merge` with FOLDER/shards and their number.
/// Throws FatalError if not all are done (whole_folder()), and what `merge` throws. Returns the
/// number.
int merge_work_folder(
    const FolderWork& work,
    const std::function<void(const std::string& shards_folder, int shards)>& merge);

/// A checkpoint is due each ten seconds. Where writing one takes more than a twentieth of that, the
/// next one is due so much later that writing takes a twentieth of all time, but after a minute at
/// most. One thread at a time.
class CheckpointTimer {
 public:
  bool due() const { return since_.seconds() > wait_; }

  /// Runs `write`, which writes a checkpoint; the next one is then due later.
  template <class Write>
  void run(const Write& write) {
    const StopWatch watch;
    write();
    wait_ = std::clamp(watch.seconds() / kShare, kSeconds, kMostSeconds);
    since_ = StopWatch();
  }

 private:
  static constexpr double kSeconds = 10, kMostSeconds = 60;
  static constexpr double kShare = 0.05;  ///< The share of all time that writing may take.

  StopWatch since_;
  double wait_ = kSeconds;
};

/// Does one job. When a stop is requested it returns soon and leaves no trace of a part.
using Work = std::function<void(std::size_t job, std::stop_token stop)>;

/// Does jobs 0..count-1, each once, begun in this order, on up to `threads` threads; each thread
/// works with what a call of `make_work` gave it (an engine of its own). Meanwhile the caller's
/// thread calls `tick` several times a second. Ends early, and returns false, soon after
/// `interrupted` returned true. Throws what a thread threw.
bool run_jobs(std::size_t count, int threads, const std::function<Work()>& make_work,
              const std::function<bool()>& interrupted, const std::function<void()>& tick);

}  // namespace sumi::lab
