// SPDX-License-Identifier: MIT
/// Counts leaves on the session's thread in small portions, so that lines are served meanwhile.
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "engine/game/board.h"
#include "protocol/session/session.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sumi::protocol {

/// One count at a time; no search of the engine meanwhile. All calls, and all calls back, on the
/// session's thread.
class PerftRunner {
 public:
  struct Listener {
    std::function<void(Square move, std::uint64_t leaves)> on_move{};  ///< After each first move.
    std::function<void(std::uint64_t leaves)> on_done{};  ///< Once, unless stopped before.
    std::function<void()> on_expired{};                   ///< Called instead of on_done, after
                                                          ///< Engine::longest_search().
  };

  /// `engine` and `peer` outlive the runner.
  PerftRunner(Engine& engine, Peer& peer) : engine_(engine), peer_(peer) {}
  PerftRunner(const PerftRunner&) = delete;
  PerftRunner& operator=(const PerftRunner&) = delete;

  /// Counts as Engine::perft() does, for a position of the engine's size. Requires: !running(),
  /// depth >= 0.
  void start(const Position& position, int depth, Listener listener);
  void stop() { count_.reset(); }
  bool running() const { return count_ != nullptr; }

 private:
  struct Node {
    Board board;
    int depth = 0;       ///< Plies from this position to the leaves.
    Bitboard moves = 0;  ///< Moves not yet counted.
    bool passes = false;
  };
  struct Count {
    Listener listener;
    int size = 8;
    StopWatch watch{};
    std::vector<Node> path;  ///< From the root; empty when all is counted.
    Square first_move = Square::kPass;
    std::uint64_t leaves = 0, leaves_before = 0;  ///< `leaves_before`: those of earlier first
                                                  ///< moves.
  };

  void go_on(const std::shared_ptr<Count>& count);
  void enter(Count& count, const Board& board, int depth);
  void step(Count& count);

  Engine& engine_;
  Peer& peer_;
  std::shared_ptr<Count> count_;  ///< The count at work; posted work holds a weak pointer to it.
};

}  // namespace sumi::protocol
