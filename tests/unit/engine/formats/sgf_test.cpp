// SPDX-License-Identifier: MIT
/// SGF from Quarry, Edax and other programs, and malformed SGF.
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;

namespace {

const std::string kQuarry =
    "(;GM[2]FF[4]CA[UTF-8]AP[Quarry:0.2.0]SZ[8]PB[Anna]PW[Bert \\[2d\\]]RE[W+26]"
    ";B[fe];W[fd];B[fc]C[a \\] b];W[df])";

const std::string kEdax =
    "(;GM[2]FF[4]SZ[8]PL[B]AB[e4][d5]AW[d4][e5]\r\n;B[d3];W[c3];B[b3];W[b2];B[f5];W[a3];B[a1];W[c1]"
    ";B[PA];W[e3])";

/// The start, unless standard, and the moves with passes.
std::string summary(std::string_view text) {
  const Result<GameRecord> game = parse_sgf(text);
  if (!game) return "error: " + game.error().message;
  std::string out = game->start == Position{} ? "" : to_text(game->start);
  for (const Square s : game->moves) out += (out.empty() ? "" : " ") + to_text(s);
  return out;
}

std::string board(std::string_view top_left, std::string_view side) {
  return std::string(top_left) + std::string(64 - top_left.size(), '-') + " " + std::string(side);
}

}  // namespace

TEST_CASE("names and result of an SGF game are read", "[sgf]") {
  const GameRecord game = parse_sgf(kQuarry).value();
  CHECK(game.black == "Anna");
  CHECK(game.white == "Bert [2d]");
  CHECK(game.result == "W+26");
  const GameRecord two_lines = parse_sgf("(;PB[ A\\\\\\\r\nn\nna ]PW[])").value();
  CHECK(two_lines.black == "A\\n na");
  CHECK(two_lines.white.empty());
}

TEST_CASE("moves of an SGF game are read", "[sgf]") {
  const GameRecord game =
      parse_sgf(
          "(;GM[2]AP[x]EV[Open]RO[3]DT[2020-01-02]PC[Par\nis]BR[4d]WR[1812]GC[of\r\nit]"
          "C[all]KM[0]LB[aa:1][bb:2]XT[BlackClock=5:00][Theoretical=-4/24][Who=me]"
          ";C[why\r\rnot]B[f5]V[1.5]MT[0.25]TR[aa];W[d6]V[2](;B[c3]C[a])(;B[c4]C[b]))")
          .value();
  CHECK(game.event == "Open");
  CHECK(game.round == "3");
  CHECK(game.date == "2020-01-02");
  CHECK(game.place == "Par is");
  CHECK(game.black_rating == "4d");
  CHECK(game.white_rating == "1812");
  CHECK(game.comment == "of\nit\nall");
  CHECK(game.black_clock == "5:00");
  CHECK(game.theoretical == TheoreticalScore{{-4}, 24});
  const std::vector<ExtraTag> extra = {{"KM", "0"}, {"LB", "aa:1"}, {"LB", "bb:2"}, {"Who", "me"}};
  CHECK(game.extra == extra);
  // V counts for Black, a note for the mover.
  const std::vector<MoveNote> notes = {{1.5, 0.25, "why\n\nnot"}, {-2.0, {}, ""}, {{}, {}, "a"}};
  CHECK(game.notes == notes);
  CHECK(to_sgf(game) ==
        "(;GM[2]FF[4]CA[UTF-8]AP[Sumi]SZ[8]BR[4d]WR[1812]EV[Open]RO[3]DT[2020-01-02]PC[Par is]"
        "GC[of\nit\nall]KM[0]LB[aa:1][bb:2]XT[BlackClock=5:00][Theoretical=-4/24][Who=me]"
        ";B[fe]V[1.5]MT[0.25]C[why\n\nnot];W[df]V[2];B[cc]C[a])");
}

TEST_CASE("SGF is written as Quarry writes it", "[sgf]") {
  CHECK(to_sgf(parse_sgf(kQuarry).value()) ==
        "(;GM[2]FF[4]CA[UTF-8]AP[Sumi]SZ[8]PB[Anna]PW[Bert [2d\\]]RE[W+26]"
        ";B[fe];W[fd];B[fc]C[a \\] b];W[df])");
  // Only passes at the end of a game or with a note are written.
  CHECK_THAT(to_sgf(parse_sgf(kEdax).value()), Catch::EndsWith(";W[ca];W[ec])"));
  CHECK_THAT(to_sgf(parse_game("e6f4e3f6g5d6e7f5c5papa").value()),
             Catch::EndsWith(";B[ce];W[];B[])"));
  const auto again = [](const std::string& text) {
    return summary(to_sgf(parse_sgf(text).value()));
  };
  for (const std::string& text :
       {kEdax, std::string("(;AB[aa][ab]AW[ba:ca];B[da])"), std::string("(;AW[ab:ba];W[])"),
        std::string("(;PL[white]AB[aa];AW[ba];W[pass];B[c1])"), std::string("(;SZ[4]PL[W])"),
        std::string("(;AE[dd:ee])")}) {
    CAPTURE(text);
    REQUIRE(parse_sgf(text));
    CHECK(again(text) == summary(text));
  }
  const auto result = [](std::string text) {
    GameRecord game;
    game.result = std::move(text);
    return parse_sgf(to_sgf(game)).value().result;
  };
  CHECK(result("37-27") == "B+10");
  CHECK(result("-4.000") == "W+4");
  CHECK(result("+2.000:t") == "+2.000:t");
  CHECK(result("32-32") == "0");
  CHECK(result("0-1") == "W+");
  CHECK(result("B+Resign") == "B+Resign");
}

TEST_CASE("SGF games are read in all known forms", "[sgf]") {
  const std::string passing = "d3 c3 b3 b2 f5 a3 a1 c1 pass e3";
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {kQuarry, "f5 f4 f3 d6"},
      {kEdax, passing},
      {"(;B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];W[ec])", passing},  // without pass nodes
      {"(;B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];B[];W[ec])", passing},
      {"(;B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];B[tt];W[ec])", passing},
      {"(GM[2]FF[4];B[dc];W[cc])", "d3 c3"},  // without the first semicolon
      {"(\nPB[a];B[f5](;W[d6])(;W[f4]))", "f5 d6"},
      {"A greeting (see [1]). (GM[2];B[f5])", "f5"},
      {"(B[f5];W[d6])", "f5 d6"},
      {"(;)", ""},
      {"(;GM[2])", ""},
      {"(;B[F5];W[D6])", "f5 d6"},
      {"(;B[FE])", "f5"},
      {" greeting (not a game) \n( ;\nGM [ 2 ]\n; B\n[f5]\n)", "f5"},
      {"\xEF\xBB\xBF(;B[f5])", "f5"},
      {"(;XY[f][g]B[f5]ZZ[;B(\\]:])", "f5"},
      {"(;B[f5](;W[d6];B[c3])(;W[f4]))", "f5 d6 c3"},
      {"(;B[f5](;W[d6](;B[c3])(;B[c4]))(;W[f4]))(;GM[1])", "f5 d6 c3"},
      {"(;AB[aa]AW[ba])", board("XO", "X")},
      {"(;AB[aa]AW[ba];B[ca])", board("XO", "X") + " c1"},
      {"(;AB[aa][ab]AW[ba:ca];B[da])", "XOO-----X" + std::string(55, '-') + " X d1"},
      {"(;AW[ab:ba];W[])", "OO------OO" + std::string(54, '-') + " O pass"},
      {"(;AB[aa]AW[ba]PL[W])", board("XO", "O")},
      {"(;PL[white]AB[aa];AW[ba];W[pass];B[c1])", board("XO", "O") + " pass c1"},
      {"(;AB[ba]AW[aa];W[ca])", board("OX", "O") + " c1"},
      {"(;AB[aa][ba]AE[ba]AW[ba])", board("XO", "X")},
      {"(;AW[aa][ba]AE[aa]AB[aa])", board("XO", "X")},
      {"(;W[e3])", to_text(make_position(kStartBoard.own, kStartBoard.opp, Color::kWhite)) + " e3"},
      {"(;B[f5]PL[B];W[d6])", "f5 d6"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(summary(c.text) == c.want);
  }
}

// `gogui-twogtp -black "sumi gtp ..." -white "sumi gtp ..." -size 6 -sgffile` of GoGui 1.6.0, with
// shorter commands. There is no GM, and row "a" is the bottom row.
constexpr std::string_view kTwoGtp = R"((;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6.0]SZ[6]
KM[6.5]PB[Sumi:0.1.0]PW[Sumi:0.1.0]DT[2026-11-23]RE[0]
C[Black command: sumi gtp --level 1 --seed 1
White command: sumi gtp --level 2 --variety 4 --seed 2
Black version: 0.1.0
White version: 0.1.0
Result[Black\]: 0
Result[White\]: 0
Host: vm (AMD EPYC)
Date: November 23, 2026 at 3:57:29 PM UTC]
;B[ce];W[bc];B[cb];W[ba];B[ca];W[da];B[ac];W[be];B[de];W[cf]
;B[bd];W[ec];B[af];W[ed];B[df];W[ef];B[db];W[bb];B[eb];W[fc]
;B[fa];W[fb];B[fe];W[fd];B[ea];W[ff];B[aa];W[bf];B[ee];W[ab]
;B[ad];W[ae];B[];W[])
)";

TEST_CASE("rows are counted from the bottom in GoGui's SGF", "[sgf]") {
  const Result<GameRecord> game = parse_sgf(kTwoGtp);
  REQUIRE(game);
  CHECK(to_transcript(*game) == "c2b4c5b6c6d6a4b2d2c1b3e4a1e3d1e1d5b5e5f4f6f5f2f3e6f1a6b1e2a5a3a2");
  CHECK(game->replay().over());
  CHECK(game->replay().black_score().discs == 0);
  CHECK(game->black == "Sumi:0.1.0");
  CHECK(game->comment.find("Result[White]: 0") != std::string::npos);
  // We count rows from the top.
  CHECK(parse_sgf(to_sgf(*game))->moves == game->moves);
}

TEST_CASE("legal moves and the program show whether an SGF game counts rows from the bottom",
          "[sgf]") {
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {"(;B[df];W[cf];B[bf])", "d3 c3 b3"},  // only the moves decide
      {"(;B[fd];W[fe];B[ff])", "f5 f4 f3"},
      {"(;B[fe];W[fd];B[fc])", "f5 f4 f3"},
      {"(;AP[GoGui:1.6.0];B[df];W[c3])", "d3 c3"},  // the digit is the rank
      {"(;AP[GoGui:1.6.0];B[dc];W[cc])", "d3 c3"},  // moves outweigh the program
      // The standard start with rows from the bottom.
      {"(;SZ[8]AB[ee][dd]AW[de][ed]PL[B];B[df];W[cf])", "d3 c3"},
      {"(;GM[2]SZ[8]AB[ee][dd]AW[de][ed]PL[B];B[df])",  // a different start in Quarry
       to_text(make_position(kStartBoard.opp, kStartBoard.own, Color::kBlack)) + " d6"},
      {"(;AP[GoGui:1.6.0]AB[ah]AW[bh];B[ch])", board("XO", "X") + " c1"},
      {"(;AP[gogui-twogtp:1.6.0]AB[ah][ag]AW[bh:ch];B[dh])",
       "XOO-----X" + std::string(55, '-') + " X d1"},
      {"(;AP[Cgoban:3]AB[aa]AW[ba];B[ca])", board("XO", "X") + " c1"},
      {"(;AP[GoGui:1.6.0]AB[ah]AW[bh]PL[W])", board("XO", "O")},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(summary(c.text) == c.want);
  }
  // The error is that of the row order with more legal moves.
  CHECK_THAT(summary("(;B[df];W[cf];B[aa])"), Catch::Matchers::Contains("at move 3"));
  CHECK_THAT(summary("(;B[dc];W[cc];B[aa])"), Catch::Matchers::Contains("at move 3"));
}

TEST_CASE("property names may contain lower-case letters, as in old files", "[sgf]") {
  CHECK(summary("(;GaMe[2]Black[f5];White[d6])") == "f5 d6");
}

TEST_CASE("passes after the end of a game are kept", "[sgf]") {
  CHECK(summary("(;B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5];W[];B[])") ==
        "e6 f4 e3 f6 g5 d6 e7 f5 c5 pass pass");
}

TEST_CASE("errors in SGF name the property or move at fault", "[sgf]") {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"", "sgf: '' has no game, (; ... )"},
      {"f5d6c3", "sgf: 'f5d6c3' has no game"},
      {"( (", "sgf: '( (' has no game"},
      {"(;GM[1]B[qd])", "sgf: game '1' is not Othello, GM[2]"},
      {"(;GM[2]SZ[19])", "sgf: board size '19' is not 4, 6 or 8"},
      {"(;SZ[])", "sgf: board size '' is not 4, 6 or 8"},
      {"(;B[f5]", "sgf: the text ends inside the game, ')' is missing"},
      {"(;B[f5", "sgf: '[f5' has no ]"},
      {"(;B[f5\\", "sgf: '[f5\\' has no ]"},
      {"(;B;W[f5])", "sgf: 'B;W[f5])' has no value, NAME[value]"},
      {"(;[f5])", "sgf: '[f5])' is not a property, NAME[value]"},
      {"(;B[f5]\xFF)", "sgf: '\\xFF)' is not a property"},
      {"(;B[zz])", "sgf: 'zz' is not a move (dc, d3 or empty)"},
      {"(;B[f5];W[qd])", "sgf: 'qd' is not a move"},
      {"(;B[f5];W[f5])", "illegal move: 'f5' for white (legal: f4 d6 f6) at move 2"},
      {"(;B[f5];B[d6])", "illegal move: 'd6' for black (white is to move) at move 2"},
      {"(;PL[B];W[e3])", "illegal move: 'e3' for white (black is to move) at move 1"},
      {"(;AB[aa]AW[ba]PL[W];W[];B[a1])", "illegal move: 'a1' for black (legal: c1) at move 1"},
      {"(;B[])", "illegal move: 'pass' for black"},
      {"(;PL[green])", "sgf: PL: color: 'green'"},
      {"(;AB[aa]AW[aa])", "sgf: AW: 'aa' is both black and white"},
      {"(;AB[aa:])", "sgf: AB: 'aa:' is not a square"},
      {"(;AB[])", "sgf: AB: '' is not a square (dc or d3)"},
      {"(;B[f5];AW[aa])", "sgf: AW: 'aa' after a move is not supported"},
      {std::string(2'000'000, ' '), "sgf: no game in the first 1048576 bytes"},
      {"(;C[" + std::string(2'000'000, 'x') + "])", "sgf: no game in the first 1048576 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(summary(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("SGF games on small boards are read and written", "[sgf]") {
  const auto game = [](std::string_view text) {
    const GameRecord record = parse_sgf(text).value();
    std::string out = to_text(record.start);
    for (const Square s : record.moves) out += " " + to_text(s, record.start.size);
    return out;
  };
  const std::string four = to_text(start_position(4)), six = to_text(start_position(6));
  CHECK(game("(;GM[2]SZ[4])") == four);
  CHECK(game("(;GM[2]SZ[4];B[ba];W[aa])") == four + " b1 a1");
  CHECK(game("(;GM[2]SZ[6];B[c2];W[bb])") == six + " c2 b2");
  CHECK(game("(;SZ[4]AB[aa]AW[ba:ca];B[da])") == "XOO------------- X d1");
  CHECK(game("(;PL[W]SZ[6]AW[ff]AB[ef])") == std::string(34, '-') + "XO O");
  CHECK(game("(;SZ[8]SZ[8];B[f5])") == to_text(Position{}) + " f5");

  CHECK_THAT(summary("(;SZ[6];B[ga])"), Catch::EndsWith("'ga' is not a move (dc, d3 or empty)"));
  CHECK_THAT(summary("(;SZ[4];B[e5])"), Catch::EndsWith("'e5' is not a move (dc, d3 or empty)"));
  CHECK_THAT(summary("(;SZ[4]AB[ee])"), Catch::EndsWith("AB: 'ee' is not a square (dc or d3)"));
  CHECK_THAT(summary("(;SZ[4];B[aa])"),
             Catch::EndsWith("'a1' for black (legal: b1 a2 d3 c4) at move 1"));
  for (const char* late : {"(;AB[aa]SZ[6])", "(;AE[aa]SZ[6])", "(;B[f5];SZ[6])"}) {
    CAPTURE(late);
    CHECK(summary(late) == "error: sgf: SZ: '6' after squares is not supported");
  }
}

TEST_CASE("deeply nested SGF and files of many games are read", "[sgf]") {
  std::string nested;
  for (int i = 0; i < 300'000; ++i) nested += "(;";
  CHECK(summary(nested + "B[f5])") == "f5");
  std::string many;
  while (many.size() < 5'000'000) many += kQuarry;
  CHECK(summary(many) == "f5 f4 f3 d6");
}

TEST_CASE("no text crashes the SGF reader", "[sgf]") {
  test::check_bad_input([](std::string_view text) { return parse_sgf(text); },
                        {kQuarry, kEdax, "(;AB[aa:ba]AW[ca]PL[W](;W[PA];B[da])(;B[]))"},
                        "(;)[]\\:BWAGMSZPL28abcdefgh\n ");
  SplitMix64 random(5);
  int readable = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = i % 2 == 0 ? kQuarry : kEdax;
    text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
        static_cast<char>(random.next());
    const Result<GameRecord> game = parse_sgf(text);
    if (!game) continue;
    ++readable;
    CAPTURE(text);
    const Result<GameRecord> again = parse_sgf(to_sgf(*game));
    REQUIRE(again);
    REQUIRE(again->moves == game->moves);
    REQUIRE(to_sgf(*again) == to_sgf(*game));
  }
  CHECK(readable > 700);
}
