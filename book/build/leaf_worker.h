// SPDX-License-Identifier: MIT
/// A worker's side of a folder of leaf jobs (job_folder.h): takes jobs that another process gives
/// out, searches their leaves on several threads, answers.
#pragma once

#include "book/build/job_folder.h"
#include "book/build/leaf_texts.h"
#include "engine/base/time.h"
#include "engine/options.h"

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
  /// Is shown what the writer says that leaves depend on (JobBoardSetup::settings), before the
  /// first job of each writer that says something else. Throws if this worker's engine is another.
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
  std::optional<std::uint64_t> settings_;      ///< Checksum of what was shown to check() last.
  std::unordered_set<std::string> of_others_;  ///< Jobs of a writer whose settings are not there.
};

struct LeafWorkProgress {
  std::uint64_t jobs = 0, leaves = 0, nodes = 0;  ///< Answered by this process.
  int searching = 0;                              ///< Threads that have a job.
};

enum class LeafWorkEnd {
  kOver,         ///< The writer has said that there is nothing more to do.
  kInterrupted,  ///< Jobs that were not done are given back.
  kTimeUp,       ///< The same, at the deadline.
  kIdle,         ///< There was no job for so long.
};

struct LeafWorkSetup {
  EngineOptions engine{};  ///< LeafSearch: each thread has an engine, and a table, of its own.
  int threads = 1;
  std::function<bool()> interrupted{};  ///< Asked often, from this thread; may be empty.
  std::function<void(const LeafWorkProgress&)> progress{};  ///< A few times a second and at the
                                                            ///< end, from this thread.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  /// Ends when no thread has had a job for so long; nothing: waits for ever.
  std::optional<std::chrono::milliseconds> idle{};
};

/// Takes jobs and answers them, until the end. An interruption and the deadline are obeyed within
/// 100 ms. Throws what a member of JobTaker or a function of `setup` threw.
LeafWorkEnd work_on_leaves(JobTaker& taker, const LeafWorkSetup& setup);

}  // namespace sumi::book
