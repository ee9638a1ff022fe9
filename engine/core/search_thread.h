// SPDX-License-Identifier: MIT
/// What a searching thread mutates, and what it shares with others.
#pragma once

#include "engine/core/isa.h"
#include "engine/core/stability.h"
#include "engine/core/transposition_table.h"
#include "engine/search_core.h"

#include <cstdint>

namespace sumi::SUMI_ISA {

/// Used by one thread. Once stopped() it stays so: every search function then returns at once
/// with a value that means nothing.
class SearchThread {
 public:
  SearchThread(TranspositionTable& tt, const StabilityTable& stability, SearchMonitor& monitor,
               std::uint64_t node_limit)
      : tt(tt), stability(stability), monitor_(monitor), node_limit_(node_limit) {
    set_next_poll();
  }

  // Shared.
  TranspositionTable& tt;
  const StabilityTable& stability;

  // Mine.
  std::uint64_t nodes = 0;  ///< Moves made on a board.

  bool stopped() const { return stopped_; }

  /// stopped(), after asking the monitor if it is time to. Called at every inner node, so that
  /// a search ends within the time of a few thousand nodes.
  SUMI_INLINE bool should_stop() {
    if (nodes >= next_poll_) [[unlikely]]
      poll();
    return stopped_;
  }

 private:
  /// Nodes between two polls: under a millisecond of the slowest evaluator.
  static constexpr std::uint64_t kPollNodes = 2048;

  void set_next_poll() {
    next_poll_ = node_limit_ - nodes < kPollNodes ? node_limit_ : nodes + kPollNodes;
  }
  [[gnu::noinline]] void poll() {
    stopped_ = stopped_ || nodes >= node_limit_ || monitor_.should_stop();
    if (!stopped_) tt.grow();  // one thread's task once several share the table
    set_next_poll();
  }

  SearchMonitor& monitor_;
  std::uint64_t node_limit_;
  std::uint64_t next_poll_ = 0;
  bool stopped_ = false;
};

}  // namespace sumi::SUMI_ISA
