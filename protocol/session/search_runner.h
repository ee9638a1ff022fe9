// SPDX-License-Identifier: MIT
#pragma once

#include "engine/engine.h"
#include "protocol/session/session.h"

#include <functional>
#include <memory>

namespace sumi::protocol {

/// Runs searches in the background, one at a time. All calls and callbacks are on the session's
/// thread.
class SearchRunner {
 public:
  using Callback = std::function<void(const SearchUpdate&)>;
  struct Listener {
    Callback on_update{};  ///< The newest iteration, at most once per `interval`; may be empty.
    Callback on_done{};   ///< Once, with the result, after the last update. May start a new search.
    Millis interval{50};  ///< Faster than people read, slow enough for any pipe.
  };

  /// Both must outlive the runner, which alone may start searches of the engine.
  SearchRunner(Engine& engine, Peer& peer);
  SearchRunner(const SearchRunner&) = delete;
  SearchRunner& operator=(const SearchRunner&) = delete;
  ~SearchRunner();  ///< Stops the search and waits at most 50 ms, without callbacks.

  /// `to_move` is for Engine::set_board(). Requires: !running().
  void start(const Board& board, const SearchLimits& limits, Listener listener,
             Color to_move = Color::kBlack);

  /// Stops the search, if any; on_done follows within 50 ms.
  void stop();

  bool running() const { return running_; }

 private:
  struct UpdateSlot;
  void deliver(UpdateSlot& slot);

  Engine& engine_;
  Peer& peer_;
  Listener listener_;
  bool running_ = false;
  std::shared_ptr<UpdateSlot> slot_;  ///< Of the running search; posted work has weak pointers.
};

}  // namespace sumi::protocol
