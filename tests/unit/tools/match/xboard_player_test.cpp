// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "tests/support/engine_talk.h"
#include "tests/support/junk.h"
#include "tools/match/engine_lines.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;
using sumi::test::fault;

namespace {

using Kind = TimeControl::Kind;

/// Black must pass; then White has c1, which ends the game.
const Position kBlackPasses = *parse_position(std::string("OX-----------------------------") +
                                              "--------------------------------- X");

Square square(std::string_view text) { return *parse_square(text); }

struct XBoardFixture : test::EngineTalk {
  XBoardFixture() : EngineTalk(Protocol::kXBoard, {"ping"}) {}
};

}  // namespace

TEST_CASE_METHOD(XBoardFixture, "XBoard: a game starts with a handshake", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK(told() ==
        "xboard|protover 2|accepted done|new|variant reversi|easy|post|force|force|force|force|"
        "force|force|force");
  CHECK(player().pipe_seconds() > 0);
  CHECK(player().take_info().plays == "Fake 1");
  REQUIRE(fault(new_game()) == "");
  CHECK(told() == "new|variant reversi|easy|post|force|force");
}

TEST_CASE_METHOD(XBoardFixture, "XBoard: moves, passes and evaluations", "[match]") {
  make("strict");
  REQUIRE(new_game());
  told();
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
  CHECK(answer->evaluation == Evaluation{-3.5, 12, false, 123456});
  CHECK(told() == "go|force");
  REQUIRE(fault(player().play(Color::kWhite, square("c3"))) == "");
  CHECK(told() == "usermove P@c3");
  CHECK_THAT(fault(player().play(Color::kBlack, square("a1"))),
             Contains("answered 'Illegal move: P@a1' to 'usermove P@a1'"));

  REQUIRE(fault(new_game({}, kBlackPasses)) == "");
  CHECK_THAT(told(), Contains("setboard 8/8/8/8/8/8/8/pP6 w - - 0 1"));
  REQUIRE(fault(player().pass(Color::kBlack)) == "");
  CHECK(told() == "usermove @@@@");
  REQUIRE(fault(player().play(Color::kWhite, square("c1"))) == "");

  make("strict", [](EngineSpec& spec) { spec.pass = PassStyle::kAsk; });
  REQUIRE(fault(new_game({}, kBlackPasses)) == "");
  told();
  REQUIRE(fault(player().pass(Color::kBlack)) == "");
  CHECK(told() == "go|force");
}

TEST_CASE_METHOD(XBoardFixture, "XBoard: clocks are sent in whole seconds", "[match]") {
  make("ok");
  const TimeControl game{Kind::kGame, Millis(125'900), Millis(1500)};
  REQUIRE(new_game(game));
  CHECK_THAT(told(), Contains("|level 0 2:05 1|"));
  REQUIRE(genmove(game, Millis(61'239)));
  CHECK(told() == "time 6123|otim 6123|go|force");
  REQUIRE(new_game({Kind::kMove, Millis(100), {}}));
  CHECK_THAT(told(), Contains("|st 1|"));
  REQUIRE(new_game({Kind::kGame, Millis(900), {}}));
  CHECK_THAT(told(), !Contains("level"));
}

TEST_CASE_METHOD(XBoardFixture, "XBoard: only options of the engine are set", "[match]") {
  make("ok", [](EngineSpec& spec) {
    spec.options = {{"Style", "wild"}, {"hash-mib", "2"}, {"depth", "7"}};
  });
  REQUIRE(fault(new_game()) == "");
  CHECK_THAT(told(), Contains("option Style=wild|memory 2|sd 7|"));
  make("ok", [](EngineSpec& spec) { spec.options = {{"threads", "2"}}; });
  CHECK(fault(new_game()) == fault(Ending::kRefusedOption,
                                   "refused option 'threads': is none of the engine's: 'Style', "
                                   "'seed'"));
  make("refuse option", [](EngineSpec& spec) { spec.options = {{"Style", "odd"}}; });
  CHECK(fault(new_game()) ==
        fault(Ending::kRefusedOption, "refused option 'Style': Error (bad): Style=odd"));
}

TEST_CASE_METHOD(XBoardFixture, "XBoard: each fault of a move has its ending", "[match]") {
  const auto lost = [&](std::string_view modes) {
    make(modes, {}, Millis(400));
    REQUIRE(fault(new_game()) == "");
    return fault(genmove({Kind::kMove, Millis(50), {}}));
  };
  CHECK(lost("crash 1") == fault(Ending::kCrash, "ended with exit status 3 after 'go'"));
  CHECK(lost("hang 1") == fault(Ending::kHang, "did not answer 'go' within 0.5 s"));
  CHECK(lost("flood 1") == fault(Ending::kFlood, "wrote a line of more than 64 KiB after 'go'"));
  CHECK(lost("floodlines 1") == fault(Ending::kFlood, "wrote more than 10,000 lines after 'go'"));
  CHECK(lost("fail 1") == fault(Ending::kBadAnswer, "answered 'move' to 'go'"));
  CHECK(lost("answer go 'move i9'") == fault(Ending::kBadAnswer, "answered 'move i9' to 'go'"));
  CHECK(lost("answer go '1-0 {I win}'") ==
        fault(Ending::kBadAnswer, "answered '1-0 {I win}' to 'go'"));
  make("mute protover 1", {}, Millis(400));
  CHECK_THAT(fault(new_game()), Contains("did not answer 'protover 2' within"));
  make("answer protover 'feature variants=\"normal\" done=1'");
  CHECK_THAT(fault(new_game()), Contains("announces no variant reversi, only 'normal'"));
  make("ok", {}, Millis(400), 6);
  CHECK_THAT(fault(new_game({}, start_position(6))), Contains("8x8 only"));
}

TEST_CASE_METHOD(XBoardFixture, "XBoard: resignations, passes and noise", "[match]") {
  make(GENERATE("resign 1", "resign 1 upper"));
  REQUIRE(new_game());
  CHECK(genmove()->resigned);
  make("cheat 1");
  REQUIRE(new_game());
  CHECK(genmove()->square == square("a1"));
  CHECK(info_of("ok").noise == 0);
  CHECK(info_of("noisy").noise > 0);
}

TEST_CASE("XBoard: features and thinking are parsed", "[match]") {
  XBoardFeatures features;
  CHECK(parse_xboard_features("feature myname=\"A = \\ 1\" usermove=1 time=0 x done=1", features));
  CHECK(features.name == "A = \\ 1");
  CHECK(features.usermove);
  CHECK_FALSE(features.time);
  CHECK_FALSE(features.ping);
  CHECK(parse_xboard_features("feature variants=\"normal,reversi\" option=\"a b -check 0\"",
                              features));
  CHECK(features.variants == std::vector<std::string>{"normal", "reversi"});
  CHECK(features.options == std::vector<std::string>{"a b -check 0"});
  CHECK_FALSE(parse_xboard_features("features done=1", features));
  CHECK(parse_xboard_thinking(" 9  123 4 56 P@d3") == Evaluation{1.23, 9, false, 56});
  for (const char* line : {"", "9 1 2", "9 x 2 3", "-9 1 2 3", "9 1 2.0 3", "move P@d3 1 2"}) {
    CAPTURE(line);
    CHECK(!parse_xboard_thinking(line));
  }
}
