// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/engine_talk.h"
#include "tests/support/junk.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/engine_lines.h"
#include "tools/match/process_player.h"
#include "tools/match/referee.h"
#include "tools/match/schedule.h"

#include <catch2/catch.hpp>

#include <algorithm>
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
const std::string kStartGame =
    "set game (;GM[Othello]PC[sumi-match]PB[fake]RE[?]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *];)";

Square square(std::string_view text) { return *parse_square(text); }

TimeControl game_time(int main, int increment = 0) {
  return {Kind::kGame, Millis(main), Millis(increment)};
}
TimeControl move_time(int main) { return {Kind::kMove, Millis(main), {}}; }

struct NBoardFixture : test::EngineTalk {
  NBoardFixture() : EngineTalk(Protocol::kNBoard, {"ping"}) {}
};

}  // namespace

TEST_CASE_METHOD(NBoardFixture, "NBoard: a game starts with `set game`", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == "nboard 2|" + kStartGame + "|ping 1|ping 2|ping 3|ping 4|ping 5|ping 6");
  CHECK(player().pipe_seconds() > 0);
  CHECK(player().pipe_seconds() < 1);
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == kStartGame + "|ping 7");
  REQUIRE(fault(new_game({}, Position{}, Color::kWhite)) == "");
  CHECK_THAT(told(), Contains("PC[sumi-match]PW[fake]RE[?]"));
  player().restart();
  REQUIRE(fault(new_game()) == "");
  CHECK_THAT(told_all(), StartsWith("quit|nboard 2|" + kStartGame + "|ping 1|"));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: the user's options and commands are sent unchanged",
                 "[match]") {
  make("ok", [](EngineSpec& spec) {
    spec.options = {{"depth", "8"}, {"contempt", "-50"}};
    spec.setup = {"set x y z"};
  });
  REQUIRE(fault(new_game()) == "");
  CHECK(told() == "nboard 2|" + kStartGame + "|set x y z|set depth 8|set contempt -50");
  make("ok", [](EngineSpec& spec) { spec.options = {{"variety", "2"}}; });
  REQUIRE(fault(new_game()) == "");
  CHECK(told() == "nboard 2|" + kStartGame + "|set variety 2|set seed 78");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: only Sumi gets a time per move", "[match]") {
  make("ok");
  REQUIRE(fault(new_game(move_time(100))) == "");
  CHECK(told() == "nboard 2|" + kStartGame + "|set move-time-ms 100");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: every move is sent, then a ping", "[match]") {
  make("answer go '=== d3/1,5/7'");
  REQUIRE(new_game());
  told_all();
  REQUIRE(fault(genmove()) == "");
  const std::string own = told_all();
  CHECK_THAT(own, Catch::Matches("go\\|move D3/1.50/[0-6]\\..*"));  // our time, not its 7 s
  CHECK_THAT(own, Catch::EndsWith("|ping 7"));
  REQUIRE(player().play(Color::kWhite, square("c3")));
  CHECK(told_all() == "move C3|ping 8");
  REQUIRE(new_game());
  told_all();
  REQUIRE(player().play(Color::kBlack, square("f5")));  // an opening move
  CHECK(told_all() == "move F5|ping 10");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: the engine's board follows the game", "[match]") {
  make("strict");
  REQUIRE(new_game());
  CHECK(genmove()->square == square("d3"));
  REQUIRE(fault(player().play(Color::kWhite, square("c3"))) == "");
  const Position third = parse_game("d3c3")->replay().position();
  CHECK(genmove({}, {}, third)->square == square("b3"));
  CHECK(fault(player().play(Color::kWhite, square("a1"))) ==
        fault(Ending::kCrash, "ended with exit status 5 after 'ping 10'"));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: answers may have any valid form", "[match]") {
  make(GENERATE("ok", "crlf", "upper", "crlf upper", "junk 1", "noisy", "words 1",
                "answer go '=== D3//2.3'", "answer go '===d3'",
                "answer go 'search D3\n=\n\n===  d3 +1.25 0.1'", "answer go 'pong 1\n=== d3/x/y'"));
  REQUIRE(new_game());
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
  CHECK(!answer->resigned);
  CHECK(answer->seconds > 0);
  CHECK(answer->seconds < 2);
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: passes and illegal moves are passed to the referee",
                 "[match]") {
  make(GENERATE("pass 1", "answer go '=== PA'", "answer go '=== --'", "answer go '=== pa//0.1'"));
  REQUIRE(new_game());
  told();
  CHECK(genmove()->square == Square::kPass);
  CHECK(told() == "go");  // not sent back
  make("cheat 1");
  REQUIRE(new_game());
  told();
  CHECK(genmove()->square == square("a1"));
  CHECK(told() == "go");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: each fault of a move has its ending", "[match]") {
  const auto lost = [&](std::string_view modes) {
    make(modes, {}, Millis(400));
    REQUIRE(fault(new_game()) == "");
    return fault(genmove({Kind::kMove, Millis(50), {}}));
  };
  CHECK(lost("crash 1") == fault(Ending::kCrash, "ended with exit status 3 after 'go'"));
  CHECK(lost("flood 1") == fault(Ending::kFlood, "wrote a line of more than 64 KiB after 'go'"));
  CHECK(lost("floodlines 1") == fault(Ending::kFlood, "wrote more than 10,000 lines after 'go'"));
  CHECK(lost("hang 1") == fault(Ending::kHang, "did not answer 'go' within 0.5 s"));
  CHECK(lost("mute go 1") == fault(Ending::kHang, "did not answer 'go' within 0.5 s"));
  CHECK(lost("fail 1") == fault(Ending::kBadAnswer, "answered '===' to 'go'"));
  CHECK(lost("resign 1") == fault(Ending::kBadAnswer, "answered '=== resign' to 'go'"));
  CHECK(lost("answer go '=== i9'") == fault(Ending::kBadAnswer, "answered '=== i9' to 'go'"));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: noise is counted, and a refused option is a fault",
                 "[match]") {
  const EngineInfo info = info_of("noisy junk 1");
  CHECK(info.plays == "Fake");
  CHECK(info.noise > 10);
  const auto failed = [&](std::string_view modes) {
    make(modes);
    return fault(new_game());
  };
  CHECK(failed("answer move 'status fine'") == "");
  CHECK(player().take_info() == EngineInfo{"Fake", 0});
  CHECK(failed("answer set 'status error: no network'") ==
        fault(Ending::kRefusedOption, "refused an option: no network"));
  CHECK(failed("answer set 'status not usable yet: no network'") ==
        fault(Ending::kRefusedOption, "refused an option: no network"));
  CHECK(failed("answer set 'status not usable yet: no network\nstatus plays: it'") == "");
  CHECK(player().take_info().plays == "Fake: it");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: a ping without a pong hangs", "[match]") {
  make("mute ping 8", {}, Millis(400));
  REQUIRE(new_game());
  REQUIRE(genmove());
  CHECK(fault(player().play(Color::kWhite, square("c3"))) ==
        fault(Ending::kHang, "did not answer 'ping 8' within 0.4 s"));
  make("answer move 'pong 6' mute ping 7", {}, Millis(400));  // answers an earlier ping
  REQUIRE(fault(new_game()) == "");
  CHECK(fault(player().play(Color::kBlack, square("d3"))) ==
        fault(Ending::kHang, "did not answer 'ping 7' within 0.4 s"));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: an answer before the pong is ignored", "[match]") {
  make("answer move '=== a1'");
  REQUIRE(new_game());
  REQUIRE(fault(player().play(Color::kBlack, square("d3"))) == "");
  REQUIRE(fault(player().play(Color::kWhite, square("c3"))) == "");
  CHECK(genmove()->square == square("d3"));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: an engine that cannot start loses by a crash", "[match]") {
  make("die-at-start");
  CHECK_THAT(fault(new_game()), Contains("ended with exit status 4 after '"));
  make("slow-start 300", {}, Millis(250));  // starting up is not a hang
  CHECK(fault(new_game()) == "");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: a late answer is accepted, with its time", "[match]") {
  make("late 1 60", {}, Millis(2000));
  REQUIRE(new_game());
  const auto answer = genmove({Kind::kMove, Millis(10), {}});
  REQUIRE(answer);
  CHECK(answer->seconds >= 0.06);
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: after a fault the restarted engine plays the next game",
                 "[match]") {
  const std::string mode = GENERATE("crash 1", "hang 1", "fail 1", "floodlines 1", "mute go 1");
  const test::TemporaryFile once;
  make(fmt::format("{} once {}", mode, once.path()), {}, Millis(300));
  REQUIRE(new_game());
  REQUIRE(!genmove({Kind::kMove, Millis(10), {}}));
  player().restart();
  REQUIRE(fault(new_game()) == "");
  CHECK(genmove()->square == square("d3"));
  told();
  player().restart();
  CHECK(told() == "quit");
}

TEST_CASE("NBoard's clocks are whole seconds, rounded down", "[match]") {
  const auto text = [](const TimeControl& time) { return to_text(clock_to_send(time)); };
  CHECK(text({}) == "");
  CHECK(text(game_time(300'000)) == "05:00/00:00/00:00");
  CHECK(text(game_time(61'999, 2900)) == "01:01/00:02/00:00");
  CHECK(text(game_time(3'600'000)) == "1:00:00/00:00/00:00");
  CHECK(text(game_time(86'399'999)) == "23:59:59/00:00/00:00");
  CHECK(text(game_time(90'061'000)) == "1.01:01:01/00:00/00:00");
  CHECK(text(game_time(999)) == "");
  CHECK(clock_to_send(game_time(999, 5000)).increment == Millis(0));
  CHECK(text(move_time(2500)) == "00:02/00:02/00:00");
  CHECK(text(move_time(999)) == "");
  for (const int ms : {1000, 59'000, 60'000, 5'025'000, 1'000'000'000}) {
    const auto told = clock_to_send(game_time(ms, ms));
    CHECK(protocol::parse_ggf_clock(to_text(told)).value() == told);
    CHECK(told.main == Millis(ms));
  }
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: the times of the moves give the time left", "[match]") {
  const auto heard = [&](const TimeControl& time) {
    make("late 1 20");
    REQUIRE(new_game(time, kBlackPasses, Color::kWhite));
    const std::string start = told();
    REQUIRE(player().pass(Color::kBlack));
    REQUIRE(genmove(time, time.main, kBlackPasses.passed()));
    const std::size_t clock = std::min(start.find("TI["), start.size());
    const std::string moves = told();
    return start.substr(clock, start.find("TY") - clock) + " " +
           moves.substr(0, moves.rfind('.') + 2);
  };
  CHECK(heard({}) == " move PA|go|move C1//0.0");
  CHECK(heard(game_time(60'000, 2500)) == "TI[01:00/00:02/00:00] move PA|go|move C1//0.0");
  CHECK(heard(move_time(100)) == " move PA|go|move C1//0.0");
  CHECK(heard(move_time(2500)) == "TI[00:02/00:02/00:00] move PA|go|move C1//2.0");

  // Moves without thinking time get no increment.
  make("ok");
  REQUIRE(new_game(game_time(60'000, 2500), kBlackPasses, Color::kBlack));
  told();
  REQUIRE(player().pass(Color::kBlack));
  REQUIRE(player().play(Color::kWhite, square("c1")));
  CHECK(told() == "move PA//2.000|move C1");
  REQUIRE(new_game(game_time(60'000, 2500)));
  told();
  REQUIRE(player().play(Color::kBlack, square("f5")));
  CHECK(told() == "move F5//2.000");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: passes are sent in each style", "[match]") {
  const auto passed = [&](PassStyle style, std::string_view modes, Color color, Color own) {
    make(modes, [&](EngineSpec& spec) { spec.pass = style; });
    REQUIRE(fault(new_game({}, kBlackPasses, own)) == "");
    told();
    const std::string failed = fault(player().pass(color));
    if (!failed.empty()) return failed;
    const std::string said = told();
    CHECK(genmove({}, {}, kBlackPasses.passed())->square ==
          (style == PassStyle::kOmit ? Square::kPass : square("c1")));
    return said;
  };
  const Color black = Color::kBlack, white = Color::kWhite;
  for (const PassStyle style : {PassStyle::kAuto, PassStyle::kTell}) {
    CHECK(passed(style, "strict", black, black) == "move PA");
    CHECK(passed(style, "strict", black, white) == "move PA");
  }
  CHECK(passed(PassStyle::kAsk, "strict", black, black) == "go|move PA");
  CHECK(passed(PassStyle::kAsk, "strict", black, white) == "move PA");
  CHECK(passed(PassStyle::kAsk, "cheat 1", black, black) ==
        fault(Ending::kWrongPass, "answered a1 where it had to pass"));
  CHECK(passed(PassStyle::kOmit, "ok", black, black) == "");
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: small boards use their own square names", "[match]") {
  make("ok", {}, Millis(5000), 6);
  REQUIRE(fault(new_game({}, start_position(6))) == "");
  CHECK_THAT(told(), Contains("TY[6]BO[6 --------------O*----*O-------------- *]"));
  REQUIRE(fault(player().play(Color::kBlack, *parse_square("c2", 6))) == "");
  CHECK(told() == "move C2");
  const auto answer = player().genmove(start_position(6).passed(), {});
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == *parse_square("b2", 6));
}

TEST_CASE_METHOD(NBoardFixture, "NBoard: evaluations of moves are read", "[match]") {
  const auto said = [&](std::string_view text) {
    make(fmt::format("answer go '{}'", text));
    REQUIRE(new_game());
    const auto answer = genmove();
    REQUIRE(fault(answer) == "");
    return answer->evaluation;
  };
  CHECK(said("=== d3/-1.5/0.1") == Evaluation{-1.5, 0, false, 0});
  CHECK(said("=== d3 2,25 0,1") == Evaluation{2.25, 0, false, 0});
  CHECK(
      said("search D3c3 1.00 0 9\nnodestats 5000000000 0.5\nsearch D3c3 2.00 0 12 text\n=== d3") ==
      Evaluation{2, 12, false, 5'000'000'000});
  CHECK(said("search D3 1.00 0 12\n=== d3/3/0.1") == Evaluation{3, 12, false, 0});
  CHECK(said("book D3 1.00 17 12\n=== d3") == Evaluation{1, 12, false, 0});
  CHECK(said("search D3 4 0 100%\n=== d3") == Evaluation{4, 0, true, 0});
  CHECK(said("search D3 4 0 100%W\n=== d3") == Evaluation{4, 0, false, 0});
  CHECK(said("search D3 4 0 24@73%\n=== d3") == Evaluation{4, 24, false, 0});
  CHECK(said("search D3 1.5,-2.0 0 8\n=== d3") == Evaluation{1.5, 8, false, 0});
  CHECK(said("search D3 -1,5 0 8\n=== d3") == Evaluation{-1.5, 8, false, 0});
  CHECK(said("search D3 1 0 999\n=== d3") == Evaluation{1, 0, false, 0});
  for (const std::string_view none :
       {"=== d3", "=== d3//0.1", "=== d3/65/0.1", "=== d3/nan/1", "search D3 x 0 8\n=== d3",
        "search D3 1 0\n=== d3", "nodestats 5 1\n=== d3", "searching D3 1 0 8\n=== d3"}) {
    CAPTURE(none);
    CHECK(!said(none));
  }
}

TEST_CASE("engines of every protocol play the same games", "[match]") {
  const test::IgnoreSigpipe ignore;
  MatchConfig config;
  config.engines.resize(2);
  config.time = TimeControl{};
  const PassStyle style = GENERATE(PassStyle::kAuto, PassStyle::kAsk);
  const auto player_of = [&](Protocol protocol) {
    EngineSpec spec = test::fake_spec("strict");
    spec.protocol = protocol;
    spec.pass = style;
    return make_player(spec, {8, Millis(5000), ""}).value();
  };
  // All moves of games in which both sides play the first legal move.
  const auto games_of = [&](Protocol one, Protocol other) {
    const auto black = player_of(one), white = player_of(other);
    std::string text;
    for (std::uint64_t opening = 0; opening < 6; ++opening) {
      const auto game =
          Referee(config).play({}, random_opening(1, opening, 8, 8), *black, *white, {});
      REQUIRE(game);
      CHECK(game->detail == "");
      for (const TimedMove& move : game->moves) text += to_text(move.square) + " ";
      text += "\n";
    }
    return text;
  };
  const std::string want = games_of(Protocol::kGtp, Protocol::kGtp);
  CHECK_THAT(want, Contains("pass"));
  CHECK(games_of(Protocol::kNBoard, Protocol::kUgi) == want);
  CHECK(games_of(Protocol::kUgi, Protocol::kNBoard) == want);
  CHECK(games_of(Protocol::kGtp, Protocol::kNBoard) == want);
  CHECK(games_of(Protocol::kUci, Protocol::kUsi) == want);
  CHECK(games_of(Protocol::kUsi, Protocol::kGtp) == want);
}

TEST_CASE("no line breaks the reader of NBoard", "[match]") {
  test::check_bad_input(
      [](std::string_view line) -> Result<int> {
        line = line.substr(0, 64 * 1024);  // the limit for an engine's line
        (void)parse_nboard_search(line);
        (void)parse_nboard_nodes(line);
        (void)parse_nboard_answer(line, 8);
        return 0;
      },
      {"=== F5/1.50/0.2", "=== f5 1,50 0.2", "search F5d6 1.5,-2 0 24@73% text",
       "nodestats 123456 0.5"},
      "=/FPAs rchbok.,%@W0123456789-");
}
