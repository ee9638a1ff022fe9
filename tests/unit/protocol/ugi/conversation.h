// SPDX-License-Identifier: MIT
/// Sends lines to a UGI, UCI or USI session and collects its output.
#pragma once

#include "engine/engine.h"
#include "protocol/ugi/ugi_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol::ugi_test {

inline EngineOptions fast_options() {
  EngineOptions options = test::small_engine();
  options.move_time_ms = 10;
  return options;
}

class Conversation {
 public:
  explicit Conversation(std::string_view greeting = "", EngineOptions options = fast_options(),
                        const BookOpener& open_book = {})
      : engine_(options, open_book) {
    if (!greeting.empty()) answer(greeting);
  }

  void send(std::string_view line) { session_.on_line({std::string(line), false}); }

  /// All output for this line until no work is left, such as "readyok\n".
  std::string answer(std::string_view line) {
    peer_.take();
    send(line);
    finish();
    return peer_.take();
  }

  /// The last line of answer().
  std::string last(std::string_view line) {
    const std::vector<std::string> lines = lines_of(answer(line));
    return lines.empty() ? "" : lines.back();
  }

  std::string said() { return peer_.take(); }

  /// Runs until no work is left.
  void finish() {
    peer_.run_until([this] { return !session_.busy(); });
  }

  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  UgiSession& session() { return session_; }
  Engine& engine() { return engine_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  Engine engine_;
  test::ScriptedPeer peer_;
  UgiSession session_{engine_, peer_};
};

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++n;
  return n;
}

/// White has c1 and c3.
inline const std::string kBlackMustPass = "fen ox6/8/ox6/8/8/8/8/8 x";

/// 14 empties, Black to move; quick to solve.
inline const std::string kEndgame =
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X";

}  // namespace sumi::protocol::ugi_test
