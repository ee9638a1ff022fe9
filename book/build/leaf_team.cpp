// SPDX-License-Identifier: MIT
#include "book/build/job_board.h"
#include "book/build/leaf_search.h"
#include "book/build/leaf_team.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sumi::book {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(20);  // an interruption waits so long
constexpr auto kBetweenReports = std::chrono::milliseconds(200);
// A board is looked at so often: an eighth of the time since there was an answer, within these.
constexpr auto kSoonestLook = std::chrono::milliseconds(4), kLatestLook = std::chrono::milliseconds(100);

class LeafTeam {
 public:
  LeafTeam(LeafSource& source, const WorkSetup& setup) : source_(source), setup_(setup) {
    for (int i = 0; i < setup.threads; ++i) {
      searches_.push_back(std::make_unique<LeafSearch>(setup.engine));
    }
  }
  /// Also if a function of the setup throws.
  ~LeafTeam() { stop(); }

  BuildEnd run() {
    shown_ = source_.progress();
    BuildEnd end = BuildEnd::kDone;
    if (const auto early = early_end()) {
      end = *early;
    } else {
      start();
      end = watch();
      stop();
      threads_.clear();
      if (failure_) std::rethrow_exception(failure_);
      if (setup_.board) setup_.board->withdraw();
    }
    if (setup_.progress) setup_.progress(shown_);
    return end;
  }

 private:
  std::optional<BuildEnd> early_end() const {
    if (setup_.interrupted && setup_.interrupted()) return BuildEnd::kInterrupted;
    if (setup_.deadline && SteadyClock::now() >= *setup_.deadline) return BuildEnd::kTimeUp;
    return std::nullopt;
  }

  void start() {
    running_ = setup_.threads + (setup_.board ? 1 : 0);
    for (const auto& search : searches_) {
      threads_.emplace_back([this, &search = *search] { do_and_catch([&] { work(search); }); });
    }
    if (setup_.board) threads_.emplace_back([this] { do_and_catch([this] { serve_board(); }); });
  }

  /// Until the threads end, or are to end.
  BuildEnd watch() {
    auto next_report = SteadyClock::now();
    std::unique_lock lock(state_mutex_);
    while (running_ > 0 && !failure_) {
      const BuildProgress progress = shown_;
      lock.unlock();
      const auto now = SteadyClock::now();
      if (setup_.progress && now >= next_report) {
        setup_.progress(progress);
        next_report = now + kBetweenReports;
      }
      if (const auto early = early_end()) return *early;
      lock.lock();
      ended_.wait_for(lock, kTick, [this] { return running_ == 0 || failure_; });
    }
    return BuildEnd::kDone;
  }

  void stop() {
    stop_ = true;
    for (const auto& search : searches_) search->stop();
    { const std::lock_guard lock(source_mutex_); }  // whoever was about to wait is woken
    notify();
  }

  template <class Work>
  void do_and_catch(Work&& work) {
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(state_mutex_);
    --running_;
    if (failure && !failure_) failure_ = failure;
    ended_.notify_all();
  }

  void work(LeafSearch& search) {
    std::unique_lock lock(source_mutex_);
    while (const std::optional<LeafTask> task = take(lock)) {
      lock.unlock();
      const std::uint64_t before = search.nodes();
      const std::optional<Leaf> leaf = search.search(task->board, task->moves, task->level);
      lock.lock();
      if (!leaf) return;
      --at_work_;
      nodes_ += search.nodes() - before;
      source_.put(*task, *leaf);
      show();
      notify();
    }
    notify();
  }

  void notify() {
    changed_.notify_all();
    board_changed_.notify_one();
  }

  /// Waits while others may bring something; nothing if all is done or to end.
  std::optional<LeafTask> take(std::unique_lock<std::mutex>& lock) {
    while (!stop_ && !done_) {
      const std::optional<LeafTask> task = next();
      show();
      if (task || at_work_ == 0) return task;
      ++idle_;
      board_changed_.notify_one();
      changed_.wait(lock);
      --idle_;
    }
    return std::nullopt;
  }

  /// A leaf to search; it counts as being at work. What workers have found for it before is put.
  /// Without one, and nothing at work, all is done.
  std::optional<LeafTask> next() {
    if (!taken_back_.empty()) {
      const LeafTask task = taken_back_.front();
      taken_back_.pop_front();
      return task;
    }
    while (const std::optional<LeafTask> task = source_.take(stop_)) {
      const auto known = setup_.board && task->moves != 0 ? setup_.board->take_known(*task)
                                                          : std::nullopt;
      if (!known) {
        ++at_work_;
        return task;
      }
      nodes_ += known->nodes;
      source_.put(*task, known->leaf);
    }
    if (at_work_ == 0 && !stop_) done_ = true;
    return std::nullopt;
  }

  /// Gives leaves to others and puts what they find, until all is done or to end.
  void serve_board() {
    std::unique_lock lock(source_mutex_);
    auto last_answer = SteadyClock::now();
    while (!stop_ && !done_) {
      const bool found = put_answers();
      give_out();
      show();
      const auto now = SteadyClock::now();
      if (found) last_answer = now;
      if (found || done_) changed_.notify_all();
      if (stop_ || done_) break;
      const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(now - last_answer) / 8;
      board_changed_.wait_for(lock, std::clamp(wait, kSoonestLook, kLatestLook));
    }
  }

  bool put_answers() {
    const std::vector<LeafAnswer> found = setup_.board->collect();
    if (found.empty()) return false;
    source_.put_together([&] {
      for (const LeafAnswer& answer : found) {
        --at_work_;
        nodes_ += answer.nodes;
        source_.put(answer.task, answer.leaf);
      }
    });
    setup_.board->settle();
    return true;
  }

  /// Threads that have nothing to do get leaves back that no worker has begun with.
  void give_out() {
    JobBoard& board = *setup_.board;
    if (setup_.threads > 0 && (idle_ > 0 || board.workers() == 0)) {
      for (const LeafTask& task : board.take_back()) taken_back_.push_back(task);
      if (!taken_back_.empty()) {
        changed_.notify_all();
        return;
      }
    }
    const std::uint64_t waiting = source_.progress().waiting, at_work = at_work_;
    const JobBoard::Room room = board.room(waiting - std::min(waiting, at_work));
    std::vector<LeafTask> tasks;
    while (tasks.size() < room.leaves) {
      const std::optional<LeafTask> task = next();
      if (!task) break;
      if (task->moves != 0) {
        tasks.push_back(*task);
        continue;
      }
      --at_work_;
      Leaf none;
      none.state = Leaf::State::kNoMove;
      source_.put(*task, none);
    }
    board.give(tasks, room.job_leaves);
    // Whether anything is left to do must be known though there is no worker.
    if (at_work_ > 0) return;
    if (const std::optional<LeafTask> task = next()) taken_back_.push_back(*task);
  }

  void show() {
    BuildProgress progress = source_.progress();
    progress.nodes = nodes_;
    if (setup_.board) {
      progress.workers = setup_.board->workers();
      progress.given_out = setup_.board->leaves_out();
    }
    const std::lock_guard lock(state_mutex_);
    shown_ = progress;
  }

  LeafSource& source_;  ///< Guarded by source_mutex_, as setup_.board is.
  const WorkSetup& setup_;
  std::vector<std::unique_ptr<LeafSearch>> searches_;
  std::atomic<bool> stop_{false};

  std::mutex source_mutex_;  ///< Taken before state_mutex_. Guards what follows.
  std::condition_variable changed_;        ///< For threads that search.
  std::condition_variable board_changed_;  ///< For the one that serves the board.
  std::deque<LeafTask> taken_back_;  ///< Taken from the source, and to be searched next.
  std::uint64_t at_work_ = 0;        ///< Leaves that were taken and not put.
  int idle_ = 0;                     ///< Threads that wait for something to search.
  bool done_ = false;
  std::uint64_t nodes_ = 0;

  std::mutex state_mutex_;  ///< Guards what follows.
  std::condition_variable ended_;
  int running_ = 0;
  std::exception_ptr failure_;
  BuildProgress shown_;

  std::vector<std::jthread> threads_;  ///< Last: joined before the rest goes.
};

}  // namespace

LeafSource::~LeafSource() = default;

BuildEnd search_leaves(LeafSource& source, const WorkSetup& setup) {
  return LeafTeam(source, setup).run();
}

}  // namespace sumi::book
