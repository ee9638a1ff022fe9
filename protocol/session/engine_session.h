// SPDX-License-Identifier: MIT
/// Base of the sessions of single-engine protocols.
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/levels.h"
#include "protocol/session/line_queue.h"
#include "protocol/session/search_runner.h"
#include "protocol/session/session.h"

#include <cstddef>
#include <string_view>

namespace sumi::protocol {

class EngineSession : public Session {
 public:
  ~EngineSession() override { engine_.stop(); }  ///< Stops pondering and learning too.

  bool finished() const override { return ended_ && !busy() && waiting_.empty(); }
  bool working() const override { return search_.running(); }
  std::size_t backlog() const override { return waiting_.bytes(); }

  /// The last command is still unanswered.
  virtual bool busy() const { return search_.running(); }

 protected:
  /// Both must outlive the session. The session has exclusive use of the engine.
  EngineSession(Engine& engine, Peer& peer)
      : engine_(engine),
        peer_(peer),
        search_(engine, peer),
        waiting_(peer, [this] { answer_waiting(); }) {}

  /// Serves lines of `waiting_` until one must wait for a search.
  virtual void answer_waiting() = 0;

  /// Writes a line and sends it at once.
  void write(std::string_view line) {
    peer_.write(line);
    peer_.flush();
  }

  /// Sets the engine's board size. Ends pondering and learning only if the size changes.
  Result<void> use_size(int size) {
    return engine_.options().size == size ? Result<void>() : engine_.use_size(size);
  }

  /// Limits of a game move without clock or variety.
  SearchLimits analysis_limits() const {
    SearchLimits limits = move_limits(engine_.options(), {});
    limits.varies = false;
    limits.consults_book = true;
    return limits;
  }

  /// Waits until everything that a search needs is loaded. Does nothing if busy().
  void prepare_engine() {
    if (busy()) return;
    engine_.prepare();
    engine_.await_prepared();
  }

  Engine& engine_;
  Peer& peer_;
  SearchRunner search_;
  LineQueue waiting_;
  bool ended_ = false;  ///< No more lines will arrive.
};

}  // namespace sumi::protocol
