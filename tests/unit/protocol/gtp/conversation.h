// SPDX-License-Identifier: MIT
/// Sends lines to a GTP session and collects its output.
#pragma once

#include "engine/engine.h"
#include "protocol/gtp/gtp_session.h"
#include "tests/support/scripted_peer.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

inline EngineOptions fast_options() {
  EngineOptions options;
  options.hash_mib = 1;
  options.move_time_ms = 10;
  return options;
}

class Conversation {
 public:
  explicit Conversation(const EngineOptions& options = fast_options(),
                        const BookOpener& open_book = {})
      : engine_(options, open_book) {}

  /// Like "= 2\n\n".
  std::string raw(std::string_view line) {
    send(line);
    return response();
  }

  /// The response to a truncated line; `start` is the part received.
  std::string raw_cut(std::string_view start) {
    session_.on_line({std::string(start), true});
    return response();
  }

  void send(std::string_view line) { session_.on_line({std::string(line), false}); }

  /// The output once no search is running.
  std::string response() {
    peer_.run_until([this] { return !session_.busy(); });
    return peer_.take();
  }

  /// Without final newlines, "= " and details of an error: "2", "? illegal move".
  std::string operator()(std::string_view line) {
    std::string text = raw(line);
    while (text.ends_with('\n')) text.pop_back();
    if (text.starts_with("? ")) return text.substr(0, text.find(':'));
    return text.substr(text.starts_with("= ") ? 2 : 1);
  }

  GtpSession& session() { return session_; }
  Engine& engine() { return engine_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  Engine engine_;
  test::ScriptedPeer peer_;
  GtpSession session_{engine_, peer_};
};

/// White has c1 and c3; Black must pass until the game is over.
inline const std::string kBlackIsStuck =
    "OX------"
    "--------"
    "OX------"
    "----------------------------------------";

}  // namespace sumi::protocol
