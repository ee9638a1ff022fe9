// SPDX-License-Identifier: MIT
/// Sends lines to an xboard session and collects its output.
#pragma once

#include "engine/engine.h"
#include "protocol/xboard/xboard_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

inline EngineOptions xboard_options() {
  EngineOptions options = test::small_engine();
  options.depth = 3;
  return options;
}

inline EngineOptions unhurried_options() {
  EngineOptions options = xboard_options();
  options.depth = 0;
  return options;
}

class XBoardConversation {
 public:
  explicit XBoardConversation(const EngineOptions& options = xboard_options(),
                              const BookOpener& open_book = {})
      : engine_(options, open_book) {}

  void send(std::string_view line, bool cut = false) { session_.on_line({std::string(line), cut}); }

  /// All output until a ping is answered, which follows moves and all other work.
  std::vector<std::string> operator()(std::string_view line) {
    send(line);
    send("ping 7");
    return until("pong 7");
  }

  /// The output before the line `last`.
  std::vector<std::string> until(const std::string& last) {
    peer_.run_until_written(last + "\n");
    std::vector<std::string> all = lines();
    if (!all.empty() && all.back() == last) all.pop_back();
    return all;
  }

  std::vector<std::string> lines() {
    std::istringstream text(peer_.take());
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }

  XBoardSession& session() { return session_; }
  Engine& engine() { return engine_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  Engine engine_;
  test::ScriptedPeer peer_;
  XBoardSession session_{engine_, peer_};
};

using Lines = std::vector<std::string>;

}  // namespace sumi::protocol
