// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/text/ugi.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace sumi;
using namespace sumi::protocol;

namespace {

const std::string kStartSquares =
    "---------------------------OX------XO---------------------------";

Result<Game> position(const std::string& text, int size = 8) {
  return parse_ugi_position(split_words(text), size);
}

/// "SQUARES SIDE", or the error.
std::string board_of(const std::string& text, int size = 8) {
  const auto game = position(text, size);
  return game ? to_text(game->position()) : game.error().message;
}

UgiGo go(const std::string& text) { return parse_ugi_go(split_words(text)); }

Clock clock_of(const std::string& text, Color color = Color::kBlack) {
  const auto clock = go(text).clock(color);
  REQUIRE(clock.has_value());
  return *clock;
}

SearchLimits limits_of(const EngineOptions& options, const std::string& text) {
  return ugi_limits(options, go(text), Color::kBlack);
}

UgiSetting setting(const std::string& text) {
  const auto read = parse_ugi_setting(split_words(text));
  REQUIRE(read);
  return *read;
}

Line line_of(std::initializer_list<const char*> moves) {
  Line line;
  for (const char* move : moves) line.push_back(parse_square(move).value());
  return line;
}

SearchUpdate update_of(int units, std::initializer_list<const char*> moves) {
  SearchUpdate update;
  update.lower = update.upper = Value{units};
  update.line = line_of(moves);
  update.depth = 7;
  update.nodes = 3000;
  update.seconds = 0.5;
  return update;
}

}  // namespace

TEST_CASE("UGI: boards are read in all known forms", "[ugi]") {
  for (const char* text :
       {"startpos", "STARTPOS", "fen 8/8/8/3ox3/3xo3/8/8/8 x", "8/8/8/3ox3/3xo3/8/8/8 x",
        "fen 8/8/8/3OX3/3XO3/8/8/8 X 0 1", "fen 8/8/8/3wb3/3bw3/8/8/8 b - - 1",
        "fen 8/8/8/3o*3/3*o3/8/8/8 *", "fen 8/8/8/3ox3/3xo3/8/8/8 black",
        "fen 8/8/8/3pP3/3Pp3/8/8/8 b", "startpos moves"}) {
    CAPTURE(text);
    CHECK(board_of(text) == kStartSquares + " X");
  }
  for (const std::string side : {"", " X", " b", " B 1", "B1", "B", "X12"}) {
    for (const std::string word : {"", "fen ", "sfen "}) {
      CAPTURE(side, word);
      CHECK(board_of(word + kStartSquares + side) == kStartSquares + " X");
    }
  }
  CHECK(board_of("sfen " + kStartSquares + "W2") == kStartSquares + " O");
  CHECK(board_of("fen 8/8/8/3ox3/3xo3/8/8/8 o") == kStartSquares + " O");
  CHECK(board_of("fen 8/8/8/3ox3/3xo3/8/8/8 w 5 5") == kStartSquares + " O");
  CHECK(board_of("startpos", 4) == "-----OX--XO----- X");
  CHECK(board_of("fen 4/1ox1/1xo1/4 o") == "-----OX--XO----- O");
  CHECK(board_of("sfen -----OX--XO-----W7") == "-----OX--XO----- O");
}

TEST_CASE("UGI: moves are read with or without passes", "[ugi]") {
  CHECK(board_of("startpos moves d3 C3 c4") == board_of("startpos moves D3 c3 C4"));
  const std::string stuck = "fen ox6/8/ox6/8/8/8/8/8 x";
  const auto waiting = position(stuck);
  REQUIRE(waiting);
  CHECK(waiting->position().to_move == Color::kBlack);  // no implied pass
  for (const char* pass : {"0000", "pass", "PASS", "pa", "ps", "--", "@@@@", "null"}) {
    CAPTURE(pass);
    CHECK(board_of(stuck + " moves " + pass + " c1") == board_of(stuck + " moves c1"));
  }
  const auto passed = position(stuck + " moves 0000");
  REQUIRE(passed);
  CHECK(passed->position().to_move == Color::kWhite);
  CHECK(
      position(stuck + " moves c1 0000 c3 0000 0000"));  // extra passes after the end are harmless
}

TEST_CASE("UGI: errors in positions name the fault", "[ugi]") {
  CHECK(board_of("") ==
        "position: no board, need startpos, or fen and a board such as 8/8/8/3ox3/3xo3/8/8/8 x");
  CHECK(board_of("moves f5").starts_with("position: no board"));
  CHECK(board_of("startpos moves f5 f5") == "illegal move: 'f5' for white (legal: f4 d6 f6)");
  CHECK(board_of("startpos moves 0000").starts_with("illegal move: 'pass' for black"));
  CHECK(board_of("startpos moves z9").starts_with("square: 'z9' is not a1..h8"));
  for (const char* text : {"startpos f5", "fen", "fen 8/8 x", "fen 8/8/8/3ox3/3xo3/8/8/8",
                           "fen 9/8/8/8/8/8/8/8 x", "sfen ---", "fen startpos x y"}) {
    CAPTURE(text);
    CHECK_FALSE(position(text));
  }
}

TEST_CASE("UGI: the keys of go are parsed", "[ugi]") {
  const UgiGo all = go(
      "depth 9 nodes 5000000000 movetime 250 p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 5 "
      "infinite ponder searchmoves f5 D6 perft 3 mate 4");
  CHECK(all.faults.empty());
  CHECK(all.depth == 9);
  CHECK(all.nodes == 5'000'000'000u);
  CHECK(all.move_time == Millis(250));
  CHECK(all.time[0] == Millis(1000));
  CHECK(all.time[1] == Millis(2000));
  CHECK(all.increment[0] == Millis(10));
  CHECK(all.increment[1] == Millis(20));
  CHECK(all.moves_to_go == 5);
  CHECK(all.infinite);
  CHECK(all.ponder);
  CHECK(all.moves == (bit(*parse_square("f5")) | bit(*parse_square("d6"))));
  CHECK(all.perft == 3);
  const UgiGo none = go("");
  CHECK_FALSE((none.depth || none.nodes || none.move_time || none.infinite || none.ponder));
  CHECK_FALSE((none.perft || none.clock(Color::kBlack) || none.clock(Color::kWhite)));
  CHECK(go("searchmoves infinite").infinite);
  CHECK(go("searchmoves 0000 h8").moves == bit(*parse_square("h8")));
}

TEST_CASE("UGI: numbers out of range are clamped; other words are errors", "[ugi]") {
  CHECK(go("btime -500").time[0] == Millis(0));
  CHECK(go("depth 0").depth == 1);
  CHECK(go("depth 999").depth == 60);
  CHECK(go("depth -99999999999999999999999").depth == 1);
  CHECK(go("nodes 99999999999999999999999").nodes == 1'000'000'000'000u);
  const UgiGo bad = go("wtime x btime 5 movetime 1.5 colour depth");
  CHECK(bad.time[0] == Millis(5));
  CHECK_FALSE(bad.time[1]);
  CHECK(bad.faults == std::vector<std::string>{"go: 'x' is not a whole number for wtime",
                                               "go: '1.5' is not a whole number for movetime",
                                               "go: 'colour' is not a key",
                                               "go: no number for depth"});
}

TEST_CASE("UGI: p1 and b are Black's clock", "[ugi]") {
  for (const char* text :
       {"btime 5000 wtime 7000 binc 50 winc 70", "p1time 5000 p2time 7000 p1inc 50 p2inc 70"}) {
    CHECK(clock_of(text).remaining == Millis(5000));
    CHECK(clock_of(text).increment == Millis(50));
    CHECK(clock_of(text, Color::kWhite).remaining == Millis(7000));
    CHECK(clock_of(text, Color::kWhite).increment == Millis(70));
    CHECK(clock_of(text).moves_to_go == 0);
  }
  CHECK(clock_of("btime 5000 movestogo 7").moves_to_go == 7);
  CHECK_FALSE(go("btime 5000").clock(Color::kWhite));
  const Clock main = clock_of("btime 5000 wtime 0 byoyomi 3000");
  CHECK(main.remaining == Millis(5000));
  CHECK(main.period == Millis(3000));
  CHECK(main.periods == 1);
  CHECK(main.moves_to_go == 0);
  for (const char* text : {"btime 0 wtime 0 byoyomi 3000", "byoyomi 3000"}) {
    const Clock period = clock_of(text);
    CHECK(period.remaining == Millis(3000));
    CHECK(period.moves_to_go == 1);
    CHECK(period.periods == 0);
  }
}

TEST_CASE("UGI: the limits of go apply within those of the options", "[ugi]") {
  EngineOptions options;
  const SearchLimits bare = limits_of(options, "");
  CHECK(bare.move_time == Millis(1000));
  CHECK(limits_of(options, "btime 5000").clock->remaining == Millis(5000));
  CHECK_FALSE(limits_of(options, "btime 5000").move_time);
  CHECK_FALSE(limits_of(options, "wtime 5000").clock);

  const SearchLimits deep = limits_of(options, "depth 9");
  CHECK(deep.depth == 9);
  CHECK(deep.selectivity == 100);
  CHECK_FALSE(deep.move_time);
  CHECK(limits_of(options, "nodes 77").nodes == 77);
  CHECK_FALSE(limits_of(options, "nodes 77").move_time);
  CHECK(limits_of(options, "movetime 300").move_time == Millis(300));
  CHECK(limits_of(options, "movetime 300").selectivity == kFastSelectivity);
  CHECK(limits_of(options, "searchmoves f5").moves == bit(*parse_square("f5")));
  CHECK(limits_of(options, "searchmoves").moves == ~Bitboard{0});

  options.level = 10;
  options.nodes = 1000;
  options.move_time_ms = 50;
  CHECK(limits_of(options, "btime 5000").depth == level_row(10).depth);
  CHECK(limits_of(options, "depth 99").depth == level_row(10).depth);
  CHECK(limits_of(options, "depth 2").depth == 2);
  CHECK(limits_of(options, "nodes 5").nodes == 5);
  CHECK(limits_of(options, "nodes 5000").nodes == 1000);
  CHECK(limits_of(options, "").move_time == Millis(50));
  const SearchLimits endless = limits_of(options, "infinite");
  CHECK_FALSE((endless.depth || endless.nodes || endless.move_time || endless.clock));
  CHECK(ugi_limits(options, go("infinite"), Color::kBlack, 4).candidates == 4);
}

TEST_CASE("UGI: setoption lines are parsed", "[ugi]") {
  CHECK(setting("name Hash value 64").name == "Hash");
  CHECK(setting("name Hash value 64").value == "64");
  CHECK(setting("NAME move  Overhead VALUE 5").name == "move Overhead");
  CHECK(setting("name EvalFile value /tmp/my  file value x").value == "/tmp/my  file value x");
  CHECK(setting("name EvalFile value <empty>").value.empty());
  CHECK(setting("name Clear Hash").name == "Clear Hash");
  CHECK(setting("name x value").value.empty());
  CHECK(setting("name USI_Hash value 3").name == "Hash");
  CHECK(setting("name usi_Ponder value true").name == "Ponder");
  for (const char* text : {"", "name", "Hash 64", "name value 3", "value 3", "value name x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_ugi_setting(split_words(text)));
  }
}

TEST_CASE("UGI: option lines are written", "[ugi]") {
  const auto line = [](std::string_view name) {
    const OptionSpec* spec = find_option(name);
    REQUIRE(spec != nullptr);
    return ugi_option(*spec, get_option(EngineOptions{}, *spec));
  };
  CHECK(line("hash-mib") == "option name Hash type spin default 256 min 1 max 1048576");
  CHECK(line("ponder") == "option name Ponder type check default false");
  CHECK(line("weights") == "option name EvalFile type string default <empty>");
  CHECK(line("isa") == "option name ISA type string default auto");
  CHECK(line("evaluator") ==
        fmt::format("option name Evaluator type combo default auto var auto var {}",
                    fmt::join(evaluator_names(), " var ")));
  CHECK(line("size") == "option name Board Size type combo default 8 var 4 var 6 var 8");
  CHECK(line("level") == "option name Level type spin default -1 min -1 max 60");
}

TEST_CASE("UGI: moves and best moves are written", "[ugi]") {
  CHECK(ugi_move(Square::kA1, UgiDialect::kUgi) == "a1");
  CHECK(ugi_move(Square::kPass, UgiDialect::kUgi) == "0000");
  CHECK(ugi_move(Square::kPass, UgiDialect::kUci) == "0000");
  CHECK(ugi_move(Square::kPass, UgiDialect::kUsi) == "pass");
  const Line line = line_of({"f5", "pass", "d3"});
  CHECK(ugi_best_move(line, false, UgiDialect::kUgi) == "bestmove f5");
  CHECK(ugi_best_move(line, true, UgiDialect::kUci) == "bestmove f5 ponder 0000");
  CHECK(ugi_best_move(line, true, UgiDialect::kUsi) == "bestmove f5 ponder pass");
  CHECK(ugi_best_move(line_of({"f5"}), true, UgiDialect::kUci) == "bestmove f5");
  CHECK(ugi_best_move({}, true, UgiDialect::kUci) == "bestmove 0000");
  CHECK(ugi_best_move({}, true, UgiDialect::kUsi) == "bestmove pass");
}

TEST_CASE("UGI: info lines are written", "[ugi]") {
  using Lines = std::vector<std::string>;
  const Position start;
  const auto told = [&](const SearchUpdate& update, int multi_pv = 1) {
    return ugi_info(update, multi_pv, UgiDialect::kUgi, start);
  };
  SearchUpdate update = update_of(160, {"f5", "pass", "d6"});
  CHECK(told(update) ==
        Lines{"info depth 7 score cp 125 nodes 3000 nps 6000 time 500 pv f5 0000 d6"});
  CHECK(told(update_of(-1, {"f5"}))[0].find(" cp -1 ") != std::string::npos);
  CHECK(told(update_of(-160, {"f5"}))[0].find(" cp -125 ") != std::string::npos);

  update.upper = kInfinity;
  CHECK(told(update)[0].find(" score cp 125 lowerbound nodes ") != std::string::npos);
  update.upper = update.lower;
  update.lower = -kInfinity;
  CHECK(told(update)[0].find(" score cp 125 upperbound nodes ") != std::string::npos);
  update.upper = kInfinity;
  CHECK(told(update).empty());

  update = update_of(0, {"f5"});
  update.others.push_back(update_of(-128, {"d3"}));
  update.others.push_back(update_of(-256, {"c4"}));
  CHECK(told(update).size() == 1);  // the others are for variety
  CHECK(told(update, 2) ==
        Lines{"info depth 7 multipv 1 score cp 0 nodes 3000 nps 6000 time 500 pv f5",
              "info depth 7 multipv 2 score cp -100 nodes 3000 nps 6000 time 500 pv d3"});
  CHECK(told(update, 9).size() == 3);

  update.exact = true;
  update.depth = 60;
  CHECK(told(update, 2).size() == 3);
  CHECK(told(update, 2)[0] == "info string exact");
  update.exact = false;
  update.selectivity = 95;
  CHECK(told(update)[0] == "info string selectivity 95");
  update.depth = 59;
  CHECK(told(update).size() == 1);
}

TEST_CASE("UGI: no input crashes the parsers", "[ugi][fuzz]") {
  test::check_bad_input(
      [](std::string_view text) {
        // Sessions truncate longer lines.
        return parse_ugi_position(split_words(text.substr(0, 1 << 16)), 8);
      },
      {"startpos moves f5 d6 c3 0000", "sfen " + kStartSquares + "B1",
       "fen 8/8/8/3ox3/3xo3/8/8/8 x"},
      "xo-8/ fens0123dmovBW");
  SplitMix64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = test::junk(random, 60, "godepth nm17 -ifvalue\t");
    for (const std::string& fault : go(text).faults) CHECK(fault.size() < 200);
    const auto read = parse_ugi_setting(split_words(text));
    if (!read) CHECK(test::fault_of(read.error()).empty());
  }
}
