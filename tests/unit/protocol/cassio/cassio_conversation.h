// SPDX-License-Identifier: MIT
/// Sends lines to a Cassio session and collects its output.
#pragma once

#include "engine/engine.h"
#include "engine/game/notation.h"
#include "protocol/cassio/cassio_session.h"
#include "tests/support/boards.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class CassioConversation {
 public:
  explicit CassioConversation(const EngineOptions& options = test::small_engine())
      : engine_(options) {}

  void raw(std::string_view line, bool cut = false) { session_.on_line({std::string(line), cut}); }
  void send(const std::string& command) { raw("ENGINE-PROTOCOL " + command); }

  /// The output up to "ready.".
  std::vector<std::string> operator()(const std::string& command) {
    send(command);
    return until_ready();
  }

  std::vector<std::string> until_ready() {
    peer_.run_until([this] { return peer_.text().ends_with("ready.\n") || session_.finished(); });
    return lines();
  }

  /// The output since the last call.
  std::vector<std::string> lines() {
    std::istringstream text(peer_.take());
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }

  CassioSession& session() { return session_; }
  Engine& engine() { return engine_; }
  test::ScriptedPeer& peer() { return peer_; }

 private:
  Engine engine_;
  test::ScriptedPeer peer_;
  CassioSession session_{engine_, peer_};
};

using Lines = std::vector<std::string>;

/// In the clients' format.
inline std::string cassio_text(const Position& position) {
  std::string text = to_text(position);
  text.erase(64, 1);
  return text;
}

inline const std::string kCassioStart = cassio_text({});

inline const std::string kEndless = "midgame-search " + kCassioStart + " -64 64 40 100";

/// A result line, split at blanks as scripts do.
struct CassioResult {
  std::string position, move, line;
  int depth = 0, precision = 0;
  char side = ' ';
  double lower = 0, upper = 0, seconds = 0;
  long nodes = 0;
};

/// Requires each word where clients expect it.
inline CassioResult read_result(const std::string& text) {
  INFO(text);
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  REQUIRE(words.size() == 16);
  const auto without_comma = [](const std::string& word) {
    REQUIRE(word.ends_with(','));
    return word.substr(0, word.size() - 1);
  };
  CHECK((words[1] == "move" && words[3] == "depth" && words[12] == "node" && words[14] == "time"));
  CHECK((words[7] == "<=" && words[8] == "v" && words[9] == "<="));
  REQUIRE((words[5].starts_with('@') && words[5].ends_with("%,")));
  CassioResult result;
  result.position = without_comma(words[0]);
  result.move = without_comma(words[2]);
  result.depth = std::stoi(without_comma(words[4]));
  result.precision = std::stoi(words[5].substr(1));
  result.side = words[6][0];
  CHECK(words[10][0] == result.side);
  result.lower = std::stod(words[6].substr(1));
  result.upper = std::stod(without_comma(words[10]).substr(1));
  result.line = without_comma(words[11]);
  result.nodes = std::stol(without_comma(words[13]));
  result.seconds = std::stod(words[15]);
  return result;
}

}  // namespace sumi::protocol
