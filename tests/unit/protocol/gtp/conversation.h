// SPDX-License-Identifier: MIT
/// A GTP session under test: feed it lines, read what it says.
#pragma once

#include "engine/engine.h"
#include "protocol/gtp/gtp_session.h"

#include <string>
#include <string_view>

namespace sumi::protocol {

/// Collects what a session writes.
struct Transcript : ReplySink {
  void write(std::string_view line) override { text += std::string(line) + "\n"; }
  std::string text;
};

inline EngineOptions fast_options() {
  EngineOptions options;
  options.hash_mib = 1;
  options.move_time_ms = 10;
  return options;
}

class Conversation {
 public:
  explicit Conversation(const EngineOptions& options = fast_options()) : engine_(options) {}

  /// The raw response: "= 2\n\n".
  std::string raw(std::string_view line, std::stop_token interrupt = {}) {
    Transcript transcript;
    session_.on_line({{std::string(line), false}, std::move(interrupt)}, transcript);
    return transcript.text;
  }

  /// What the session says to a line that was too long; `start` is what it got of it.
  std::string raw_cut(std::string_view start) {
    Transcript transcript;
    session_.on_line({{std::string(start), true}, {}}, transcript);
    return transcript.text;
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

 private:
  Engine engine_;
  GtpSession session_{engine_};
};

/// White can play c1 and c3, Black can never move: it must pass until the game is over.
inline const std::string kBlackIsStuck =
    "OX------"
    "--------"
    "OX------"
    "----------------------------------------";

}  // namespace sumi::protocol
