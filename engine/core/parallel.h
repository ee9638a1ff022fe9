// SPDX-License-Identifier: MIT
/// One search on several threads: young brothers wait (R. Feldmann, "Game tree search on massively
/// parallel systems", 1993). Once the first move of a node has been searched without a cutoff, the
/// others may be searched by whoever is free; a cutoff by one of them ends the work on all. Threads
/// share the table and nothing else of the tree, so exact results stay exact; which nodes are
/// visited depends on who comes first.
///
/// A thread whose helpers are not done yet helps them in turn, and only them: their ends are what
/// it waits for.
#pragma once

#include "engine/base/static_vector.h"
#include "engine/base/thread_team.h"
#include "engine/core/endgame/solve_deep.h"
#include "engine/core/midgame.h"
#include "engine/core/spin_lock.h"

#include <atomic>

namespace sumi::SUMI_ISA {

/// A node and what is still to do there. The window and the values are in the units of the search
/// that came to it.
template <Evaluator E>
struct OpenNode {
  const Board& board;
  const typename E::State& state;  ///< The evaluator's state for `board`.
  MoveList& moves;
  std::size_t next;  ///< The first move that nobody has taken.
  int ply, depth;
  bool to_end;  ///< A node of DeepSolver; false: of Midgame.
  int selectivity;
  int alpha, beta;
  int best;
  Square best_move;
};

/// A node whose remaining moves are shared, on the stack of the thread that came to it.
template <Evaluator E>
struct Split : SplitLink, OpenNode<E> {
  /// `parent` is the closest shared node above, or null.
  Split(const SplitLink* parent, const OpenNode<E>& node) : SplitLink{parent}, OpenNode<E>(node) {}

  int workers = 1;  ///< The owner is one.
  SpinLock lock;    ///< Guards what changes: moves, next, best, best_move, workers.
};

/// The threads of one search and the nodes they share. A Worker has run(Split<E>&), which searches
/// moves of the node until none is left, and wait(i) for the turn `i` of waiting.
template <Evaluator E, class Worker>
class Team {
 public:
  explicit Team(ThreadTeam& threads) : threads_(threads) {}

  /// True if some thread has nothing to do.
  SUMI_INLINE bool wants_work() const { return idle_.load(std::memory_order_relaxed) > 0; }

  /// Searches the moves of the node with whoever is free; returns when all work on it has ended.
  /// `owner` runs on the calling thread.
  void share(Worker& owner, Split<E>& split) {
    if (!open(split)) return owner.run(split);
    threads_.wake();
    owner.run(split);
    close(split);
    for (int i = 0; has_helpers(split); ++i) {
      if (Split<E>* const below = join(&split)) {
        work(owner, *below);
      } else {
        owner.wait(i);
      }
    }
  }

  /// A helper's part: works until end().
  void help(Worker& helper) {
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
  /// How often a helper looks for work before it goes to sleep: for about 50 us.
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

  static void work(Worker& worker, Split<E>& split) {
    worker.run(split);
    const SpinGuard guard(split.lock);
    --split.workers;
  }

  /// Makes the caller a worker of the deepest search that has moves left; below `ancestor`, if that
  /// is not null.
  Split<E>* join(const SplitLink* ancestor) {
    if (count_.load(std::memory_order_relaxed) == 0) return nullptr;
    const SpinGuard guard(lock_);
    Split<E>* deepest = nullptr;
    for (Split<E>* split : open_) {
      if (deepest != nullptr && split->depth <= deepest->depth) continue;
      if (ancestor != nullptr && !split->is_below(*ancestor)) continue;
      const SpinGuard split_guard(split->lock);
      if (split->next < split->moves.size() && !split->cut) deepest = split;
    }
    if (deepest != nullptr) {
      const SpinGuard split_guard(deepest->lock);
      ++deepest->workers;
    }
    return deepest;
  }

  ThreadTeam& threads_;
  std::atomic<int> idle_{0};
  std::atomic<bool> ended_{false};
  SpinLock lock_;  ///< Taken before a node's lock.
  StaticVector<Split<E>*, kMaxOpen> open_;
  std::atomic<std::size_t> count_{0};  ///< Size of open_, to be read without the lock.
};

/// One thread of a search: its counters, and the states of the position it stands on.
template <Evaluator E, int N>
class Worker {
 public:
  Worker(const SearchThread& thread, const E& eval, int selectivity, Team<E, Worker>* team)
      : thread(thread),
        midgame(*this, eval, selectivity),
        deep(*this, eval),
        eval_(eval),
        team_(team) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// True if there is a thread to share the moves of a node with.
  SUMI_INLINE bool may_share() const { return team_ != nullptr && team_->wants_work(); }
  void share(Split<E>& split) { team_->share(*this, split); }

  void run(Split<E>& split);
  void wait(int i) {
    pause_or_yield(i);
    thread.poll_while_waiting(i);
  }

  SearchThread thread;
  Midgame<E, N> midgame;
  DeepSolver<E, N> deep;

 private:
  /// The score of the `i`-th move of a node for its side.
  int search_null_window(const Split<E>& split, const OrderedMove& move, std::size_t i, int alpha);
  int search(const Split<E>& split, const OrderedMove& move, int alpha, int beta);

  const E& eval_;
  Team<E, Worker>* const team_;
};

template <Evaluator E, int N>
void Worker<E, N>::run(Split<E>& split) {
  const SplitLink* const before = thread.split;
  thread.split = &split;
  if (midgame.selectivity() != split.selectivity) midgame.set_selectivity(split.selectivity);
  const auto bar = [&split] { return split.alpha > split.best ? split.alpha : split.best; };
  while (!thread.stopped()) {
    OrderedMove move;
    std::size_t i;
    int low;
    {
      const SpinGuard guard(split.lock);
      if (split.next == split.moves.size()) break;
      i = split.next++;
      move = pick_best(split.moves, i);
      low = bar();
    }
    ++thread.nodes;
    eval_.advance(split.board, split.state, move.square, split.board.opp & move.child.opp,
                  midgame.state(split.ply + 1));
    int score = search_null_window(split, move, i, low);
    if (low < score && score < split.beta && !thread.stopped()) {
      {
        const SpinGuard guard(split.lock);
        low = bar();
      }
      // All we know of the move is that it is worth `score` or more; another move may have reached
      // that by now.
      if (low < split.beta) score = search(split, move, low, split.beta);
    }
    if (thread.stopped()) break;
    const SpinGuard guard(split.lock);
    if (score > split.best) {
      split.best = score;
      split.best_move = move.square;
      if (score >= split.beta) split.cut.store(true, std::memory_order_relaxed);
    }
  }
  thread.split = before;
  thread.publish();
}

template <Evaluator E, int N>
int Worker<E, N>::search_null_window(const Split<E>& split, const OrderedMove& move, std::size_t i,
                                     int alpha) {
  if (split.to_end) return search(split, move, alpha, alpha + 1);
  return midgame.search_null_window(move, i, split.depth, split.ply, {alpha}).units;
}

template <Evaluator E, int N>
int Worker<E, N>::search(const Split<E>& split, const OrderedMove& move, int alpha, int beta) {
  if (split.to_end) {
    return -deep.search(move.child, move.hash, split.ply + 1, -beta, -alpha, split.depth - 1);
  }
  return -midgame.search(move.child, move.hash, split.depth - 1, split.ply + 1, {-beta}, {-alpha})
              .units;
}

}  // namespace sumi::SUMI_ISA
