// SPDX-License-Identifier: MIT
/// The writer's side of a folder of leaf jobs (job_folder.h): gives leaves out as files, and takes
/// the answers in.
#pragma once

#include "book/build/job_folder.h"
#include "book/build/leaf_texts.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sumi::book {

struct JobBoardSetup {
  /// What the values of leaves depend on beside their boards, moves and levels, as text: which
  /// engine, which weights. Workers are shown it. What was found under the same text is taken for
  /// right, whoever gave it out.
  std::string settings;
  /// So many leaves are given out at a time at most, from 1 on; nothing: as many as keep the workers
  /// busy, which are two jobs a thread beside the one that it does.
  std::optional<int> leaves{};
  /// A worker whose file was not touched for so long is taken for lost, whether its lock is seen or
  /// not.
  std::chrono::milliseconds silence{60'000};
};

/// Gives leaves out, and takes the answers in. One thread at a time; one process at a time for a
/// folder. Members throw FatalError if the folder cannot be read or written.
///
/// A worker is lost when its lock is gone, if the lock was ever seen, or when its file was not
/// touched for `silence`. Its jobs are given out again. An answer is one to a leaf, not to a job: who
/// finds it first is believed, and a second one is ignored.
class JobBoard {
 public:
  /// Makes the folder if there is none. What an earlier writer has given out and nobody has taken is
  /// forgotten; what was taken is waited for when the same leaf is given out; answers that nobody
  /// has taken in answer the same leaves. Fails with kBadFile if another process has the folder as
  /// its writer.
  static Result<std::unique_ptr<JobBoard>> open(const std::string& folder, JobBoardSetup setup);

  /// Takes back what nobody has taken.
  ~JobBoard();
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  /// Looks at the folder: the answers to leaves that are out, each leaf once. Gives the jobs of lost
  /// workers out again.
  std::vector<LeafAnswer> collect();

  /// What collect() has returned is in the book: takes the files of these answers away.
  void settle();

  /// What a worker has found for this leaf before anybody asked: for an earlier writer. Each once.
  std::optional<LeafAnswer> take_known(const LeafTask& task);

  struct Room {
    std::size_t leaves = 0;      ///< So many leaves are to be given out now, at most.
    std::size_t job_leaves = 1;  ///< So many of them as one job.
  };
  /// By what the last collect() saw; `waiting`: leaves that could be given out now, as far as is
  /// known. No leaves while there is no worker. A job has so many leaves that it takes a tenth of a
  /// second, but few where few are waiting, so that all workers have some.
  Room room(std::size_t waiting) const;

  /// Gives these leaves out, in this order. Requires: none is out.
  void give(const std::vector<LeafTask>& leaves, std::size_t job_leaves);

  /// Takes back leaves of one job that nobody has taken, the last one given; none if there is none.
  std::vector<LeafTask> take_back();

  /// Nobody waits for the leaves that are out any more. Takes back what nobody has taken; what was
  /// found for the others is known later (take_known()).
  void withdraw();

  /// Tells the workers that there is nothing more to do. `done`: the answers in the folder are of no
  /// more use, else they stay for the next writer.
  void end(bool done);

  std::size_t leaves_out() const { return out_.size(); }
  int workers() const;  ///< That live, by the last collect().

 private:
  using Clock = std::chrono::steady_clock;

  struct Job {
    std::vector<LeafTask> leaves;  ///< Those that are waited for; others have been answered.
    bool taken = false;
    Clock::time_point seen{};  ///< When a file of it was last there.
  };

  using Jobs = std::map<std::string, Job>;

  struct Worker {
    int threads = 1;
    bool lock_is_seen = false;
    bool lives = true;
    std::int64_t touched_ns = 0;
    Clock::time_point touched{};  ///< When we saw it touched.
    Clock::time_point looked{};
  };

  JobBoard(JobFolder folder, HeldFile lock, JobBoardSetup setup);
  void clear_away();
  void adopt(const JobFile& file);
  std::vector<JobFile> list() const;
  void place(const std::string& name, std::string_view bytes) const;
  void look_at_workers(const std::vector<JobFile>& files);
  bool lives(const std::string& name, Worker& worker) const;
  bool is_lost(const std::string& worker) const;
  void read_answer(const JobFile& file, std::vector<LeafAnswer>& found);
  void take_in(const LeafAnswer& answer, std::vector<LeafAnswer>& found);
  void give_again(const JobFile& file);
  void give_anew(Jobs::iterator job);
  std::vector<LeafTask> forget(Jobs::iterator job);
  void place_job(std::vector<LeafTask> leaves);
  std::size_t live_threads() const;

  const JobFolder folder_;
  const HeldFile lock_;
  const JobBoardSetup setup_;
  const std::uint64_t settings_;  ///< Checksum of setup_.settings.
  const std::string run_;
  std::uint64_t number_ = 0;
  Jobs jobs_;  ///< Also those that an earlier writer gave.
  std::unordered_set<std::string> out_;                ///< leaf_line() of leaves that are out.
  std::unordered_map<std::string, std::string> adopted_;  ///< Leaves of earlier jobs: which job.
  std::unordered_map<std::string, LeafAnswer> spare_;  ///< Answers that nobody has waited for.
  std::set<std::string> read_;                         ///< Files of answers that were read.
  std::vector<std::string> to_settle_;
  std::map<std::string, Worker> workers_;
  double leaf_micros_ = 0;  ///< What a leaf takes, in the mean of late; 0: unknown.
};

}  // namespace sumi::book
