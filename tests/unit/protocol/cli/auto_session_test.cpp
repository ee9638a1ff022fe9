// SPDX-License-Identifier: MIT
#include "protocol/cli/auto_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

struct AutoTalk {
  explicit AutoTalk(std::optional<ProtocolKind> forced = {}) : session(engine, peer, forced) {}

  std::string operator()(std::string_view line) {
    session.on_line({std::string(line), false});
    peer.run_for(Millis(1));
    return peer.take();
  }

  Engine engine{test::small_engine()};
  test::ScriptedPeer peer;
  AutoSession session;
};

}  // namespace

TEST_CASE("the first line selects the protocol, by default GTP", "[auto]") {
  using Kind = ProtocolKind;
  for (const auto& [line, kind] : {std::pair{"nboard 2", Kind::kNBoard},
                                   {"NBoard 1\r", Kind::kNBoard},
                                   {"ugi", Kind::kUgi},
                                   {"  uci  ", Kind::kUci},
                                   {"USI\r", Kind::kUsi},
                                   {"ENGINE-PROTOCOL init", Kind::kCassio},
                                   {"engine-protocol get-version", Kind::kCassio},
                                   {"xboard", Kind::kXBoard},
                                   {R"({"id": 1})", Kind::kJson},
                                   {"protover 2", Kind::kXBoard},
                                   {"protocol_version", Kind::kGtp},
                                   {"1 list_commands", Kind::kGtp},
                                   {"ugi_or_not", Kind::kGtp},
                                   {"nboards 2", Kind::kGtp},
                                   {"position startpos", Kind::kGtp},
                                   {"7", Kind::kGtp},
                                   {"\xFF", Kind::kGtp}}) {
    CAPTURE(line);
    CHECK(detect_protocol(line) == kind);
  }
  for (const char* line : {"", " \t\r", "# a comment", "\x01\x02"}) {
    CAPTURE(line);
    CHECK_FALSE(detect_protocol(line));
  }
}

TEST_CASE("the first line of each protocol gets that protocol's answer", "[auto]") {
  CHECK_THAT(AutoTalk()("nboard 2\r") + AutoTalk()("ping 1"), StartsWith("? unknown command"));
  for (const auto& [line, answer] : {std::pair{"ugi", "id name Sumi"},
                                     {"uci", "id name Sumi"},
                                     {"usi", "id name Sumi"},
                                     {"ENGINE-PROTOCOL get-version", "version: Sumi"},
                                     {"protover 2", "feature done=0"},
                                     {"name", "= Sumi"},
                                     {"no_such_command", "? unknown command"}}) {
    CAPTURE(line);
    AutoTalk talk;
    CHECK(talk("").empty());
    CHECK(talk("# who is there").empty());
    CHECK_THAT(talk(line), StartsWith(answer));
  }
  AutoTalk nboard;
  CHECK(nboard("nboard 2").empty());
  CHECK(nboard("ping 3") == "pong 3\n");
}

TEST_CASE("a forced protocol is used from the first line on", "[auto]") {
  CHECK(AutoTalk(ProtocolKind::kNBoard)("ping 3") == "pong 3\n");
  CHECK_THAT(AutoTalk(ProtocolKind::kGtp)("ugi"), StartsWith("? unknown command"));
  CHECK(AutoTalk(ProtocolKind::kCassio)("") == "ready.\n");
  CHECK(AutoTalk(ProtocolKind::kXBoard)("ping 3") == "pong 3\n");
  for (const auto& [kind, pass] : {std::pair{ProtocolKind::kUgi, "bestmove 0000\n"},
                                   {ProtocolKind::kUci, "bestmove 0000\n"},
                                   {ProtocolKind::kUsi, "bestmove pass\n"}}) {
    AutoTalk talk(kind);
    talk("position fen ox6/8/ox6/8/8/8/8/8 x");
    CHECK(talk("go") == pass);
  }
}

TEST_CASE("every protocol has a name", "[auto]") {
  for (std::size_t i = 0; i < std::size(kProtocolNames); ++i) {
    CHECK(parse_protocol(kProtocolNames[i]).value() == static_cast<ProtocolKind>(i));
  }
  CHECK(parse_protocol("chess").error().message ==
        "protocol: 'chess' is not one of gtp, nboard, ugi, uci, usi, cassio, xboard, json");
}

TEST_CASE("the input may end before the first line", "[auto]") {
  AutoTalk talk;
  CHECK_FALSE(talk.session.finished());
  const bool closes = GENERATE(true, false);
  closes ? talk.session.close() : talk.session.on_end();
  CHECK(talk.session.finished());
}

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

TEST_CASE("shell commands and questions typed by a person get a note", "[cli][person]") {
  for (const char* const line : {"hint", "hint f5d6c3", "play", "play --color white", "solve x.obf",
                                 "sumi analyze game.ggf", "board f5", "sumi version", " perft "}) {
    CAPTURE(line);
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("is a command of the shell"));
  }
  for (const char* const line : {"help", "help solve", "?", "--help", "-h", "sumi help"}) {
    CAPTURE(line);
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("list_commands"));
    CHECK_THAT(note_for_person(line, Language::kEnglish), Contains("analyze"));
  }
  CHECK_THAT(note_for_person("sumi", Language::kEnglish), Contains("quit"));
  CHECK(note_for_person("hint", Language::kJapanese) !=
        note_for_person("hint", Language::kEnglish));
}

TEST_CASE("lines of the protocols get no note", "[cli][person]") {
  for (const char* const line :
       {"", " ", "play black f5", "play W d6", "hint 3", "version", "genmove black", "nboard 2",
        "level 0 5 0", "perft 5", "board", "quit", "list_commands", "1 name", "xboard", "plya"}) {
    CAPTURE(line);
    CHECK(note_for_person(line, Language::kEnglish).empty());
  }
}

TEST_CASE("the greeting names the protocol", "[cli][person]") {
  CHECK_THAT(greeting_for_person(std::nullopt, Language::kEnglish),
             Contains("GTP") && Contains("sumi --help"));
  CHECK_THAT(greeting_for_person(ProtocolKind::kNBoard, Language::kEnglish), Contains("nboard"));
  CHECK(greeting_for_person(std::nullopt, Language::kJapanese) !=
        greeting_for_person(std::nullopt, Language::kEnglish));
}
