// SPDX-License-Identifier: MIT
/// The data that a searching thread changes, and what it shares with others.
#pragma once

#include "engine/core/board/isa.h"
#include "engine/core/board/stability.h"
#include "engine/core/search/local_table.h"
#include "engine/core/search/transposition_table.h"
#include "engine/search_core.h"
#include "engine/search_parameters.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace sumi::SUMI_ISA {

/// What the threads of one search share beside the table.
struct SearchShare {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> helper_nodes{0};   ///< Published by helpers: see publish().
  std::atomic<std::uint64_t> helper_filled{0};  ///< Table places filled by helpers, published too.
};

/// A node that several threads work on, as far as its descendants must know it.
struct SplitLink {
  const SplitLink* parent;
  std::atomic<bool> cut{false};  ///< The node's value is known: all work below it is in vain.

  bool is_below(const SplitLink& ancestor) const {
    const SplitLink* link = this;
    while (link != nullptr && link != &ancestor) link = link->parent;
    return link != nullptr;
  }
};

/// Used by one thread. Once stopped() it stays so, for all work below `split`: every search
/// function then returns at once with a value that means nothing.
class SearchThread {
 public:
  /// For the search's own thread, which asks the `monitor` whether to stop.
  SearchThread(TranspositionTable& tt, const StabilityTable& stability, LocalTable& local,
               SearchShare& share, SearchMonitor& monitor, std::uint64_t node_limit,
               SearchParameters parameters = SearchParameters())
      : tt(tt),
        stability(stability),
        parameters(parameters),
        local(local),
        share_(share),
        monitor_(&monitor),
        node_limit_(node_limit) {
    set_next_poll();
  }

  /// For a helper of the thread `other`: it stops when `other` does.
  SearchThread(const SearchThread& other, LocalTable& local)
      : tt(other.tt),
        stability(other.stability),
        parameters(other.parameters),
        local(local),
        share_(other.share_),
        monitor_(nullptr),
        node_limit_(~std::uint64_t{0}) {
    set_next_poll();
  }

  // Shared with other threads.
  TranspositionTable& tt;
  const StabilityTable& stability;
  const SearchParameters parameters;  ///< A copy: near, and the same for all of a search.

  // This thread's own.
  LocalTable& local;
  std::uint64_t nodes = 0;           ///< Moves made on a board.
  const SplitLink* split = nullptr;  ///< The closest shared node above.

  /// Moves made by all threads. Exact while helpers are idle.
  std::uint64_t all_nodes() const { return nodes + share_.helper_nodes.load(kRelaxed); }

  SUMI_INLINE bool stopped() const {
    return share_.stop.load(kRelaxed) || (split != nullptr && is_cut());
  }

  /// stopped(), after asking the monitor if it is time to. Called at every inner node, so that
  /// a search ends within the time of a few thousand nodes.
  SUMI_INLINE bool should_stop() {
    if (nodes >= next_poll_) [[unlikely]]
      poll();
    return stopped();
  }

  /// Stores data in the shared table.
  SUMI_INLINE void store(const Board& b, std::uint64_t hash, const TtData& data) {
    filled_ += tt.store(b, hash, data);
  }

  /// To be called in turn `i` of a loop that waits for others: asks the monitor now and then.
  void poll_while_waiting(int i) {
    if (i % kTurnsPerPoll == kTurnsPerPoll - 1) poll();
  }

  /// Makes a helper's nodes count.
  void publish() {
    if (monitor_ != nullptr) return;
    share_.helper_nodes.fetch_add(nodes - published_, kRelaxed);
    published_ = nodes;
    share_.helper_filled.fetch_add(std::exchange(filled_, 0), kRelaxed);
  }

 private:
  /// Nodes between two polls: under a millisecond of the slowest evaluator.
  static constexpr std::uint64_t kPollNodes = 2048;
  static constexpr int kTurnsPerPoll = 1024;
  static constexpr auto kRelaxed = std::memory_order_relaxed;

  void set_next_poll() {
    next_poll_ = node_limit_ - nodes < kPollNodes ? node_limit_ : nodes + kPollNodes;
  }
  [[gnu::noinline]] void poll() {
    if (monitor_ == nullptr) {
      publish();
    } else if (!share_.stop.load(kRelaxed)) {
      const std::uint64_t nodes_so_far = all_nodes();
      if (nodes_so_far >= node_limit_ || monitor_->should_stop(nodes_so_far)) {
        share_.stop.store(true, kRelaxed);
      } else {
        tt.grow(std::exchange(filled_, 0) + share_.helper_filled.exchange(0, kRelaxed));
      }
    }
    set_next_poll();
  }
  bool is_cut() const {
    for (const SplitLink* link = split; link != nullptr; link = link->parent) {
      if (link->cut.load(kRelaxed)) return true;
    }
    return false;
  }

  SearchShare& share_;
  SearchMonitor* monitor_;  ///< Null in a helper.
  std::uint64_t node_limit_;
  std::uint64_t next_poll_ = 0, published_ = 0;
  std::uint64_t filled_ = 0;  ///< Table places filled that nobody has been told of yet.
};

}  // namespace sumi::SUMI_ISA
