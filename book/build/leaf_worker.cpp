// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "book/build/leaf_worker.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace sumi::book {
namespace {

constexpr auto kWatchTick = std::chrono::milliseconds(20);  // an interruption waits so long
constexpr auto kBetweenNews = std::chrono::milliseconds(200);
// The folder is looked at so often while there is no job: an eighth of the time since there was
// one, within these.
constexpr auto kFirstPoll = std::chrono::milliseconds(2), kLastPoll = std::chrono::milliseconds(250);

class JobWorkers {
 public:
  JobWorkers(JobTaker& taker, const LeafWorkSetup& setup) : taker_(taker), setup_(setup) {
    for (int i = 0; i < setup.threads; ++i) {
      searches_.push_back(std::make_unique<LeafSearch>(setup.engine));
    }
  }
  ~JobWorkers() { stop(); }

  LeafWorkEnd run() {
    running_ = setup_.threads;
    last_job_ = Clock::now();
    for (const auto& search : searches_) {
      threads_.emplace_back([this, &search = *search] { work_and_note(search); });
    }
    const LeafWorkEnd end = watch();
    stop();
    threads_.clear();
    if (failure_) std::rethrow_exception(failure_);
    if (setup_.progress) setup_.progress(progress_);
    return end;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Until the threads end, or are to end.
  LeafWorkEnd watch() {
    auto next_beat = Clock::now(), next_news = next_beat;
    std::unique_lock lock(mutex_);
    while (running_ > 0 && !failure_) {
      const LeafWorkProgress progress = progress_;
      const auto now = Clock::now();
      if (progress.searching > 0) last_job_ = now;
      const bool idle = setup_.idle && now - last_job_ >= *setup_.idle;
      lock.unlock();
      if (now >= next_beat) {
        taker_.beat();
        next_beat = now + kBeat;
      }
      if (setup_.progress && now >= next_news) {
        setup_.progress(progress);
        next_news = now + kBetweenNews;
      }
      if (setup_.interrupted && setup_.interrupted()) return LeafWorkEnd::kInterrupted;
      if (setup_.deadline && now >= *setup_.deadline) return LeafWorkEnd::kTimeUp;
      if (idle) return LeafWorkEnd::kIdle;
      lock.lock();
      changed_.wait_for(lock, kWatchTick, [this] { return running_ == 0 || failure_; });
    }
    return LeafWorkEnd::kOver;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (const auto& search : searches_) search->stop();
  }

  void work_and_note(LeafSearch& search) {
    std::exception_ptr failure;
    try {
      work(search);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    if (failure && !failure_) failure_ = failure;
    changed_.notify_all();
  }

  void work(LeafSearch& search) {
    auto last = Clock::now();
    while (!stop_) {
      if (const std::optional<TakenJob> job = taker_.take()) {
        do_job(search, *job);
        last = Clock::now();
        continue;
      }
      if (taker_.over()) return;
      const auto poll = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last) / 8;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::clamp(poll, kFirstPoll, kLastPoll), [this] { return stop_.load(); });
    }
  }

  void do_job(LeafSearch& search, const TakenJob& job) {
    count(0, 0, 0, 1);
    std::vector<LeafAnswer> answers;
    std::uint64_t nodes = 0;
    for (const LeafTask& task : job.job.leaves) {
      const auto begin = Clock::now();
      const std::uint64_t before = search.nodes();
      const auto leaf = search.search(task.board, task.moves, task.level);
      if (!leaf) {
        taker_.give_back(job);
        return;
      }
      const auto taken = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
      answers.push_back({task, *leaf, search.nodes() - before,
                         static_cast<std::uint64_t>(taken.count())});
      nodes += search.nodes() - before;
    }
    taker_.answer(job, answers);
    count(1, answers.size(), nodes, -1);
  }

  void count(std::uint64_t jobs, std::uint64_t leaves, std::uint64_t nodes, int searching) {
    const std::lock_guard lock(mutex_);
    progress_.jobs += jobs;
    progress_.leaves += leaves;
    progress_.nodes += nodes;
    progress_.searching += searching;
  }

  JobTaker& taker_;
  const LeafWorkSetup& setup_;
  std::vector<std::unique_ptr<LeafSearch>> searches_;
  std::atomic<bool> stop_{false};

  std::mutex mutex_;  ///< Guards what follows.
  std::condition_variable changed_;
  int running_ = 0;
  std::exception_ptr failure_;
  LeafWorkProgress progress_;
  Clock::time_point last_job_;  ///< Used by watch() alone, once the threads run.

  std::vector<std::jthread> threads_;  ///< Last: joined before the rest goes.
};

}  // namespace

LeafWorkEnd work_on_leaves(JobTaker& taker, const LeafWorkSetup& setup) {
  return JobWorkers(taker, setup).run();
}

}  // namespace sumi::book
