// SPDX-License-Identifier: MIT
/// What the sessions of protocols for one engine share: the lines that wait, the search that they
/// wait for, and the end.
#pragma once

#include "engine/engine.h"
#include "protocol/session/line_queue.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"

#include <cstddef>

namespace sumi::protocol {

/// One thread at a time.
class EngineSession : public Session {
 public:
  ~EngineSession() override { engine_.stop(); }  ///< Ends pondering and learning.

  bool finished() const override { return ended_ && !busy() && waiting_.empty(); }
  bool at_work() const override { return search_.running(); }
  std::size_t backlog() const override { return waiting_.bytes(); }

  /// What was asked for last is not answered yet.
  virtual bool busy() const { return search_.running(); }

 protected:
  /// `engine` and `peer` outlive the session, which alone uses the engine.
  EngineSession(Engine& engine, Peer& peer)
      : engine_(engine),
        peer_(peer),
        search_(engine, peer),
        waiting_(peer, [this] { answer_waiting(); }) {}

  /// Serves lines of `waiting_`, as long as none has to wait for a search.
  virtual void answer_waiting() = 0;

  /// Waits until all that a search needs is loaded; a search at work waits for that itself, and may
  /// be stopped.
  void prepare_engine() {
    if (busy()) return;
    engine_.prepare();
    engine_.await_prepared();
  }

  Engine& engine_;
  Peer& peer_;
  SearchRunner search_;
  LineQueue waiting_;
  bool ended_ = false;  ///< No more lines are wanted, or come.
};

}  // namespace sumi::protocol
