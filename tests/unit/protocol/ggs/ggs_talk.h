// SPDX-License-Identifier: MIT
/// The server's side of a GGS session.
#pragma once

#include "protocol/ggs/ggs_session.h"
#include "tests/support/results.h"
#include "tests/support/scripted_peer.h"
#include "tests/unit/protocol/ggs/ggs_server.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

inline EngineOptions ggs_engine_options() {
  EngineOptions options;
  options.evaluator = "table";
  options.hash_mib = 4;
  options.depth = 2;
  return options;
}

inline constexpr std::string_view kSecret = "xyzzy17";

class GgsTalk {
 public:
  using Change = std::function<void(GgsSettings&, EngineOptions&)>;

  explicit GgsTalk(
      const Change& change = [](GgsSettings&, EngineOptions&) {},
      const BookOpener& open_book = {}) {
    GgsSettings settings;
    settings.login = "sumi";
    settings.password = kSecret;
    settings.rules.types = parse_ggs_types(kGgsTypes).value();
    settings.note = [this](std::string_view text) { notes += std::string(text) + "\n"; };
    settings.trace = [this](std::string_view text) { traced += std::string(text) + "\n"; };
    EngineOptions options = ggs_engine_options();
    change(settings, options);
    session_ = std::make_unique<GgsSession>(options, settings, peer_, open_book);
  }

  /// Whole lines from the server.
  void server(std::string_view text) {
    LineSplitter lines;
    lines.feed(text, [this](const TextLine& line) { session_->on_line(line); });
  }

  void log_in() {
    session_->on_connect();
    server(test::kGgsLogin);
    server(test::kGgsPassword);
    server("READY\r\n");
    sent();
  }

  /// Begins a match against alice and its games.
  void begin(std::string_view id, std::string_view type,
             const std::vector<test::GgsServerGame*>& games, char mode = 'U') {
    server(test::ggs_message(
        fmt::format("/os: + match {} 1720 alice 1720 sumi {} {}", id, type, mode)));
    for (const auto* game : games) server(game->join());
  }

  /// Lines since the last call.
  std::string sent() { return peer_.take(); }

  /// Waits for our move in this game, such as "d3/1.25/0.53".
  std::string move_in(const std::string& id) {
    const std::string start = "tell /os play " + id + " ";
    peer_.run_until([&] { return peer_.text().find(start) != std::string::npos; });
    const std::string text = peer_.take();
    const std::size_t at = text.find(start) + start.size();
    return text.substr(at, text.find('\n', at) - at);
  }

  GgsSession& session() { return *session_; }
  test::ScriptedPeer& peer() { return peer_; }

  std::string notes, traced;

 private:
  test::ScriptedPeer peer_;
  std::unique_ptr<GgsSession> session_;
};

}  // namespace sumi::protocol
