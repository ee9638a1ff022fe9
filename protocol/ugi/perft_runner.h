// SPDX-License-Identifier: MIT
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

/// Runs perft on the session's thread in small portions, between which lines are served. At most
/// one perft at a time, without an engine search. Call from the session's thread, which also runs
/// callbacks.
class PerftRunner {
 public:
  struct Listener {
    std::function<void(Square move, std::uint64_t leaves)> on_move{};  ///< For each first move.
    std::function<void(std::uint64_t leaves)> on_done{};               ///< Once, unless stopped.
    std::function<void()> on_expired{};  ///< Instead of on_done, after Engine::longest_search().
  };

  /// Both must outlive the runner.
  PerftRunner(Engine& engine, Peer& peer) : engine_(engine), peer_(peer) {}
  PerftRunner(const PerftRunner&) = delete;
  PerftRunner& operator=(const PerftRunner&) = delete;

  /// Counts like Engine::perft(). Requires: !running(), depth >= 0, the engine's board size.
  void start(const Position& position, int depth, Listener listener);
  void stop() { count_.reset(); }
  bool running() const { return count_ != nullptr; }

 private:
  struct Node {
    Board board;
    int depth = 0;       ///< Plies to the leaves.
    Bitboard moves = 0;  ///< Not yet counted.
    bool passes = false;
  };
  struct Count {
    Listener listener;
    int size = 8;
    StopWatch watch{};
    std::vector<Node> path;  ///< From the root; empty at the end.
    Square first_move = Square::kPass;
    std::uint64_t leaves = 0, leaves_before = 0;  ///< `leaves_before`: before this first move.
  };

  void resume(const std::shared_ptr<Count>& count);
  void enter(Count& count, const Board& board, int depth);
  void step(Count& count);

  Engine& engine_;
  Peer& peer_;
  std::shared_ptr<Count> count_;  ///< Posted work has weak pointers.
};

}  // namespace sumi::protocol
