// SPDX-License-Identifier: MIT
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

/// Shared by the threads of a search.
struct SearchShare {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> helper_nodes{0};   ///< Sum of publish().
  std::atomic<std::uint64_t> helper_filled{0};  ///< Filled table entries, from publish().
};

/// A shared node, as seen by searches below it.
struct SplitLink {
  const SplitLink* parent;
  std::atomic<bool> cut{false};  ///< The value is known; searches below are wasted.

  bool is_below(const SplitLink& ancestor) const {
    const SplitLink* link = this;
    while (link != nullptr && link != &ancestor) link = link->parent;
    return link != nullptr;
  }
};

/// State of one thread. Once true, stopped() stays true for all work below `split`: search
/// functions return at once with meaningless results.
class SearchThread {
 public:
  /// For the main thread, which polls `monitor`.
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

  /// For a helper of `other`; stops when `other` does.
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

  TranspositionTable& tt;
  const StabilityTable& stability;
  const SearchParameters parameters;  ///< A copy, for locality.

  LocalTable& local;
  std::uint64_t nodes = 0;           ///< Moves made on boards.
  const SplitLink* split = nullptr;  ///< The closest shared node above.

  /// Nodes of all threads. Exact while helpers are idle.
  std::uint64_t all_nodes() const { return nodes + share_.helper_nodes.load(kRelaxed); }

  SUMI_INLINE bool stopped() const {
    return share_.stop.load(kRelaxed) || (split != nullptr && is_cut());
  }

  /// As stopped(), but polls the monitor first if due. Call at every inner node.
  SUMI_INLINE bool should_stop() {
    if (nodes >= next_poll_) [[unlikely]]
      poll();
    return stopped();
  }

  SUMI_INLINE void store(const Board& b, std::uint64_t hash, const TtData& data) {
    filled_ += tt.store(b, hash, data);
  }

  /// Call in iteration `i` of a waiting loop; polls occasionally.
  void poll_while_waiting(int i) {
    if (i % kTurnsPerPoll == kTurnsPerPoll - 1) poll();
  }

  void publish() {
    if (monitor_ != nullptr) return;
    share_.helper_nodes.fetch_add(nodes - published_, kRelaxed);
    published_ = nodes;
    share_.helper_filled.fetch_add(std::exchange(filled_, 0), kRelaxed);
  }

 private:
  /// Nodes between polls: under a millisecond with the slowest evaluator.
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
  SearchMonitor* monitor_;  ///< Null in helpers.
  std::uint64_t node_limit_;
  std::uint64_t next_poll_ = 0, published_ = 0;
  std::uint64_t filled_ = 0;  ///< Table entries since the last report.
};

}  // namespace sumi::SUMI_ISA
