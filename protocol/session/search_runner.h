// SPDX-License-Identifier: MIT
/// The engine as a session uses it: searches run beside the session, and what they find comes back
/// on the session's thread.
#pragma once

#include "engine/engine.h"
#include "protocol/session/session.h"

#include <functional>
#include <memory>

namespace sumi::protocol {

/// At most one search at a time. All calls, and all calls back, on the session's thread.
class SearchRunner {
 public:
  using Hear = std::function<void(const SearchUpdate&)>;
  struct Listener {
    Hear on_update{};  ///< The newest iteration, at most one every `interval`; may be empty.
    Hear on_done{};    ///< Once, with the result; the last iteration was told before. A new search
                       ///< may be started from here.
    Millis interval{50};  ///< Faster than people read, slow enough for any pipe.
  };

  /// Both outlive the runner, which alone starts searches of the engine.
  SearchRunner(Engine& engine, Peer& peer);
  SearchRunner(const SearchRunner&) = delete;
  SearchRunner& operator=(const SearchRunner&) = delete;
  ~SearchRunner();  ///< Stops a search and waits for its end (50 ms at most); calls nobody back.

  /// The colour is for Engine::set_board(). Requires: !running().
  void start(const Board& board, const SearchLimits& limits, Listener listener,
             Color to_move = Color::kBlack);

  /// Ends the search; on_done is called within 50 ms. Does nothing if there is no search.
  void stop();

  bool running() const { return running_; }

 private:
  struct News;
  void deliver(News& news);

  Engine& engine_;
  Peer& peer_;
  Listener listener_;
  bool running_ = false;
  std::shared_ptr<News> news_;  ///< Belongs to the running search; posted work holds a weak pointer
                                ///< to it.
};

}  // namespace sumi::protocol
