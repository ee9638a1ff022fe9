// SPDX-License-Identifier: MIT
/// What the clients of a server share: each has an engine and a session of its own, and its
/// part of the threads.
#pragma once

#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/session/session.h"

#include <functional>
#include <memory>

namespace sumi::protocol {

/// Makes the session of a client, which alone uses the engine.
using MakeEngineSession = std::function<std::unique_ptr<Session>(Engine& engine, Peer& peer)>;

/// Whether the line is the first of an HTTP request: "GET / HTTP/1.1", with any method. A cut line
/// counts as one if its part can be, since its end is unknown.
bool is_http(const TextLine& line);

/// All calls, and those of the sessions, come from one thread. What takes time is done on others.
class EngineService {
 public:
  /// The engines have these options, but `threads` is for all of them together. They are confined:
  /// Engine::confine(longest_search).
  EngineService(const EngineOptions& options, Millis longest_search,
                MakeEngineSession make_session);
  ~EngineService();

  /// The session of a client, which gets an engine with its first line; its lines wait until that
  /// is there. A client that speaks HTTP is sent away. A call of the session throws if no engine
  /// can be made. The session must not outlive the service.
  std::unique_ptr<Session> serve(Peer& peer);

  /// Waits until the engines that are being made are made, and those of sessions that are over have
  /// ended: until then their threads may be in Peer::post(). To be called once, when no client is
  /// left and before the server goes.
  void finish();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
