// SPDX-License-Identifier: MIT
/// GGF from GGS, NBoard and other programs, and malformed GGF.
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;

namespace {

const std::string kNBoard =
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5/1.00/0.1]W[F6//31.7]B[E6]W[D6/-2.5];)";

const std::string kGgs =
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[alice]PW[bob]RB[2197.01]RW[2199.72]"
    "TI[05:00//02:00]TY[8]RE[-12.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- "
    "-------- -------- *]\nB[d3//0.01]W[c5/1.49/12,5]\n B[e6];)";

/// After these moves Black must pass.
const std::string kToPass = "B[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]";

/// The start, unless standard, and the moves with their notes.
std::string summary(std::string_view text) {
  const Result<GameRecord> game = parse_ggf(text);
  if (!game) return "error: " + game.error().message;
  std::string out = game->start == Position{} ? "" : to_text(game->start);
  for (std::size_t i = 0; i < game->moves.size(); ++i) {
    out += (out.empty() ? "" : " ") + to_text(game->moves[i], game->start.size);
    if (game->notes.empty()) continue;
    const MoveNote& note = game->notes.at(i);
    if (note.discs) out += fmt::format("={}", *note.discs);
    if (note.seconds) out += fmt::format("@{}", *note.seconds);
  }
  return out;
}

}  // namespace

TEST_CASE("GGF's opening bracket may contain whitespace", "[ggf]") {
  CHECK(parse_ggf("(\n;GM[Othello]TY[8]B[F5];)").value().moves.size() == 1);
}

TEST_CASE("GGF of anti-Othello is refused, and the error names it", "[ggf]") {
  for (const char* const type : {"8a", "8ka", "s8ra", "8A"}) {
    CHECK(summary(fmt::format("(;GM[Othello]TY[{}]B[F5];)", type)) ==
          fmt::format("error: ggf: TY: '{}' is anti-Othello, where fewer discs win; Othello is 8",
                      type));
  }
  CHECK(summary(kNBoard.substr(0, kNBoard.find("TY[8]")) + "TY[8a]" +
                kNBoard.substr(kNBoard.find("BO["))) ==
        "error: ggf: TY: '8a' is anti-Othello, where fewer discs win; Othello is 8");
}

TEST_CASE("GGF's komi is subtracted from the score", "[ggf]") {
  const std::string wipe_out = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)";
  const GameRecord game = parse_ggf("(;GM[Othello]TY[8k]KM[+6.5]" + wipe_out).value();
  CHECK_THAT(to_ggf(game), Catch::Contains("RE[+57.500]"));
  CHECK_THAT(to_ggf(parse_ggf("(;GM[Othello]TY[8]KM[+6.5]" + wipe_out).value()),
             Catch::Contains("RE[+64.000]"));
}

TEST_CASE("GGF's tags become fields of the record", "[ggf]") {
  const GameRecord nboard = parse_ggf(kNBoard).value();
  CHECK(nboard.place == "NBoard");
  CHECK(nboard.date == "2014-02-21 20:52:27 GMT");
  CHECK(nboard.black == "./mEdax");
  CHECK(nboard.white == "chris");
  CHECK(nboard.result == "?");
  CHECK(nboard.black_clock == "15:00");
  CHECK(nboard.white_clock == "15:00");
  CHECK(nboard.black_rating.empty());

  const GameRecord ggs = parse_ggf(kGgs).value();
  CHECK(ggs.result == "-12.000:r");
  CHECK(ggs.black_rating == "2197.01");
  CHECK(ggs.white_rating == "2199.72");
  CHECK(ggs.start == Position{});

  const GameRecord clocks =
      parse_ggf("(;TB[1:00]TW[2:00/0:01]CO[ so it\nwent\\ ]PB[C:\\e\\];)").value();
  CHECK(clocks.black_clock == "1:00");
  CHECK(clocks.white_clock == "2:00/0:01");
  CHECK(clocks.comment == "so it\nwent\\");
  CHECK(clocks.black == "C:\\e\\");
}

TEST_CASE("GGF games are read in all known forms", "[ggf]") {
  const std::string passing = "d3 c3 b3 b2 f5 a3 a1 c1 pass e3";
  const std::string six(6, '-');
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {kNBoard, "f5=1@0.1 f6@31.7 e6 d6=-2.5"},
      {kGgs, "d3@0.01 c5=1.49@12.5 e6"},
      {"2 (;B[f5];)(;B[e6];)", "f5"},
      {"(;)", ""},
      {"(;;)", ""},
      {"(;B[f5])", "f5"},
      {"hello\r\n1 (;GM[othello]TY[8]B[f5];)", "f5"},
      {"(;b[F5]w[d6];)", "f5 d6"},
      {"(;ZZ[x;)]Abc[]KB[f5/2]KW[d3]KM[+2.00]B[f5];)", "f5"},
      {"(; B [ f5 ]\n;W[ d6 / 1 / 2 ] ;)", "f5 d6=1@2"},
      {"(;B[f5x]W[d6ab/3];)", "f5 d6=3"},
      {"(;B[F5/+1,25/0,5];)", "f5=1.25@0.5"},
      {"(;B[F5/]W[d6//];)", "f5 d6"},
      {"(;B[F5/?/n/a]W[d6/-nan/inf]B[C3/1e5/1];)", "f5 d6 c3@1"},
      {"(;" + kToPass + "B[PA]W[e3];)", passing},
      {"(;" + kToPass + "B[p]W[e3];)", passing},
      {"(;" + kToPass + "B[Pass//0.01]W[e3];)", "d3 c3 b3 b2 f5 a3 a1 c1 pass@0.01 e3"},
      {"(;" + kToPass + "B[--]W[e3];)", passing},
      {"(;" + kToPass + "W[e3/1];)", passing + "=1"},
      {"(;" + kToPass + "B[PA];)", "d3 c3 b3 b2 f5 a3 a1 c1 pass"},
      {"(;TY[s8]B[f5];)", "f5"},
      {"(;TY[s8r18k]BO[8 OX" + std::string(62, '-') + " O];)", "OX" + std::string(62, '-') + " O"},
      {"(;TY[6];)", to_text(start_position(6))},
      {"(;TY[4]B[b1];)", to_text(start_position(4)) + " b1"},
      {"(;BO[6 " + six + six + "--O*----*O--" + six + six + " *]B[c2];)",
       to_text(start_position(6)) + " c2"},
      {"(;TY[10]BO[8 OX" + std::string(62, '-') + " *];)", "OX" + std::string(62, '-') + " X"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(summary(c.text) == c.want);
  }
}

TEST_CASE("errors in GGF name the tag or move at fault", "[ggf]") {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"", "ggf: '' has no game, (; ... ;)"},
      {"(;GM[Go]B[f5];)", "ggf: game 'Go' is not Othello, GM[Othello]"},
      {"(;B[f5]", "ggf: the text ends inside the game, ';)' is missing"},
      {"(;B[f5];", "ggf: the text ends inside the game"},
      {"(;B[f5;)", "ggf: 'B[f5;)' has no ]"},
      {"(;B;)", "ggf: 'B;)' is not a tag, NAME[value]"},
      {"(;[f5];)", "ggf: '[f5];)' is not a tag"},
      {"(;B1[f5];)", "ggf: 'B1[f5];)' is not a tag"},
      {"(;B[i5];)", "ggf: 'i5' is not a move (F5, F5/eval/seconds or PA) at move 1"},
      {"(;B[f55];)", "ggf: 'f55' is not a move"},
      {"(;B[];)", "ggf: '' is not a move"},
      {"(;B[passe];)", "ggf: 'passe' is not a move"},
      {"(;B[f5]W[null];)", "ggf: 'null' is not a move (F5, F5/eval/seconds or PA) at move 2"},
      {"(;TY[4]B[e1];)", "ggf: 'e1' is not a move"},
      {"(;B[f5]W[f5/1];)", "illegal move: 'f5' for white (legal: f4 d6 f6) at move 2"},
      {"(;B[f5]B[d6];)", "illegal move: 'd6' for black (white is to move) at move 2"},
      {"(;B[PA];)", "illegal move: 'pass' for black"},
      {"(;TY[10]B[f5];)", "ggf: TY: '10' is not a board of 8, 6 or 4"},
      {"(;TY[x];)", "ggf: TY: 'x' is not a board"},
      {"(;TY[8r18];)", "ggf: TY: '8r18' needs a start position, BO[...]"},
      {"(;BO[10 --- *];)", "ggf: BO: position: board size '10' is not 4, 6 or 8"},
      {"(;BO[8 ---O*--- *];)", "ggf: BO: position: '8 ---O*--- *' has 8 squares"},
      {"(;B[f5]BO[8 " + std::string(64, '-') + " *];)", "after a move is not supported"},
      {std::string(2'000'000, ' '), "ggf: no game in the first 1048576 bytes"},
      {"(;CO[" + std::string(2'000'000, 'x') + "];)", "ggf: no game in the first 1048576 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(summary(c.text), Catch::StartsWith("error: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("GGF is written as NBoard writes it", "[ggf]") {
  CHECK(to_ggf(parse_ggf(kNBoard).value()) ==
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[F5/1.00/0.1]W[F6//31.7]B[E6]W[D6/-2.50];)");
  CHECK(to_ggf(GameRecord{}) ==
        "(;GM[Othello]RE[?]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *];)");

  GameRecord record = parse_game("d3c3b3b2f5a3a1c1e3").value();
  record.black = "a[b]\nc";
  record.white_clock = "5:00";
  record.comment = "\x7F;)";
  const std::string ggf = to_ggf(record);
  CHECK_THAT(ggf, Catch::Contains("PB[a(b) c]XT[Black=a%5Bb%5D%0Ac]RE[?]TW[5:00]"));
  CHECK_THAT(ggf, Catch::Contains("CO[ ;)]XT[Comment=%7F;)]B[D3]"));
  CHECK_THAT(ggf, Catch::EndsWith("W[C1]B[PA]W[E3];)"));

  // Notes stay with their moves even if the record omits the pass.
  record.moves.erase(record.moves.end() - 2);
  record.notes.resize(9);
  record.notes.back().seconds = 0.25;
  CHECK_THAT(to_ggf(record), Catch::EndsWith("W[C1]B[PA]W[E3//0.25];)"));
}

TEST_CASE("GGF keeps tags that have no field and fields that have no standard tag", "[ggf]") {
  const std::string text =
      "(;GM[Othello]PB[a]RE[?]TY[s8r14]"
      "BO[8 ---------------------------O*------*O--------------------------- *]EV[Open]RO[2]"
      "RS[W+Resign]TS[-4/24]KM[+2.00]ZZ[z]XT[Annotator=you & me]B[F5/1.00]CM[good "
      "%5Bsic%5D]W[D6];)";
  const GameRecord record = parse_ggf(text).value();
  CHECK(record.event == "Open");
  CHECK(record.round == "2");
  CHECK(record.result == "W+Resign");
  CHECK(record.theoretical == TheoreticalScore{{-4}, 24});
  CHECK(record.notes.at(0) == MoveNote{1.0, {}, "good [sic]"});
  const std::vector<ExtraTag> extra = {
      {"TY", "s8r14"}, {"KM", "+2.00"}, {"ZZ", "z"}, {"Annotator", "you & me"}};
  CHECK(record.extra == extra);
  CHECK(to_ggf(record) == text);

  // A type that contradicts the board, tags of ours with other meanings, invalid codes.
  const GameRecord odd =
      parse_ggf("(;TY[6]BO[8 OX" + std::string(62, '-') + " *]TS[x]CM[y]XT[z]Abc[%5]XT[PB=]RE[];)")
          .value();
  const std::vector<ExtraTag> odd_extra = {
      {"TY", "6"}, {"TS", "x"}, {"CM", "y"}, {"XT", "z"}, {"ABC", "%5"}};
  CHECK(odd.extra == odd_extra);
  CHECK(parse_ggf(to_ggf(odd)).value().extra.size() == 5);
  CHECK(parse_ggf("(;PB[Ren\xE9];)").value().black == "Ren\xC3\xA9");
}

TEST_CASE("control characters are removed from tag names in GGF's XT", "[ggf]") {
  const GameRecord record = parse_ggf("(;TY[8]XT[White%00=a%5Bb]XT[%01Other=c];)").value();
  CHECK(record.white == "a[b");
  CHECK(record.extra == std::vector<ExtraTag>{{"Other", "c"}});
}

TEST_CASE("GGF keeps the decimals of an evaluation", "[ggf]") {
  const std::string moves = "B[F5/1.2345]W[D6/-0.50/0.123]B[C3/12.00];)";
  CHECK_THAT(to_ggf(parse_ggf("(;" + moves).value()), Catch::EndsWith(moves));
  CHECK(summary("(;B[F5/123456789012/1];)") == "f5@1");
}

TEST_CASE("results are written as GGF scores", "[ggf]") {
  const auto written = [](std::string_view moves, std::string result) {
    GameRecord record = parse_game(moves).value();
    record.result = std::move(result);
    const std::string text = to_ggf(record);
    const std::size_t begin = text.find("RE[");
    return text.substr(begin + 3, text.find(']', begin) - begin - 3);
  };
  CHECK(written("f5", "") == "?");
  CHECK(written("f5", "B+12") == "+12.000");
  CHECK(written("f5", "-64.00:t") == "-64.000:t");
  CHECK(written("f5", "W+Resign") == "?");
  CHECK(written("f5", "1-0") == "?");
  CHECK(written("e6f4e3f6g5d6e7f5c5", "1-0") == "+64.000");
  CHECK(written("e6f4e3f6g5d6e7f5c5", "") == "+64.000");  // a wipe-out
  CHECK(written("e6f4e3f6g5d6e7f5c5", "-0") == "+0.000");

  CHECK(result_score("B+12") == 12.0);
  CHECK(result_score(" w+4 ") == -4.0);
  CHECK(result_score("37-27") == 10.0);
  CHECK(result_score("0-64") == -64.0);
  CHECK(result_score("0") == 0.0);
  CHECK(result_score("-12") == -12.0);
  CHECK(result_score("+2,000:r") == 2.0);
  for (const char* none : {"", "?", "B+", "B+fault", "B-3", "W+-3", "x+3", "Draw", "1-", "-1-2",
                           "1+2", "nan", "+-3", "B++3"}) {
    CAPTURE(none);
    CHECK_FALSE(result_score(none));
  }
}

TEST_CASE("random games survive writing and reading as GGF", "[ggf]") {
  SplitMix64 random(7);
  for (int round = 0; round < 100; ++round) {
    const int sizes[] = {8, 6, 4};
    const int size = sizes[round % 3];
    GameRecord record;
    record.start = start_position(size);
    if (random.below(2) == 0) record.start = record.start.passed();
    Game game(record.start);
    const int length = random.below(70);
    while (!game.over() && static_cast<int>(game.moves().size()) < length) {
      const Bitboard legal = game.legal_moves();
      const Square s = legal != 0 ? test::random_square(random, legal) : Square::kPass;
      REQUIRE(game.play(s));
      record.moves.push_back(s);
      MoveNote note;
      if (random.below(3) > 0) note.discs = (random.below(12800) - 6400) / 100.0;
      if (random.below(3) > 0) note.seconds = random.below(100000) / 1000.0;
      record.notes.push_back(note);
    }
    if (std::ranges::count(record.notes, MoveNote{}) == std::ssize(record.notes)) {
      record.notes.clear();
    }
    record.black = "black";
    record.date = "2026-11-21";
    const GameRecord read = parse_ggf(to_ggf(record)).value();
    CAPTURE(to_ggf(record));
    CHECK(read.start == record.start);
    CHECK(read.moves == record.moves);
    CHECK(read.notes == record.notes);
    CHECK(read.black == "black");
    CHECK(to_ggf(read) == to_ggf(record));
  }
}

TEST_CASE("malformed GGF neither crashes nor hangs", "[ggf]") {
  test::check_bad_input([](std::string_view text) { return parse_ggf(text); },
                        {kNBoard, kGgs, "(;" + kToPass + "B[PA]W[e3];)", "(;TY[s8r18]B[f5]"},
                        "BWbw[](;)/-+.,PA583dfOT ");
  SplitMix64 random(3);
  int readable = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = kGgs;
    text[random.below(static_cast<int>(text.size()))] = static_cast<char>(random.next());
    const Result<GameRecord> record = parse_ggf(text);
    if (!record) continue;
    ++readable;
    const Result<GameRecord> again = parse_ggf(to_ggf(*record));
    REQUIRE(again);
    CHECK(again->moves == record->moves);
    CHECK(to_ggf(*again) == to_ggf(*record));
  }
  CHECK(readable > 1000);
}
