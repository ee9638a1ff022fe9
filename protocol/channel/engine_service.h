// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/session/session.h"

#include <functional>
#include <memory>

namespace sumi::protocol {

/// Creates a client's session. No other session uses `engine`.
using MakeEngineSession = std::function<std::unique_ptr<Session>(Engine& engine, Peer& peer)>;

/// Whether the line begins an HTTP request ("GET / HTTP/1.1", any method). May be wrong for a
/// truncated line.
bool is_http(const TextLine& line);

/// Gives each client its own engine, session and share of the threads. Call it and its sessions
/// from one thread.
class EngineService {
 public:
  /// All engines get these options and share `options.threads`; Engine::confine(longest_search)
  /// limits them.
  EngineService(const EngineOptions& options, Millis longest_search,
                MakeEngineSession make_session);
  ~EngineService();

  /// Returns a client's session, which must not outlive the service. The first line creates the
  /// engine; if that fails, a later call of the session throws. HTTP clients get status 400.
  std::unique_ptr<Session> serve(Peer& peer);

  /// Waits for the creation and destruction of engines, whose threads may call Peer::post(). Call
  /// once, after the last session has ended.
  void finish();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
