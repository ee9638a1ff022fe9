// SPDX-License-Identifier: MIT
/// While a client waits for readiness or a new game, no clock runs. So every protocol answers after
/// the weights are read.
#include "engine/weights/weights_file.h"
#include "protocol/cli/auto_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"
#include "tests/unit/protocol/nboard/conversation.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;

namespace {

struct Talk {
  ProtocolKind kind;
  std::string text;
  std::string answer;
};

/// `begun`: the engine already reads its weights, as in `sumi engine`, and the session only waits.
void check_weights_after(const Talk& talk, bool begun) {
  CAPTURE(talk.text);
  EngineOptions options = test::small_engine();
  options.evaluator = "pattern";
  Engine engine(options);
  test::ScriptedPeer peer;
  AutoSession session(engine, peer, talk.kind);
  REQUIRE(pattern_weights_in_use("") == nullptr);  // another engine would share them
  if (begun) engine.prepare();
  session.on_line({talk.text, false});
  CHECK(peer.text() == talk.answer);
  CHECK(pattern_weights_in_use("") != nullptr);
}

}  // namespace

TEST_CASE("isready is answered once the engine is ready", "[ready]") {
  using enum ProtocolKind;
  for (const Talk& talk :
       {Talk{kNBoard, "ping 1", "pong 1\n"}, Talk{kUgi, "isready", "readyok\n"},
        Talk{kUci, "isready", "readyok\n"}, Talk{kUsi, "isready", "readyok\n"},
        Talk{kCassio, "ENGINE-PROTOCOL init", "ready.\n"}, Talk{kXBoard, "ping 1", "pong 1\n"}}) {
    check_weights_after(talk, false);
  }
}

TEST_CASE("a new game is answered once the weights are loaded", "[ready]") {
  using enum ProtocolKind;
  for (const Talk& talk :
       {Talk{kGtp, "clear_board", "=\n\n"}, Talk{kGtp, "boardsize 8", "=\n\n"},
        Talk{kNBoard, "set game " + nboard_game(), ""}, Talk{kUgi, "uginewgame", ""},
        Talk{kUci, "ucinewgame", ""}, Talk{kUsi, "usinewgame", ""}, Talk{kXBoard, "new", ""}}) {
    check_weights_after(talk, true);
  }
}
