// SPDX-License-Identifier: MIT
/// What the clients of a server share: each has an engine and a session of its own, in whatever
/// protocol it speaks, and its part of the threads.
#pragma once

#include "engine/base/time.h"
#include "engine/options.h"
#include "protocol/session.h"

#include <memory>

namespace sumi::protocol {

/// All calls, and those of the sessions, on one thread. What takes time is done on others.
class EngineService {
 public:
  /// Engines with these options, of which `threads` are for all of them together; they are confined
  /// (Engine::confine()), and no search takes longer than `longest_search`.
  EngineService(const EngineOptions& options, Millis longest_search);
  ~EngineService();

  /// A client. It gets an engine with its first line; its lines wait until that is there. Whoever
  /// speaks HTTP is sent away. The session throws if there can be no engine. It must not outlive
  /// the service.
  std::unique_ptr<Session> serve(Peer& peer);

  /// Waits until the engines of sessions that are over have ended: until then their last word may
  /// be on its way to the peer's thread. To be called once, when no client is left.
  void finish();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi::protocol
