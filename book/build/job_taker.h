// SPDX-License-Identifier: MIT
/// A worker's side of a folder of leaf jobs (job_folder.h): takes jobs and answers them.
#pragma once

#include "book/build/job_folder.h"
#include "book/build/leaf_texts.h"
#include "engine/base/time.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace sumi::book {

struct JobTakerSetup {
  int threads = 1;  ///< Jobs that are done at the same time.
  /// Is shown what the writer says that leaves depend on (JobBoardSetup::settings), before the first
  /// job of each writer that says something else. Throws if this worker's engine is another.
  std::function<void(std::string_view settings)> check{};
  /// That all is over was perhaps said by an earlier writer, if it was said before this worker
  /// began: then another writer has so long to begin.
  std::chrono::milliseconds grace{60'000};
};

/// A job that this worker has taken.
struct TakenJob {
  std::string name;
  LeafJob job;
};

/// Any thread, one call at a time each. Members throw FatalError if the folder cannot be read or
/// written, and what `check` throws.
class JobTaker {
 public:
  JobTaker(const std::string& folder, JobTakerSetup setup);

  /// The first of the jobs that nobody has taken; nothing if there is none at present. The same one
  /// is given to nobody else. While there is no folder there are no jobs. A job that cannot be read
  /// is taken away: its writer gives its leaves out again.
  std::optional<TakenJob> take();

  /// The writer has ended, and there is nothing more to do. Any thread.
  bool over() const;

  /// Puts an answer in its place, whole. `leaves` may be some of the job's leaves only.
  void answer(const TakenJob& job, const std::vector<LeafAnswer>& leaves);

  /// Puts a job back where it was, for somebody else.
  void give_back(const TakenJob& job);

  /// Shows that this worker lives: to be called at least every two seconds (kBeat).
  void beat();

 private:
  bool may_take();
  std::optional<TakenJob> take(const std::string& job);
  bool knows_settings(std::uint64_t settings);

  const JobFolder folder_;
  const JobTakerSetup setup_;
  const std::uint64_t over_before_;  ///< Of an earlier writer's kOverFile.
  const StopWatch watch_;
  std::mutex mutex_;  ///< Guards what follows.
  std::optional<WorkerSign> sign_;
  std::optional<std::uint64_t> settings_;       ///< Checksum of what was shown to check() last.
  std::unordered_set<std::string> of_others_;   ///< Jobs of a writer whose settings are not there.
};

}  // namespace sumi::book
