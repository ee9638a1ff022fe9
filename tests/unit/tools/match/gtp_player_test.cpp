// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "tests/support/engine_talk.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using sumi::test::fault;

namespace {

using Kind = TimeControl::Kind;

/// Black must pass; then White has c1, which ends the game.
const Position kBlackPasses = *parse_position(std::string("OX-----------------------------") +
                                              "--------------------------------- X");

Square square(std::string_view text) { return *parse_square(text); }

struct Fixture : test::EngineTalk {
  Fixture()
      : EngineTalk(Protocol::kGtp, {"name", "version", "list_commands", "protocol_version"}) {}
};

}  // namespace

TEST_CASE_METHOD(Fixture, "a game starts with the commands that the engine supports", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK(told() == "boardsize 8|clear_board");
  CHECK(player().pipe_seconds() > 0);
  CHECK(player().pipe_seconds() < 1);
  REQUIRE(fault(new_game()) == "");
  CHECK(told() == "boardsize 8|clear_board");

  make("answer list_games 'Go\nreversi' answer set_game '' answer clear_cache ''",
       [](EngineSpec& spec) {
         spec.setup = {"foo 1", "bar"};
       });
  CHECK(fault(new_game()) == fault(Ending::kBadAnswer, "answered '? unknown command' to 'foo 1'"));
  CHECK(told() == "list_games|set_game reversi|boardsize 8|clear_board|clear_cache|foo 1");
}

TEST_CASE_METHOD(Fixture, "an engine without list_commands gets only mandatory commands",
                 "[match]") {
  make("nameless");
  REQUIRE(fault(new_game({Kind::kGame, Millis(60'000), {}})) == "");
  CHECK(fault(genmove({Kind::kGame, Millis(60'000), {}}, Millis(60'000))) == "");
  CHECK(told() == "boardsize 8|clear_board|genmove black");
}

TEST_CASE_METHOD(Fixture, "answers may have any valid form", "[match]") {
  make(GENERATE("ok", "crlf", "upper", "crlf upper", "junk 1", "noisy", "answer genmove 'D3  '"));
  REQUIRE(new_game());
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
  CHECK(!answer->resigned);
  CHECK(answer->seconds > 0);
  CHECK(answer->seconds < 2);
  CHECK(!answer->evaluation);
}

TEST_CASE_METHOD(Fixture, "passes and resignations are passed to the referee", "[match]") {
  make("pass 1 resign 2");
  REQUIRE(new_game());
  CHECK(genmove()->square == Square::kPass);
  CHECK(genmove()->resigned);
}

TEST_CASE_METHOD(Fixture, "each fault of a move has its ending", "[match]") {
  const auto lost = [&](std::string_view modes) {
    make(modes, {}, Millis(200));
    REQUIRE(fault(new_game()) == "");
    return fault(genmove({Kind::kMove, Millis(50), {}}));
  };
  CHECK(lost("crash 1") == fault(Ending::kCrash, "ended with exit status 3 after 'genmove black'"));
  CHECK(lost("flood 1") ==
        fault(Ending::kFlood, "wrote a line of more than 64 KiB after 'genmove black'"));
  CHECK(lost("floodlines 1") ==
        fault(Ending::kFlood, "wrote more than 10,000 lines after 'genmove black'"));
  CHECK(lost("fail 1") == fault(Ending::kBadAnswer, "answered '? I am lost' to 'genmove black'"));
  CHECK(lost("answer genmove i9") == fault(Ending::kBadAnswer, "answered 'i9' to 'genmove black'"));
  CHECK(lost("answer genmove ''") == fault(Ending::kBadAnswer, "answered '' to 'genmove black'"));
  CHECK(lost("hang 1") == fault(Ending::kHang, "did not answer 'genmove black' within 0.2 s"));
}

TEST_CASE_METHOD(Fixture, "a hang costs only its time limit", "[match]") {
  make("hang 1", {}, Millis(200));
  REQUIRE(new_game());
  const TimeControl time{Kind::kGame, Millis(1000), {}};
  const StopWatch watch;
  const auto answer = genmove(time, Millis(100));
  CHECK(watch.elapsed() >= Millis(299));
  CHECK(watch.elapsed() < Millis(1500));
  REQUIRE(!answer);
  CHECK(answer.error().ending == Ending::kHang);
  const StopWatch ending;
  player().restart();
  CHECK(ending.elapsed() < Millis(200));  // a hanging engine gets no quit
}

TEST_CASE_METHOD(Fixture, "a late answer is accepted, with its time", "[match]") {
  make("late 1 60", {}, Millis(2000));
  REQUIRE(new_game());
  const auto answer = genmove({Kind::kMove, Millis(10), {}});
  REQUIRE(answer);
  CHECK(answer->seconds >= 0.06);
}

TEST_CASE_METHOD(Fixture, "noise between answers is skipped and counted", "[match][posix]") {
  const EngineInfo info = info_of("noisy");
  CHECK(info.plays == "Fake");
  CHECK(info.noise > 10);  // one line before and one after each answer
  CHECK(player().take_info() == EngineInfo{"Fake", 0});
  CHECK(info_of("ok") == EngineInfo{"Fake", 0});

  // Endless noise is a fault; a hang reports the noise.
  make("noise-flood", {}, Millis(400));
  CHECK(fault(new_game()) == fault(Ending::kFlood, "wrote more than 10,000 lines after 'name'"));
  make("noisy mute genmove 1", {}, Millis(200));
  REQUIRE(fault(new_game()) == "");
  CHECK(fault(genmove({Kind::kMove, Millis(50), {}})) ==
        fault(Ending::kHang,
              "did not answer 'genmove black' within 0.2 s; wrote '*** SEARCH STILL "
              "RUNNING ? (1) ***'"));
}

TEST_CASE_METHOD(Fixture, "a refused option is a separate fault", "[match]") {
  const auto failed = [&](std::string_view modes) {
    make(modes, [](EngineSpec& spec) { spec.options = {{"evaluator", "mlp"}}; });
    return fault(new_game());
  };
  CHECK(failed("answer sumi-set ''") == "");
  CHECK(player().take_info().plays == "Fake");
  CHECK(failed("answer sumi-set '' answer sumi-plays 'evaluator mlp'") == "");
  CHECK(player().take_info().plays == "Fake: evaluator mlp");
  CHECK(failed("answer sumi-set '' refuse sumi-set") ==
        fault(Ending::kRefusedOption, "refused option 'evaluator': not today"));
  CHECK(failed("answer sumi-set '' answer sumi-plays '' refuse sumi-plays") ==
        fault(Ending::kRefusedOption, "refused an option: not today"));
}

TEST_CASE_METHOD(Fixture, "an engine that cannot start loses by a crash", "[match][posix]") {
  make("die-at-start");
  CHECK_THAT(fault(new_game()), Contains("ended with exit status 4 after 'name'"));
  make("ok", [](EngineSpec& spec) { spec.command = "no-such-engine"; });
  CHECK_THAT(fault(new_game()), Contains("127 (command not found) after 'name'"));
  make("ok", [](EngineSpec& spec) { spec.directory = "/nowhere"; });
  CHECK_THAT(fault(new_game()), Contains("could not be started: '/nowhere' is not a folder"));
  make("slow-start 300", {}, Millis(250));  // starting up is not a hang
  CHECK(fault(new_game()) == "");
}

TEST_CASE_METHOD(Fixture, "after a fault the restarted engine plays the next game", "[match]") {
  const std::string fault_mode = GENERATE("crash 1", "hang 1", "fail 1", "floodlines 1");
  const test::TemporaryFile once;
  make(fmt::format("{} once {}", fault_mode, once.path()), {}, Millis(300));
  REQUIRE(new_game());
  REQUIRE(!genmove({Kind::kMove, Millis(10), {}}));
  player().restart();
  REQUIRE(fault(new_game()) == "");
  CHECK(genmove()->square == square("d3"));
}

TEST_CASE_METHOD(Fixture, "a healthy engine gets quit", "[match]") {
  make("ok");
  REQUIRE(new_game());
  told();
  player().restart();
  CHECK(told() == "quit");
}

TEST_CASE_METHOD(Fixture, "clocks are sent in whole seconds, rounded down", "[match]") {
  const auto game = [](int main, int increment = 0) {
    return TimeControl{Kind::kGame, Millis(main), Millis(increment)};
  };
  const auto move = [](int main) { return TimeControl{Kind::kMove, Millis(main), {}}; };
  const auto heard = [&](std::string_view modes, const TimeControl& time, int remaining = 0) {
    make(modes);
    REQUIRE(new_game(time));
    told();
    REQUIRE(new_game(time));
    REQUIRE(genmove(time, Millis(remaining)));
    const std::string text = told();
    REQUIRE_THAT(text, StartsWith("boardsize 8|clear_board|"));
    return text.substr(24);
  };
  CHECK(heard("ok", {}) == "genmove black");
  CHECK(heard("ok", game(60'000), 59'999) ==
        "time_settings 60 0 0|time_left black 59 0|genmove black");
  CHECK(heard("ok", game(1999, 500), 1000) ==
        "time_settings 1 0 0|time_left black 1 0|genmove black");
  CHECK(heard("ok", game(60'000, 2900), 900) ==
        "time_settings 60 0 0|time_left black 0 0|genmove black");
  CHECK(heard("ok", game(60'000), -5) == "time_settings 60 0 0|time_left black 0 0|genmove black");
  CHECK(heard("ok", game(900, 2000), 2800) == "genmove black");
  CHECK(heard("ok", move(2500)) == "time_settings 0 2 1|time_left black 2 1|genmove black");
  CHECK(heard("ok", move(100)) == "time_settings 0 1 1|time_left black 1 1|genmove black");

  const std::string_view sumi = "answer sumi-set '' answer sumi-time_left ''";
  CHECK(heard(sumi, game(500, 20), 480) == "sumi-time_left black 480 20|genmove black");
  CHECK(heard(sumi, move(100)) == "sumi-set move-time-ms 100|genmove black");
}

TEST_CASE_METHOD(Fixture, "options are sent to engines that take them", "[match]") {
  const auto with_options = [](EngineSpec& spec) {
    spec.options = {{"level", "3"}, {"variety", "2"}};
  };
  make("answer sumi-set ''", with_options);
  REQUIRE(new_game());
  CHECK(told() == "boardsize 8|clear_board|sumi-set level 3|sumi-set variety 2|sumi-set seed 78");
  make("ok", with_options);
  CHECK(fault(new_game()) ==
        fault(Ending::kRefusedOption,
              "fake speaks GTP, which has no command for options; give them in its command line"));
}

TEST_CASE_METHOD(Fixture, "passes are sent in each style", "[match]") {
  const auto passed = [&](PassStyle style, std::string_view modes, Color color, Color own) {
    make(std::string(modes) + " setup setup_board", [&](EngineSpec& spec) { spec.pass = style; });
    REQUIRE(fault(new_game({}, kBlackPasses, own)) == "");
    told();
    const std::string failed = fault(player().pass(color));
    const std::string text = told();
    return failed.empty() ? text : failed;
  };
  const Color black = Color::kBlack, white = Color::kWhite;
  CHECK(passed(PassStyle::kTell, "ok", black, black) == "play black pass");
  CHECK(passed(PassStyle::kTell, "ok", black, white) == "play black pass");
  CHECK(passed(PassStyle::kTell, "no-pass", black, white) ==
        fault(Ending::kBadAnswer, "answered '? illegal move' to 'play black pass'"));
  CHECK(passed(PassStyle::kAsk, "ok", black, black) == "genmove black");
  CHECK(passed(PassStyle::kAsk, "ok", black, white) == "play black pass");
  CHECK(passed(PassStyle::kAsk, "answer genmove d3", black, black) ==
        fault(Ending::kWrongPass, "answered 'd3' where it had to pass"));
  CHECK(passed(PassStyle::kOmit, "ok", black, black) == "");
  CHECK(passed(PassStyle::kAuto, "ok", black, white) == "play black pass");
  CHECK(passed(PassStyle::kTell, "strict", black, white) == "play black pass");

  // After a refusal, passes are never sent again, not even in other games and processes.
  CHECK(passed(PassStyle::kAuto, "no-pass", black, white) == "play black pass");
  CHECK(player().pass(Color::kBlack));
  CHECK(genmove({}, {}, kBlackPasses.passed())->square == square("c1"));
  player().restart();
  REQUIRE(new_game({}, kBlackPasses));
  told();
  CHECK(player().pass(Color::kBlack));
  CHECK(told() == "");
}

TEST_CASE_METHOD(Fixture, "other starts are set up or reported as impossible", "[match]") {
  const std::string command = GENERATE("setup_board", "grhino-setup_board");
  make("setup " + command);
  REQUIRE(fault(new_game({}, kBlackPasses)) == "");
  CHECK_THAT(told(), Contains("|" + command + " " + to_text(kBlackPasses)));
  REQUIRE(fault(player().pass(Color::kBlack)) == "");
  CHECK(genmove({}, {}, kBlackPasses.passed())->square == square("c1"));

  make("ok");
  const auto refused = new_game({}, kBlackPasses);
  REQUIRE(!refused);
  CHECK(refused.error().ending == Ending::kBadAnswer);
  CHECK_THAT(refused.error().detail, Contains("knows neither setup_board nor"));
}

TEST_CASE_METHOD(Fixture, "small boards use their own square names", "[match]") {
  make("ok", {}, Millis(5000), 6);
  REQUIRE(fault(new_game({}, start_position(6))) == "");
  REQUIRE(fault(player().play(Color::kBlack, *parse_square("c2", 6))) == "");
  CHECK(told() == "boardsize 6|clear_board|play black c2");
  const auto answer = player().genmove(start_position(6).passed(), {});
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == *parse_square("b2", 6));
}

TEST_CASE_METHOD(Fixture, "evaluations of moves are read", "[match][posix]") {
  const auto said = [&](std::string_view text) {
    make(fmt::format("answer sumi-last_search '{}'", text));
    REQUIRE(new_game());
    const auto answer = genmove();
    REQUIRE(fault(answer) == "");
    return answer->evaluation;
  };
  CHECK(said(R"({"move":"d3","score":-2.5,"depth":12,"selectivity":73,"exact":false,)"
             R"("nodes":5000000000,"seconds":0.5,"pv":["d3"]})") ==
        Evaluation{-2.5, 12, false, 5'000'000'000});
  CHECK(said(R"({"score":64,"exact":true})") == Evaluation{64, 0, true, 0});
  for (const std::string_view junk :
       {"", "none", "{", "[]", "3", R"({"score":"4"})", R"({"score":1e999})", R"({"score":65})",
        R"({"depth":3})", "{\"score\":null}", "[[[[[[[[[["}) {
    CAPTURE(junk);
    CHECK(!said(junk));
  }
  CHECK(said(R"({"score":1,"depth":-3,"exact":7,"nodes":-1})") == Evaluation{1, 0, false, 0});
  CHECK(said(R"({"score":1,"depth":4e18,"nodes":1e30})") == Evaluation{1, 0, false, 0});
  CHECK(said(R"({"score":1,"depth":18446744073709551615})") == Evaluation{1, 0, false, 0});

  make("refuse sumi-last_search answer sumi-last_search x");
  REQUIRE(new_game());
  CHECK(!genmove()->evaluation);
}
