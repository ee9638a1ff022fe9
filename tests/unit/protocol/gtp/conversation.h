// SPDX-License-Identifier: MIT
/// A GTP session under test: feed it lines, read what it says.
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

  /// The raw response: "= 2\n\n".
  std::string raw(std::string_view line) {
    send(line);
    return response();
  }

  /// What the session says to a line that was too long; `start` is what it got of it.
  std::string raw_cut(std::string_view start) {
    session_.on_line({std::string(start), true});
    return response();
  }

  void send(std::string_view line) { session_.on_line({std::string(line), false}); }

  /// What it has said when no search is at work any more.
  std::string response() {
    peer_.run_until([this] { return !session_.busy(); });
    return peer_.take();
  }

  /// The response without its closing newlines and without "= ", or with the "?" and no detail:
  /// "2", "? illegal move".
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

/// White can play c1 and c3, Black can never move: it must pass until the game is over.
inline const std::string kBlackIsStuck =
    "OX------"
    "--------"
    "OX------"
    "----------------------------------------";

}  // namespace sumi::protocol
