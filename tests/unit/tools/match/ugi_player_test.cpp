// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/notation.h"
#include "tests/support/engine_talk.h"
#include "tests/support/junk.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/engine_lines.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>
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

std::string last_line(const std::string& told) { return told.substr(told.rfind('|') + 1); }

struct UgiFixture : test::EngineTalk {
  explicit UgiFixture(Protocol dialect = Protocol::kUgi) : EngineTalk(dialect, {"isready"}) {}
};
struct UciFixture : UgiFixture {
  UciFixture() : UgiFixture(Protocol::kUci) {}
};
struct UsiFixture : UgiFixture {
  UsiFixture() : UgiFixture(Protocol::kUsi) {}
};

}  // namespace

TEST_CASE_METHOD(UgiFixture, "UGI: a game starts with a handshake", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == "ugi|uginewgame|isready|isready|isready|isready|isready|isready");
  CHECK(player().pipe_seconds() > 0);
  CHECK(player().pipe_seconds() < 1);
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == "uginewgame|isready");

  make("ok", [](EngineSpec& spec) {
    spec.setup = {"debug on", "setoption name Secret value 3"};
    spec.options = {{"hash", "2"}};
  });
  REQUIRE(fault(new_game()) == "");
  CHECK(told() ==
        "ugi|debug on|setoption name Secret value 3|setoption name Hash value 2|uginewgame");
}

TEST_CASE_METHOD(UgiFixture, "UGI: the engine gets all moves before each of its own", "[match]") {
  make("ok");
  REQUIRE(new_game());
  REQUIRE(genmove());
  CHECK(told() == "ugi|uginewgame|position startpos|go");
  REQUIRE(player().play(Color::kWhite, square("c3")));
  CHECK(told() == "");
  REQUIRE(genmove());
  CHECK(told() == "position startpos moves d3 c3|go");
  REQUIRE(new_game());
  REQUIRE(player().play(Color::kBlack, square("f5")));  // an opening move
  REQUIRE(genmove());
  CHECK(told() == "uginewgame|position startpos moves f5|go");
}

TEST_CASE_METHOD(UgiFixture, "UGI: answers may have any valid form", "[match]") {
  make(GENERATE("ok", "crlf", "upper", "crlf upper", "junk 1", "noisy",
                "answer go 'info string hi\n\ninfo depth 3\n\tbestmove   D3  '"));
  REQUIRE(new_game());
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
  CHECK(!answer->resigned);
  CHECK(answer->seconds > 0);
  CHECK(answer->seconds < 2);
  CHECK(!answer->evaluation);
}

TEST_CASE_METHOD(UgiFixture, "UGI: passes and resignations are passed to the referee", "[match]") {
  make("pass 1 resign 2 cheat 3");
  REQUIRE(new_game());
  CHECK(genmove()->square == Square::kPass);
  REQUIRE(new_game());
  CHECK(genmove()->resigned);
  CHECK(genmove()->square == square("a1"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: each fault of a move has its ending", "[match]") {
  const auto lost = [&](std::string_view modes) {
    make(modes, {}, Millis(400));
    REQUIRE(fault(new_game()) == "");
    return fault(genmove({Kind::kMove, Millis(50), {}}));
  };
  CHECK(lost("crash 1") ==
        fault(Ending::kCrash, "ended with exit status 3 after 'go movetime 50'"));
  CHECK(lost("flood 1") ==
        fault(Ending::kFlood, "wrote a line of more than 64 KiB after 'go movetime 50'"));
  CHECK(lost("floodlines 1") ==
        fault(Ending::kFlood, "wrote more than 10,000 lines after 'go movetime 50'"));
  CHECK(lost("hang 1") == fault(Ending::kHang, "did not answer 'go movetime 50' within 0.5 s"));
  CHECK(lost("mute go 1") == fault(Ending::kHang, "did not answer 'go movetime 50' within 0.5 s"));
  CHECK(lost("fail 1") == fault(Ending::kBadAnswer, "answered 'bestmove' to 'go movetime 50'"));
  CHECK(lost("words 1") ==
        fault(Ending::kBadAnswer, "answered 'bestmove d3 ponder c3' to 'go movetime 50'"));
  CHECK(lost("answer go 'bestmove i9'") ==
        fault(Ending::kBadAnswer, "answered 'bestmove i9' to 'go movetime 50'"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: noise is skipped and counted", "[match]") {
  const EngineInfo info = info_of("noisy junk 1");
  CHECK(info.plays == "Fake");
  CHECK(info.noise > 10);
  CHECK(info_of("answer go 'info string fine\n\nbestmove d3'") == EngineInfo{"Fake", 0});
}

TEST_CASE_METHOD(UgiFixture, "UGI: an option that the engine refuses is a fault", "[match]") {
  const auto failed = [&](std::string_view modes) {
    make(modes, [](EngineSpec& spec) { spec.options = {{"hash", "2"}}; });
    return fault(new_game());
  };
  CHECK(failed("answer setoption 'info string plays: evaluator table, isa v3'") == "");
  CHECK(player().take_info().plays == "Fake: evaluator table, isa v3");
  CHECK(failed("answer setoption 'info string error: no network'") ==
        fault(Ending::kRefusedOption, "refused an option: no network"));
  CHECK(failed("answer isready 'info string error: no network\nreadyok'") ==
        fault(Ending::kRefusedOption, "refused an option: no network"));
  CHECK(failed("answer setoption 'No such option: Hash'") ==
        fault(Ending::kRefusedOption, "refused an option: No such option: Hash"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: an engine that cannot start loses by a crash or a hang",
                 "[match]") {
  make("die-at-start");
  CHECK_THAT(fault(new_game()), Contains("ended with exit status 4 after 'ugi'"));
  make(GENERATE("slow-start 300", "slow isready 300"), {}, Millis(250));  // startup is not a hang
  CHECK(fault(new_game()) == "");
  make("mute isready 7", {}, Millis(400));
  REQUIRE(fault(new_game()) == "");
  CHECK(fault(new_game()) == fault(Ending::kHang, "did not answer 'isready' within 0.4 s"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: a late answer is accepted, with its time", "[match]") {
  make("late 1 60", {}, Millis(2000));
  REQUIRE(new_game());
  const auto answer = genmove({Kind::kMove, Millis(10), {}});
  REQUIRE(answer);
  CHECK(answer->seconds >= 0.06);
}

TEST_CASE_METHOD(UgiFixture, "UGI: after a fault the restarted engine plays the next game",
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

TEST_CASE_METHOD(UgiFixture, "UGI: clocks are sent to the millisecond", "[match]") {
  make("ok");
  REQUIRE(new_game());
  const auto heard = [&](const TimeControl& time, int remaining = 0) {
    REQUIRE(new_game());
    REQUIRE(genmove(time, Millis(remaining)));
    return last_line(told());
  };
  CHECK(heard({}) == "go");
  CHECK(heard({Kind::kMove, Millis(100), {}}) == "go movetime 100");
  CHECK(heard({Kind::kGame, Millis(60'000), Millis(50)}, 59'999) ==
        "go p1time 59999 p2time 59999 p1inc 50 p2inc 50");
  CHECK(heard({Kind::kGame, Millis(60'000), {}}, -5) == "go p1time 1 p2time 1 p1inc 0 p2inc 0");
}

TEST_CASE_METHOD(UgiFixture, "UGI: both clocks are sent", "[match]") {
  make("ok");
  const TimeControl own{Kind::kGame, Millis(60'000), Millis(50)};
  const auto heard = [&](Color color, const TimeControl& other) {
    REQUIRE(fault(new_game({}, Position{}, color)) == "");
    REQUIRE(player().genmove(Position{}, {own, Millis(1000), other, Millis(-3)}));
    return last_line(told());
  };
  const TimeControl other{Kind::kGame, Millis(30'000), Millis(20)};
  CHECK(heard(Color::kBlack, other) == "go p1time 1000 p2time 1 p1inc 50 p2inc 20");
  CHECK(heard(Color::kWhite, other) == "go p1time 1 p2time 1000 p1inc 20 p2inc 50");
  CHECK(heard(Color::kWhite, {Kind::kMove, Millis(100), {}}) ==
        "go p1time 1000 p2time 1000 p1inc 50 p2inc 50");
}

TEST_CASE_METHOD(UciFixture, "UCI uses the words of chess", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  REQUIRE(genmove({Kind::kGame, Millis(60'000), Millis(50)}, Millis(1000)));
  CHECK(told() == "uci|ucinewgame|position startpos|go btime 1000 wtime 1000 binc 50 winc 50");

  REQUIRE(fault(new_game({}, kBlackPasses)) == "");
  REQUIRE(player().pass(Color::kBlack));
  CHECK(genmove({Kind::kMove, Millis(100), {}})->square == square("c1"));
  CHECK(told() == "ucinewgame|position fen ox6/8/8/8/8/8/8/8 x moves 0000|go movetime 100");
}

TEST_CASE_METHOD(UciFixture, "UCI: an engine may report the expected reply", "[match]") {
  make("words 1");
  REQUIRE(new_game());
  const auto answer = genmove();
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == square("d3"));
}

TEST_CASE_METHOD(UsiFixture, "USI sends isready before a game and has byo-yomi", "[match]") {
  make("ok");
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == "usi|isready|isready|isready|isready|isready|isready|usinewgame");
  REQUIRE(fault(new_game()) == "");
  CHECK(told_all() == "isready|usinewgame");
  REQUIRE(genmove({Kind::kMove, Millis(100), {}}));
  CHECK(told() == "position startpos|go btime 0 wtime 0 byoyomi 100");
  REQUIRE(player().play(Color::kWhite, square("c3")));
  REQUIRE(genmove({Kind::kGame, Millis(60'000), Millis(50)}, Millis(1000)));
  CHECK(told() == "position startpos moves d3 c3|go btime 1000 wtime 1000 binc 50 winc 50");

  REQUIRE(fault(new_game({}, kBlackPasses)) == "");
  REQUIRE(player().pass(Color::kBlack));
  CHECK(genmove({}, {}, kBlackPasses.passed())->square == square("c1"));
  CHECK(told() == "usinewgame|position sfen OX" + std::string(62, '-') + "B1 moves pass|go");

  make("answer go 'info score cp 100\nbestmove D3 ponder c3'");
  REQUIRE(new_game());
  CHECK(genmove()->square == square("d3"));
  CHECK(!genmove()->evaluation);  // may be a win probability

  make("ok", {}, Millis(5000), 6);
  CHECK(fault(new_game({}, start_position(6))) ==
        fault(Ending::kBadAnswer, "speaks USI, which has the board of 8x8 only"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: only announced options are set", "[match]") {
  const auto told_for = [&](const std::vector<std::pair<std::string, std::string>>& options,
                            std::string_view modes = "ok") {
    make(modes, [&](EngineSpec& spec) { spec.options = options; });
    const std::string failed = fault(new_game());
    if (!failed.empty()) return failed.substr(failed.find(' ') + 1);
    REQUIRE(genmove());
    const std::string text = told();
    const std::size_t front = std::string_view("ugi|").size();
    return text.substr(front, text.find("uginewgame") - front) + last_line(text);
  };
  CHECK(told_for({{"Hash", "64"}}) == "setoption name Hash value 64|go");
  CHECK(told_for({{"hash-mib", "1"}}) == "setoption name Hash value 1|go");  // Sumi's option name
  CHECK(told_for({{"move_overhead", "0"}, {"move-overhead-ms", "5"}}) ==
        "setoption name Move Overhead value 0|setoption name Move Overhead value 5|go");
  CHECK(told_for({{"style", "very wild"}}) == "setoption name Style value very wild|go");
  CHECK(told_for({{"ponder", "TRUE"}}) == "setoption name Ponder value TRUE|go");
  CHECK(told_for({{"log", ""}}) == "setoption name Log value <empty>|go");
  CHECK(told_for({{"log", "a b"}}) == "setoption name Log value a b|go");
  CHECK(told_for({{"clear-hash", ""}}) == "setoption name Clear Hash|go");
  CHECK(told_for({{"variety", "2"}}) ==
        "setoption name Variety value 2|setoption name Seed value 78|go");
  CHECK(told_for({{"variety", "0"}}) == "setoption name Variety value 0|go");
  CHECK(told_for({{"depth", "4"}, {"nodes", "100"}}) == "go depth 4 nodes 100");
  CHECK(told_for({{"depth", "4"}}, "answer ugi 'option name Depth type spin\nugiok'") ==
        "setoption name Depth value 4|go");

  CHECK(told_for({{"hash", "65"}}) == "option 'hash' takes 1..64, not '65'");
  CHECK(told_for({{"hash", "x"}}) == "option 'hash' takes 1..64, not 'x'");
  CHECK(told_for({{"style", "wild"}}) == "option 'style' takes 'solid', 'very wild', not 'wild'");
  CHECK(told_for({{"ponder", "1"}}) == "option 'ponder' takes true or false, not '1'");
  CHECK(told_for({{"evaluator", "disc"}}) ==
        "option 'evaluator' is none of the engine's: 'Hash', 'Move Overhead', 'Style', 'Ponder', "
        "'Log', 'Clear Hash', 'Variety', 'Seed'");
  const std::string none = "option 'x' is none of the engine's: none";
  CHECK(told_for({{"x", "1"}}, "answer ugi ugiok") == none);
  const std::string only_a = "option 'x' is none of the engine's: 'a'";
  CHECK(told_for({{"x", "1"}}, "answer ugi 'option name a\nugiok'") == only_a);
  player().restart();
  CHECK(fault(new_game()) == fault(Ending::kRefusedOption, only_a));  // as this process announced
}

TEST_CASE_METHOD(UgiFixture, "UGI: passes are sent in each style", "[match]") {
  const auto passed = [&](PassStyle style, std::string_view modes, Color color, Color own) {
    make(modes, [&](EngineSpec& spec) { spec.pass = style; });
    REQUIRE(fault(new_game({}, kBlackPasses, own)) == "");
    told();
    const std::string failed = fault(player().pass(color));
    if (!failed.empty()) return failed;
    const std::string asked = told();
    CHECK(genmove({}, {}, kBlackPasses.passed())->square == square("c1"));
    return asked + "+" + told();
  };
  const Color black = Color::kBlack, white = Color::kWhite;
  const std::string start = "position fen ox6/8/8/8/8/8/8/8 x";
  const std::string told_so = "+" + start + " moves 0000|go";
  for (const PassStyle style : {PassStyle::kAuto, PassStyle::kTell}) {
    CHECK(passed(style, "strict", black, black) == told_so);
    CHECK(passed(style, "strict", black, white) == told_so);
  }
  CHECK(passed(PassStyle::kAsk, "strict", black, black) == start + "|go movetime 100" + told_so);
  CHECK(passed(PassStyle::kAsk, "strict", black, white) == told_so);
  CHECK(passed(PassStyle::kAsk, "cheat 1", black, black) ==
        fault(Ending::kWrongPass, "answered a1 where it had to pass"));
  CHECK(passed(PassStyle::kAsk, "resign 1", black, black) ==
        fault(Ending::kWrongPass, "answered resign where it had to pass"));
}

TEST_CASE_METHOD(UgiFixture, "UGI: an omitted pass is in no list of moves", "[match]") {
  make("ok", [](EngineSpec& spec) { spec.pass = PassStyle::kOmit; });
  REQUIRE(new_game({}, kBlackPasses));
  REQUIRE(player().pass(Color::kBlack));
  REQUIRE(player().play(Color::kWhite, square("c1")));
  REQUIRE(fault(genmove()) == "");
  CHECK(told() == "ugi|uginewgame|position fen ox6/8/8/8/8/8/8/8 x moves c1|go");
}

TEST_CASE_METHOD(UgiFixture, "UGI: small boards are sent with their own squares", "[match]") {
  make("ok", {}, Millis(5000), 6);
  REQUIRE(fault(new_game({}, start_position(6))) == "");
  REQUIRE(player().play(Color::kBlack, *parse_square("c2", 6)));
  const auto answer = player().genmove(start_position(6).passed(), {});
  REQUIRE(fault(answer) == "");
  CHECK(answer->square == *parse_square("b2", 6));
  CHECK(told() == "ugi|uginewgame|position fen 6/6/2ox2/2xo2/6/6 x moves c2|go");
}

TEST_CASE_METHOD(UgiFixture, "UGI: evaluations of moves are read", "[match]") {
  const auto said = [&](std::string_view text) {
    make(fmt::format("answer go '{}\nbestmove d3'", text));
    REQUIRE(new_game());
    const auto answer = genmove();
    REQUIRE(fault(answer) == "");
    return answer->evaluation;
  };
  CHECK(said("info depth 1 score cp 900\ninfo depth 12 seldepth 14 score cp -250 nodes 5000000000 "
             "nps 1 hashfull 2 time 3 pv d3 c3") == Evaluation{-2.5, 12, false, 5'000'000'000});
  CHECK(said("info string exact\ninfo depth 20 score cp 400 nodes 9 pv d3") ==
        Evaluation{4, 20, true, 9});
  CHECK(said("info string exact\ninfo score cp 1\ninfo score cp 2") ==
        Evaluation{0.02, 0, false, 0});
  CHECK(said("info multipv 1 score cp 100\ninfo multipv 2 score cp 50") ==
        Evaluation{1, 0, false, 0});
  CHECK(said("info score cp 100\ninfo score cp 300 lowerbound") == Evaluation{1, 0, false, 0});
  CHECK(said("info depth 999 score cp 100 nodes -3") == Evaluation{1, 0, false, 0});
  for (const std::string_view none :
       {"info", "info score", "info score cp", "info score mate 3", "info score cp x",
        "info score cp 6500", "info pv d3 score cp 100", "info string score cp 100",
        "information score cp 100"}) {
    CAPTURE(none);
    CHECK(!said(none));
  }
}

TEST_CASE("options of engines are read", "[match]") {
  const auto spin =
      parse_ugi_option("option name Move Overhead type spin default 10 min -5 max 50");
  REQUIRE(spin);
  CHECK(spin->name == "Move Overhead");
  CHECK(spin->type == "spin");
  CHECK(spin->min == -5);
  CHECK(spin->max == 50);
  const auto combo =
      parse_ugi_option("option  name min var  type combo default a b var a b var  c\tvar");
  REQUIRE(combo);
  CHECK(combo->name == "min var");
  CHECK(combo->choices == std::vector<std::string>{"a b", "c", ""});
  CHECK(parse_ugi_option("option name X")->type == "");
  CHECK(parse_ugi_option("option name X type spin default 3")->min == std::nullopt);
  CHECK(fault_of(*parse_ugi_option("option name X type spin default 3"), "7") == "");
  CHECK(!parse_ugi_option("option name"));
  CHECK(!parse_ugi_option("id name X"));
  CHECK(same_option_name("Move Overhead", "move-overhead"));
  CHECK(same_option_name("Move Overhead", "MOVE_Overhead"));
  CHECK(!same_option_name("Move Overhead", "MoveOverhead"));
  CHECK(listed(std::vector<std::string>(1000, "a\x7F")).size() < 400);
}

TEST_CASE("no line breaks the reader of UGI", "[match]") {
  const std::vector<std::string> samples{
      "info depth 12 seldepth 14 multipv 1 score cp -250 nodes 5000 nps 1 time 3 pv d3 c3",
      "option name Style type combo default solid var solid var very wild",
      "option name Hash type spin default 16 min 1 max 64"};
  test::check_bad_input(
      [](std::string_view line) -> Result<int> {
        line = line.substr(0, 64 * 1024);  // the limit for an engine's line
        (void)parse_ugi_info(line);
        const auto option = parse_ugi_option(line);
        if (!option || fault_of(*option, "x").empty()) return 0;
        return Error{ErrorCode::kBadSyntax, fault_of(*option, line)};
      },
      samples, "infoscrenamtypvd 0123456789-");
}
