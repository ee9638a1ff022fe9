// SPDX-License-Identifier: MIT
/// Parallel search by "young brothers wait" (R. Feldmann, "Game tree search on massively parallel
/// systems", 1993). Once a node's first move is searched without a cutoff, idle threads may search
/// the others; a cutoff stops all. Threads share only the table, so exact results stay exact.
///
/// A thread that waits for helpers works only below its own shared node, to continue soon after
/// they finish. Worker (searcher.h) searches the moves of shared nodes.
#pragma once

#include "engine/base/machine.h"
#include "engine/base/static_vector.h"
#include "engine/base/thread_team.h"
#include "engine/core/evaluators/evaluator.h"
#include "engine/core/search/move_ordering.h"
#include "engine/core/search/search_thread.h"

#include <atomic>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sumi::SUMI_ISA {

inline void pause_thread() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Call in iteration `i` of a waiting loop. Yields occasionally: cores may be fewer than threads.
inline void pause_or_yield(int i) {
  constexpr int kTurns = 64;
  if (i % kTurns == kTurns - 1) {
    yield_thread();
  } else {
    pause_thread();
  }
}

/// For critical sections of a few instructions.
class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
      for (int i = 0; taken_.load(std::memory_order_relaxed); ++i) pause_or_yield(i);
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

class SpinGuard {
 public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  SpinLock& lock_;
};

/// A node and its remaining work. In DeepSolver alpha, beta and best are in discs.
template <Evaluator E>
struct OpenNode {
  const Board& board;
  const typename E::State& state;  ///< Of `board`.
  MoveList& moves;
  std::size_t next;  ///< The first move not yet taken.
  int ply, depth;
  bool to_end;  ///< Of DeepSolver; else of Midgame.
  int selectivity;
  Value alpha, beta;
  Value best;
  Square best_move;
};

/// A shared node, on the stack of its owner.
template <Evaluator E>
struct Split : SplitLink, OpenNode<E> {
  /// `parent`: the closest shared node above, or null.
  Split(const SplitLink* parent, const OpenNode<E>& node) : SplitLink{parent}, OpenNode<E>(node) {}

  int workers = 1;  ///< Including the owner's thread.
  SpinLock lock;    ///< Guards moves, next, best, best_move, workers.
};

template <Evaluator E>
class Team;

/// A search thread's interface for sharing. Midgame and DeepSolver pass it the moves of a node;
/// Team runs it on other threads' nodes.
template <Evaluator E>
class TeamMember {
 public:
  /// `team` is null or must outlive this.
  TeamMember(const SearchThread& thread, Team<E>* team) : thread(thread), team_(team) {}
  TeamMember(const TeamMember&) = delete;
  TeamMember& operator=(const TeamMember&) = delete;

  /// True if a thread is idle.
  SUMI_INLINE bool may_share() const { return team_ != nullptr && team_->wants_work(); }

  /// Searches the moves of `node` with idle threads; stores the result in it. Requires: may_share()
  /// returned true.
  void share(OpenNode<E>& node) {
    Split<E> split(thread.split, node);
    team_->share(*this, split);
    node.best = split.best;
    node.best_move = split.best_move;
  }

  /// Searches moves of the node until no move is left, a cutoff or a stop.
  virtual void run(Split<E>& split) = 0;

  /// Pauses while helpers work; `i` counts the calls.
  void wait(int i) {
    pause_or_yield(i);
    thread.poll_while_waiting(i);
  }

  SearchThread thread;

 protected:
  ~TeamMember() = default;

 private:
  Team<E>* const team_;
};

/// The threads of one search and their shared nodes. Thread-safe.
template <Evaluator E>
class Team {
 public:
  explicit Team(ThreadTeam& threads) : threads_(threads) {}

  SUMI_INLINE bool wants_work() const { return idle_.load(std::memory_order_relaxed) > 0; }

  /// Searches the node's moves with idle threads and waits for them. The calling thread runs
  /// `owner`.
  void share(TeamMember<E>& owner, Split<E>& split) {
    if (!open(split)) return owner.run(split);
    threads_.wake();
    owner.run(split);
    close(split);
    ++idle_;  // so that helpers share nodes below
    for (int i = 0; has_helpers(split); ++i) {
      if (Split<E>* const below = join(&split)) {
        --idle_;
        work(owner, *below);
        ++idle_;
      } else {
        owner.wait(i);
      }
    }
    --idle_;
  }

  void help(TeamMember<E>& helper) {
    ++idle_;
    while (!ended_.load(std::memory_order_acquire)) {
      const unsigned seen = threads_.wakes();
      Split<E>* split = join(nullptr);
      for (int i = 0; split == nullptr && i < kSpins; ++i) {
        pause_or_yield(i);
        split = join(nullptr);
      }
      if (split != nullptr) {
        --idle_;
        work(helper, *split);
        ++idle_;
      } else if (!ended_.load(std::memory_order_acquire)) {
        threads_.sleep(seen);
      }
    }
    --idle_;
  }

  void end() {
    ended_.store(true, std::memory_order_release);
    threads_.wake();
  }

 private:
  static constexpr std::size_t kMaxOpen = 256;
  /// Iterations before a helper sleeps: about 50 us.
  static constexpr int kSpins = 1000;

  bool open(Split<E>& split) {
    const SpinGuard guard(lock_);
    if (open_.size() == kMaxOpen) return false;
    open_.push_back(&split);
    count_.store(open_.size(), std::memory_order_relaxed);
    return true;
  }

  void close(Split<E>& split) {
    const SpinGuard guard(lock_);
    std::size_t at = 0;
    while (open_[at] != &split) ++at;
    open_[at] = open_.back();
    open_.pop_back();
    count_.store(open_.size(), std::memory_order_relaxed);
  }

  static bool has_helpers(Split<E>& split) {
    const SpinGuard guard(split.lock);
    return split.workers > 1;
  }

  static void work(TeamMember<E>& member, Split<E>& split) {
    member.run(split);
    const SpinGuard guard(split.lock);
    --split.workers;
  }

  /// Joins the deepest shared node with moves left, only below `ancestor` unless null. Null if
  /// none.
  Split<E>* join(const SplitLink* ancestor) {
    if (count_.load(std::memory_order_relaxed) == 0) return nullptr;
    const SpinGuard guard(lock_);
    Split<E>* largest = nullptr;
    for (Split<E>* split : open_) {
      if (largest != nullptr && split->depth <= largest->depth) continue;
      if (ancestor != nullptr && !split->is_below(*ancestor)) continue;
      const SpinGuard split_guard(split->lock);
      if (split->next < split->moves.size() && !split->cut) largest = split;
    }
    if (largest != nullptr) {
      const SpinGuard split_guard(largest->lock);
      ++largest->workers;
    }
    return largest;
  }

  ThreadTeam& threads_;
  std::atomic<int> idle_{0};
  std::atomic<bool> ended_{false};
  SpinLock lock_;  ///< Locked before a node's lock.
  StaticVector<Split<E>*, kMaxOpen> open_;
  std::atomic<std::size_t> count_{0};  ///< Size of open_, for reading without the lock.
};

}  // namespace sumi::SUMI_ISA
