// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "tests/support/engine_talk.h"
#include "tools/match/engine_lines.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;
using sumi::test::fault;

namespace {

using Kind = TimeControl::Kind;

const std::string kStart = "---------------------------OX------XO---------------------------X";

Square square(std::string_view text) { return *parse_square(text); }

struct CassioFixture : test::EngineTalk {
  CassioFixture() : EngineTalk(Protocol::kCassio, {}) {}
};

}  // namespace

TEST_CASE_METHOD(CassioFixture, "Cassio: each search names its position", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK_THAT(told(), Contains("ENGINE-PROTOCOL init|ENGINE-PROTOCOL get-version|"
                              "ENGINE-PROTOCOL new-position|ENGINE-PROTOCOL get-version"));
  CHECK(player().pipe_seconds() > 0);
  CHECK(player().take_info().plays == "Fake 1");
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
  CHECK(answer->evaluation == Evaluation{2, 12, false, 5000});
  CHECK(told() == "ENGINE-PROTOCOL midgame-search " + kStart + " -64 64 12 73");
  REQUIRE(player().play(Color::kWhite, square("c3")));
  REQUIRE(player().pass(Color::kWhite));
  CHECK(told() == "");
  REQUIRE(genmove({Kind::kMove, Millis(2000), {}}));
  CHECK(told() == "ENGINE-PROTOCOL midgame-search " + kStart + " -64 64 60 73");
  make("ok", [](EngineSpec& spec) { spec.options = {{"depth", "60"}, {"precision", "95"}}; });
  REQUIRE(new_game());
  told();
  REQUIRE(genmove());
  CHECK(told() == "ENGINE-PROTOCOL endgame-search " + kStart + " -64 64 95");
}

TEST_CASE_METHOD(CassioFixture, "Cassio: a search is stopped when its time is over", "[match]") {
  // The late answer and that to `stop` are two; the second one must not answer the next search.
  make("late 1 400");
  const TimeControl time{Kind::kMove, Millis(200), {}};
  REQUIRE(new_game(time));
  told();
  const auto answer = genmove(time);
  REQUIRE(fault(answer) == "");
  CHECK(answer->seconds > 0.3);
  CHECK_THAT(told(), Contains("|ENGINE-PROTOCOL stop|ENGINE-PROTOCOL get-version"));
  CHECK(fault(genmove(time)) == "");
  CHECK_THAT(told(), !Contains("stop"));
}

TEST_CASE_METHOD(CassioFixture, "Cassio: each fault of a move has its ending", "[match]") {
  const auto lost = [&](std::string_view modes) {
    make(modes, {}, Millis(400));
    REQUIRE(fault(new_game()) == "");
    return fault(genmove());
  };
  const std::string question =
      sumi::quoted("ENGINE-PROTOCOL midgame-search " + kStart + " -64 64 12 73");
  CHECK(lost("crash 1") == fault(Ending::kCrash, "ended with exit status 3 after " + question));
  CHECK(lost("floodlines 1") ==
        fault(Ending::kFlood, "wrote more than 10,000 lines after " + question));
  CHECK(lost("fail 1") == fault(Ending::kBadAnswer, "answered 'ready.' to " + question));
  CHECK(lost("pass 1") == fault(Ending::kBadAnswer, "answered 'ready.' to " + question));
  CHECK(lost("refuse midgame-search fail 1") ==
        fault(Ending::kBadAnswer, "answered 'ERROR: not today' to " + question));
  make("hang 1", {}, Millis(300));
  const TimeControl time{Kind::kMove, Millis(100), {}};
  REQUIRE(new_game(time));
  CHECK_THAT(fault(genmove(time)), Contains("did not answer"));
  make("cheat 1");
  REQUIRE(new_game());
  CHECK(genmove()->square == square("a1"));
  make("ok", {}, Millis(400), 6);
  CHECK_THAT(fault(new_game({}, start_position(6))), Contains("8x8 only"));
}

TEST_CASE_METHOD(CassioFixture, "Cassio: options are those of a search", "[match]") {
  make("ok", [](EngineSpec& spec) { spec.options = {{"level", "3"}}; });
  CHECK_THAT(fault(new_game()), Contains("has no command for option 'level'"));
  make("ok", [](EngineSpec& spec) { spec.options = {{"depth", "61"}}; });
  CHECK_THAT(fault(new_game()), Contains("refused option 'depth': takes 1..60, not '61'"));
}

TEST_CASE("Cassio: results are parsed", "[match]") {
  const Position start;
  const auto result = [&](std::string_view rest) {
    return parse_cassio_result(kStart + std::string(rest), start);
  };
  const auto whole =
      result(", move F5, depth 60, @100%, B-2.00 <= v <= B-2.00, F5d6, node 12, time 0.1");
  REQUIRE(whole);
  CHECK(whole->move == square("f5"));
  CHECK(whole->evaluation == Evaluation{-2, 60, true, 12});
  CHECK(result(", move f5, depth 8, @73%, B+3.00 <= v <= B+64.00, F5")->evaluation ==
        Evaluation{3, 8, false, 0});
  for (const char* rest : {"", ", move --, depth 0, @100%, B+0.00 <= v <= B+0.00",
                           ", move pa, depth 1, @1%, B+0 <= v <= B+0", ", move f5, depth 8",
                           ", move f5, depth 8, @73%, B <= v <= x"}) {
    CAPTURE(rest);
    CHECK(!result(rest));
  }
  CHECK(!parse_cassio_result("ready.", start));
}
