// SPDX-License-Identifier: MIT
#include "book/build/leaf_search.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace sumi::book {
namespace {

EngineOptions searching(const EngineOptions& options) {
  EngineOptions own;
  own.evaluator = options.evaluator;
  own.weights = options.weights;
  own.hash_mib = options.hash_mib;
  own.isa = options.isa;
  return own;
}

}  // namespace

LeafSearch::LeafSearch(const EngineOptions& options) : engine_(searching(options)) {}

std::optional<Leaf> LeafSearch::search(const Board& board, Bitboard moves, int level) {
  assert((moves & ~rules::legal_moves(board)) == 0);
  if (moves == 0) {
    Leaf none;
    none.state = Leaf::State::kNoMove;
    return none;
  }
  SearchLimits limits = level_limits(level);
  limits.moves = moves;
  engine_.set_board(board);
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return std::nullopt;
    engine_.go(limits, {});
  }
  const SearchUpdate found = engine_.wait();
  nodes_ += found.nodes;
  const std::lock_guard lock(mutex_);
  if (stopped_) return std::nullopt;
  return to_leaf(found);
}

void LeafSearch::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  engine_.stop();
}

Leaf to_leaf(const SearchReport& report) {
  Leaf leaf;
  leaf.state = Leaf::State::kMove;
  leaf.move = report.move();
  leaf.value = report.value();
  leaf.depth = report.depth;
  leaf.selectivity = report.selectivity;
  leaf.exact = report.exact;
  return leaf;
}

bool needs_search(const Leaf& leaf, const std::vector<Child>& children) {
  return leaf.state == Leaf::State::kUnsearched || is_stale(leaf, children);
}

std::vector<Board> leaves_to_search(const BookReader& book, const Board& board) {
  std::vector<Board> found;
  const std::optional<BookEntry> entry = book.find(board);
  if (!entry) return found;
  for (const Board& parent : parents(book, board)) {
    const Leaf leaf = book.find(parent).value().leaf;
    if (is_stale(leaf, children(book, parent))) found.push_back(parent);
  }
  if (needs_search(entry->leaf, children(book, board))) found.push_back(canonical(board).board);
  return found;
}

bool put_leaf(BookStore& book, const Board& board, const Leaf& leaf, int level) {
  bool is_new = false;
  book.change([&] {
    const std::optional<BookEntry> known = book.find(board);
    is_new = !known;
    BookEntry entry = known.value_or(BookEntry{});
    entry.leaf = leaf;
    entry.level = level;
    update(book, board, entry);
  });
  return is_new;
}

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(20);  // maximum delay of interruption
constexpr auto kBetweenReports = std::chrono::milliseconds(200);

class LeafTeam {
 public:
  LeafTeam(LeafSource& source, const WorkSetup& setup) : source_(source), setup_(setup) {
    for (int i = 0; i < setup.threads; ++i) {
      searches_.push_back(std::make_unique<LeafSearch>(setup.engine));
    }
  }
  /// Also after a callback has thrown.
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
    running_ = setup_.threads;
    for (const auto& search : searches_) {
      threads_.emplace_back([this, &search = *search] { do_and_catch([&] { work(search); }); });
    }
  }

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
    { const std::lock_guard lock(source_mutex_); }  // wakes a thread about to wait
    changed_.notify_all();
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
      if (setup_.clears_tables) search.clear_table();
      const std::optional<Leaf> leaf = search.search(task->board, task->moves, task->level);
      lock.lock();
      if (!leaf) return;
      --in_progress_;
      nodes_ += search.nodes() - before;
      source_.put(*task, *leaf);
      show();
      changed_.notify_all();
    }
    changed_.notify_all();
  }

  /// The next leaf; waits while running searches may yield one. Nothing if all work is done or
  /// cancelled.
  std::optional<LeafTask> take(std::unique_lock<std::mutex>& lock) {
    while (!stop_) {
      const std::optional<LeafTask> task = source_.take(stop_);
      if (task) ++in_progress_;
      show();
      if (task || in_progress_ == 0) return task;
      changed_.wait(lock);
    }
    return std::nullopt;
  }

  void show() {
    BuildProgress progress = source_.progress();
    progress.nodes = nodes_;
    const std::lock_guard lock(state_mutex_);
    shown_ = progress;
  }

  LeafSource& source_;  ///< Guarded by source_mutex_.
  const WorkSetup& setup_;
  std::vector<std::unique_ptr<LeafSearch>> searches_;
  std::atomic<bool> stop_{false};

  std::mutex source_mutex_;  ///< Lock before state_mutex_. Guards the members below.
  std::condition_variable changed_;
  std::uint64_t in_progress_ = 0;  ///< Leaves taken but not yet stored.
  std::uint64_t nodes_ = 0;

  std::mutex state_mutex_;  ///< Guards the members below.
  std::condition_variable ended_;
  int running_ = 0;
  std::exception_ptr failure_;
  BuildProgress shown_;

  std::vector<std::jthread> threads_;  ///< Last member: joined before the others are destroyed.
};

}  // namespace

LeafSource::~LeafSource() = default;

BuildEnd search_leaves(LeafSource& source, const WorkSetup& setup) {
  return LeafTeam(source, setup).run();
}

}  // namespace sumi::book
