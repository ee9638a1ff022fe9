// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

using namespace sumi;

namespace {

/// After 1. f5, White to move.
const std::string kF5 = "---------------------------OX------XXX-------------------------- O";

Position after_f5() { return make_position(0x0000003810000000, 0x0000000008000000, Color::kWhite); }

const std::string kDashes(64, '-');

struct Form {
  std::string_view name, text;
};

const Form kForms[] = {
    {"Edax", "---------------------------OX------XXX-------------------------- O"},
    {"no blank", "---------------------------OX------XXX--------------------------O"},
    {"OBF", "---------------------------OX------XXX-------------------------- O;"},
    {"comment", "---------------------------OX------XXX-------------------------- O % after 1. f5"},
    {"Zebra", "...........................0*......***.......................... 0"},
    {"GRhino", "___________________________O@______@@@__________________________ white"},
    {"letters", "---------------------------wb------bbb-------------------------- w"},
    {"small", "...........................ox......xxx.......................... o"},
    {"FFO .pos", "---------------------------OX------XXX--------------------------\r\nWhite\r\n"},
    {"phrase", "---------------------------OX------XXX-------------------------- O to move"},
    {"byte order mark",
     "\xEF\xBB\xBF---------------------------OX------XXX-------------------------- O"},
    {"rows", "-------- -------- -------- ---OX--- ---XXX-- -------- -------- -------- O"},
    {"slashes", "--------/--------/--------/---OX---/---XXX--/--------/--------/-------- O"},
    {"quotes", "\"---------------------------OX------XXX-------------------------- O\""},
    {"GGS", "[8 -------- -------- -------- ---O*--- ---***-- -------- -------- -------- O]"},
    {"GGF", "BO[8 ---------------------------O*------***-------------------------- O]"},
    {"GGF, glued", "BO[8---------------------------O*------***--------------------------O]"},
    {"comment in front",
     "% after 1. f5\n---------------------------OX------XXX-------------------------- O"},
    {"diagram", R"(
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . . . . . .
    4 . . . O X . . .
    5 . . . X X X . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    O to move)"},
    {"diagram, labels at the right",
     "- - - - - - - - 1\n- - - - - - - - 2\n- - - - - - - - 3\n- - - O X - - - 4\n"
     "- - - X X X - - 5\n- - - - - - - - 6\n- - - - - - - - 7\n- - - - - - - - 8\n"
     "A B C D E F G H\nWhite"},
    {"GGS diagram",
     "|   A B C D E F G H  \n| 1 - - - - - - - - 1\n| 2 - - - - - - - - 2\n"
     "| 3 - - - - - - - - 3\n| 4 - - - O * - - - 4\n| 5 - - - * * * - - 5\n"
     "| 6 - - - - - - - - 6\n| 7 - - - - - - - - 7\n| 8 - - - - - - - - 8\n"
     "|   A B C D E F G H  \nO to move"},
    {"diagram on one line",
     "A B C D E F G H 1--------12--------23--------34---OX---45---XXX--56--------67--------7"
     "8--------8 O"},
    {"diagram without blanks",
     " ABCDEFGH\n1--------1\n2--------2\n3--------3\n4---OX---4\n5---XXX--5\n6--------6\n"
     "7--------7\n8--------8\n ABCDEFGH\nO"},
};

std::string error_of(const std::string& text) {
  const Result<Position> position = parse_position(text);
  return position ? "" : position.error().message;
}

}  // namespace

TEST_CASE("squares survive writing and reading", "[notation]") {
  for (int i = 0; i <= 64; ++i) {
    const Square s = static_cast<Square>(i);
    CHECK(parse_square(to_text(s)).value() == s);
  }
  CHECK(to_text(Square::kA1) == "a1");
  CHECK(to_text(Square::kH8) == "h8");
  CHECK(parse_square("B1").value() == static_cast<Square>(1));
  CHECK(parse_square("a2").value() == static_cast<Square>(8));
  for (const char* pass : {"pass", "PASS", "pa", "PS", "--", "0000", "@@@@", "Null"}) {
    CHECK(parse_square(pass).value() == Square::kPass);
  }
  for (const char* bad :
       {"", "a", "a0", "a9", "i1", "`1", "@1", "1a", "d3 ", " d3", "d33", "-", "---", "passe",
        "\xE1"
        "1"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_square(bad));
  }
  CHECK(parse_square("z9").error().message == "square: 'z9' is not a1..h8 or pass");
}

TEST_CASE("colours survive writing and reading", "[notation]") {
  for (const char* black : {"b", "B", "black", "BLACK", "x", "X", "*"}) {
    CHECK(parse_color(black).value() == Color::kBlack);
  }
  for (const char* white : {"w", "W", "white", "White", "o", "O", "0"}) {
    CHECK(parse_color(white).value() == Color::kWhite);
  }
  for (const char* bad : {"", "bl", "blacks", "-", "1", "b "}) CHECK_FALSE(parse_color(bad));
  CHECK(to_text(Color::kBlack) == "black");
  CHECK(to_text(Color::kWhite) == "white");
  CHECK(parse_color("red").error().message ==
        "color: 'red' is not black (b, x, *) or white (w, o, 0)");
}

TEST_CASE("a position has one canonical text", "[notation]") {
  CHECK(to_text(Position{}) ==
        "---------------------------OX------XO--------------------------- X");
  CHECK(to_text(after_f5()) == kF5);
  CHECK(diagram(after_f5()) ==
        "  A B C D E F G H  \n"
        "1 . . . . . . . . 1\n"
        "2 . . . . . . . . 2\n"
        "3 . . . . . . . . 3\n"
        "4 . . . O X . . . 4\n"
        "5 . . . X X X . . 5\n"
        "6 . . . . . . . . 6\n"
        "7 . . . . . . . . 7\n"
        "8 . . . . . . . . 8\n"
        "  A B C D E F G H  ");
}

TEST_CASE("positions are read in all known forms", "[notation]") {
  for (const Form& form : kForms) {
    CAPTURE(form.name, error_of(std::string(form.text)));
    const Result<Position> position = parse_position(form.text);
    REQUIRE(position);
    CHECK(to_text(*position) == kF5);
  }
}

TEST_CASE("a FEN is accepted wherever a position is", "[notation]") {
  const std::string white = to_text(Position{}.passed());
  struct Case {
    std::string text, want;
  };
  const Case cases[] = {
      {"8/8/8/3ox3/3xo3/8/8/8 x", to_text(Position{})},
      {" 8/8/8/3OX3/3XO3/8/8/8 o\n", white},
      {"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", to_text(Position{})},  // Edax's
      {"8/8/8/3pP3/3Pp3/8/8/8 w % the start", white},
      {"4/1ox1/1xo1/4 x", to_text(start_position(4))},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const Result<Position> position = parse_position(c.text);
    REQUIRE(position);
    CHECK(to_text(*position) == c.want);
  }
  CHECK(parse_game("8/8/8/3ox3/3xo3/8/8/8 x f5d6")->moves.size() == 2);
  CHECK(parse_game("8/8/8/3ox3/3xo3/8/8/8 x f5d6")->start == Position{});
  CHECK_THAT(parse_position("8/8/8/3ox3/3xo3/8/8/7 x").error().message,
             Catch::Contains("has 7 squares, not 8"));
  CHECK_THAT(parse_position("8/8/8/3ox3/3xo3/8/8/8").error().message,
             Catch::Contains("does not say who is to move"));
  CHECK_THAT(parse_position("8/8/8/3ox3/3xo3/8/8/8 x f5").error().message,
             Catch::Contains("'f5' after the squares"));
}

TEST_CASE("without a side, Black is to move", "[notation]") {
  CHECK(parse_position(kF5.substr(0, 64)).value() ==
        make_position(0x0000003810000000, 0x0000000008000000, Color::kBlack));
  for (const char* side :
       {"", " X", " x", " *", " @", " B", " black", "\nBlack", "X;", ";", " ]"}) {
    CAPTURE(side);
    CHECK(parse_position(kDashes + side).value() == make_position(0, 0, Color::kBlack));
  }
  for (const char* side : {"O", " 0", " w", " WHITE", " o;", " O to play", " White to move % so"}) {
    CAPTURE(side);
    CHECK(parse_position(kDashes + side).value() == make_position(0, 0, Color::kWhite));
  }
}

TEST_CASE("the start position has names", "[notation]") {
  for (const char* text : {"start", "startpos", " StartPos\n", "start X"}) {
    CAPTURE(text);
    CHECK(parse_position(text).value() == Position{});
  }
  CHECK(parse_position("startpos white").value().to_move == Color::kWhite);
  CHECK_FALSE(parse_position("starting"));
}

TEST_CASE("a digit 0 is a white disc, also at the start of a row", "[notation]") {
  std::string rows, labelled;
  for (int rank = 1; rank <= 8; ++rank) {
    rows += "0.......\n";
    labelled += std::to_string(rank) + "0......." + std::to_string(rank) + "\n";
  }
  const Position want = make_position(0, 0x0101010101010101, Color::kBlack);
  CHECK(parse_position(rows).value() == want);
  CHECK(parse_position(labelled).value() == want);
}

TEST_CASE("every position is read back from its text and its diagram", "[notation]") {
  SplitMix64 random(64);
  for (int i = 0; i < 500; ++i) {
    const Bitboard discs = random.next() | random.next(), side = random.next();
    const Color color = random.below(2) == 0 ? Color::kBlack : Color::kWhite;
    const Position p = make_position(discs & side, discs & ~side, color);
    REQUIRE(parse_position(to_text(p)).value() == p);
    REQUIRE(parse_position(diagram(p) + "\n" + std::string(to_text(color))).value() == p);
    REQUIRE(parse_position(diagram(p)).value().discs(Color::kBlack) == p.discs(Color::kBlack));
  }
}

TEST_CASE("errors in positions name the fault", "[notation]") {
  const std::string head(30, '-');
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"", "'' has 0 squares, need 64 (36, 16) of X O - and the side (X or O)"},
      {"  \n", "'' has 0 squares"},
      {"X--O", "'X--O' has 4 squares, need 64"},
      {kDashes.substr(1), "has 63 squares, need 64"},
      {kDashes.substr(1) + " X", "has 63 squares"},
      {kDashes.substr(1) + " X;", "has 63 squares"},
      {kDashes.substr(2) + " O", "has 62 squares"},
      {kDashes.substr(1) + " white", "has 63 squares, need 64"},
      {kDashes + "-", "has 65 squares"},
      {kDashes + "XO X", "has 66 squares"},
      {kDashes + "X--", "has 67 squares"},
      {kDashes + kDashes, "has 128 squares"},
      {head + "q" + head, "has 30 squares before 'q---"},
      {"[10 " + std::string(100, '-') + " *]", "board size '10' is not 4, 6 or 8"},
      {"BO[5 " + std::string(25, '-') + " *]", "board size '5' is not 4, 6 or 8"},
      {"BO[99999999999 " + kDashes, "board size '99999999999' is not 4, 6 or 8"},
      {"14 " + kDashes, "board size '14' is not 4, 6 or 8"},
      {"8 --------\n7 --------", "has 8 squares before '7 -"},
      {"1 --------\n3 --------", "has 8 squares before '3 -"},
      {"1 1 --------", "has 0 squares before '1 -"},
      {kDashes + " X f5", "'f5' after the squares is not a side"},
      {kDashes + " z", "'z' after the squares is not a side"},
      {kDashes + " X O", "'O' after the squares"},
      {kDashes + " b3", "'b3' after the squares"},
      {std::string("---\0---", 7), "has 3 squares before '\\x00---'"},
      {"\xFF\xFE", "'\\xFF\\xFE' has 0 squares"},
      {std::string(70'000, ' '), "is longer than 65536 bytes"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text.substr(0, 100));
    CHECK_THAT(error_of(c.text), Catch::StartsWith("position: ") && Catch::Contains(c.part));
  }
}

TEST_CASE("a position may begin a longer text", "[notation]") {
  const auto rest = [](const std::string& text) {
    const auto leading = parse_leading_position(text);
    REQUIRE(leading);
    return *leading ? text.substr((*leading)->end) : "none";
  };
  CHECK(rest(kF5 + " d6c3") == " d6c3");
  CHECK(rest(kDashes + "\n1. b3 w") == "1. b3 w");
  CHECK(rest(kDashes + " b3") == "b3");
  CHECK(rest(kDashes + " X -- b3") == " -- b3");
  CHECK(rest("startpos b3") == "b3");
  for (const char* moves : {"", "f5d6", "1. F5 f4", "-- b4", "8. f5", "37-27", "B+12", "xyz"}) {
    CAPTURE(moves);
    CHECK(rest(moves) == "none");
  }
  CHECK_FALSE(parse_leading_position("X--O----X--O f5"));
  CHECK_FALSE(parse_leading_position("[10 " + std::string(100, '-') + " *] f5"));
}

namespace {

const std::string kSmallB1 = "-X---XX--XO----- O";

const Form kSmallForms[] = {
    {"one line", "-X---XX--XO----- O"},
    {"no blank", "-X---XX--XO-----O"},
    {"rows", "-X-- -XX- -XO- ---- O"},
    {"lines", "-X--\n-XX-\n-XO-\n----\nO"},
    {"slashes", "-X--/-XX-/-XO-/---- white"},
    {"blanks", "- X - -\n- X X -\n- X O -\n- - - -\nO"},
    {"letters", "-b---bb--bw----- w"},
    {"OBF", "-X---XX--XO----- O;"},
    {"comment", "-X---XX--XO----- O % b1"},
    {"phrase", "-X---XX--XO----- White to move"},
    {"GGS", "[4 -*-- -**- -*O- ---- O]"},
    {"GGF", "BO[4 -*---**--*O----- O]"},
    {"GGF, glued", "BO[4-*---**--*O-----O]"},
    {"diagram", "  A B C D\n1 . X . . 1\n2 . X X . 2\n3 . X O . 3\n4 . . . . 4\n  A B C D\nO"},
    {"labels in front", "  a b c d\n1 . X . .\n2 . X X .\n3 . X O .\n4 . . . .\nO"},
    {"labels behind", ". X . . 1\n. X X . 2\n. X O . 3\n. . . . 4\na b c d\nO"},
    {"glued", " abcd\n1.X..\n2.XX.\n3.XO.\n4....\nO"},
};

std::string dashes(int count) { return std::string(static_cast<std::size_t>(count), '-'); }

}  // namespace

TEST_CASE("small boards have square names of their own", "[notation]") {
  struct Case {
    int size;
    std::string first, last, outside, range;
  };
  const Case cases[] = {{4, "c3", "f6", "e1", "a1..d4"}, {6, "b2", "g7", "g1", "a1..f6"}};
  for (const Case& c : cases) {
    CAPTURE(c.size);
    CHECK(parse_square("a1", c.size).value() == parse_square(c.first).value());
    CHECK(to_text(parse_square(c.last).value(), c.size) == c.range.substr(4));
    for (Bitboard left = squares_of(c.size); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      CHECK(parse_square(to_text(s, c.size), c.size).value() == s);
    }
    const std::string range = c.range;
    CHECK(square_range(c.size) == range);
    for (const std::string& bad :
         {c.outside, std::string("a9"), std::string("h8"), std::string("`1")}) {
      const Result<Square> square = parse_square(bad, c.size);
      REQUIRE_FALSE(square);
      CHECK_THAT(square.error().message, Catch::EndsWith("is not " + range + " or pass"));
    }
    CHECK(parse_square("PA", c.size).value() == Square::kPass);
    CHECK(to_text(Square::kPass, c.size) == "pass");
  }
  CHECK(parse_square("e5", 4).error().message == "square: 'e5' is not a1..d4 or pass");
}

TEST_CASE("a small position has one canonical text", "[notation]") {
  const Position p = parse_position(kSmallB1).value();
  CHECK(p.size == 4);
  CHECK(p.to_move == Color::kWhite);
  CHECK(p.discs(Color::kWhite) == bit(parse_square("e5").value()));
  CHECK(to_text(p) == kSmallB1);
  CHECK(diagram(p) ==
        "  A B C D  \n"
        "1 . X . . 1\n"
        "2 . X X . 2\n"
        "3 . X O . 3\n"
        "4 . . . . 4\n"
        "  A B C D  ");
  CHECK(to_text(start_position(6)) == "--------------OX----XO-------------- X");
  CHECK(diagram(start_position(6)) ==
        "  A B C D E F  \n"
        "1 . . . . . . 1\n"
        "2 . . . . . . 2\n"
        "3 . . O X . . 3\n"
        "4 . . X O . . 4\n"
        "5 . . . . . . 5\n"
        "6 . . . . . . 6\n"
        "  A B C D E F  ");
}

TEST_CASE("small positions are read in all known forms", "[notation]") {
  for (const Form& form : kSmallForms) {
    CAPTURE(form.name, error_of(std::string(form.text)));
    const Result<Position> position = parse_position(form.text);
    REQUIRE(position);
    CHECK(to_text(*position) == kSmallB1);
  }
  CHECK(parse_position("start", 6).value() == start_position(6));
  CHECK(parse_position("startpos white", 4).value() ==
        make_position(kStartBoard.own, kStartBoard.opp, Color::kWhite, 4));
}

TEST_CASE("every small position is read back from its text and its diagram", "[notation]") {
  SplitMix64 random(46);
  for (const int size : {4, 6}) {
    for (int i = 0; i < 500; ++i) {
      const Bitboard discs = (random.next() | random.next()) & squares_of(size);
      const Bitboard side = random.next();
      const Color color = random.below(2) == 0 ? Color::kBlack : Color::kWhite;
      const Position p = make_position(discs & side, discs & ~side, color, size);
      const std::string text = to_text(p);
      CAPTURE(text);
      REQUIRE(parse_position(text).value() == p);
      REQUIRE(parse_position(text.substr(0, text.size() - 2)).value().size == size);
      REQUIRE(parse_position(diagram(p) + "\n" + std::string(to_text(color))).value() == p);
      REQUIRE(parse_position(diagram(p)).value().discs(Color::kBlack) == p.discs(Color::kBlack));
      std::string spread;
      for (const char c : text) spread += {c, ' '};
      REQUIRE(parse_position(spread).value() == p);
      const auto leading = parse_leading_position(text + " b1 -- 12-4");
      REQUIRE(leading.value());
      REQUIRE((*leading)->position == p);
      REQUIRE((*leading)->end == text.size());
      REQUIRE(parse_leading_position(text + " -- b1").value()->end == text.size());
    }
  }
}

TEST_CASE("a wrong number of squares is an error, not a smaller board", "[notation]") {
  struct Case {
    std::string text, part;
  };
  const std::string need = " squares, need 64 (36, 16) of X O - and the side (X or O)";
  const Case cases[] = {
      {dashes(15), "has 15" + need},
      {dashes(15) + " X", "has 15" + need},
      {dashes(14) + "X", "has 15" + need},
      {dashes(17), "has 17" + need},
      {dashes(17) + " X", "has 17" + need},
      {dashes(25) + " O", "has 25" + need},
      {dashes(35) + " X", "has 35" + need},
      {dashes(37) + " X", "has 37" + need},
      {dashes(37), "has 37" + need},
      {dashes(63) + " O", "has 63" + need},
      {dashes(65) + " X", "has 65" + need},
      {"BO[6 " + dashes(35) + " *]", "has 35 squares, need 36 of X O -"},
      {"BO[6 " + dashes(64) + " *]", "has 64 squares, need 36 of X O -"},
      {"BO[8 " + dashes(36) + " *]", "need 64 of X O -"},
      {"1 ------ 2 ------ 3 ------", "has 18 squares"},
      {"1 --------\n2 --------", "has 16 squares, need 64"},
      {"a b c d e f g h\n1 ----", "has 4 squares"},
      {dashes(16) + " X f5", "'f5' after the squares is not a side"},
      {dashes(36) + " X O", "'O' after the squares"},
      {dashes(16) + " z", "'z' after the squares is not a side"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK_THAT(error_of(c.text), Catch::StartsWith("position: ") && Catch::Contains(c.part));
  }
  std::string spread;
  for (int i = 0; i < 63; ++i) spread += i >= 36 ? "X " : "- ";
  CHECK_THAT(error_of(spread), Catch::Contains("has 63 squares"));
  CHECK_FALSE(parse_leading_position(spread));
}

TEST_CASE("no text crashes the readers of positions and squares", "[notation]") {
  std::vector<std::string> samples{diagram(after_f5()) + "\nO to move", "startpos",
                                   diagram(start_position(6)) + "\nX", kSmallB1 + " c1a1",
                                   "BO[6 " + dashes(36) + " *]"};
  const auto position = [](std::string_view text) { return parse_position(text); };
  const auto leading = [](std::string_view text) { return parse_leading_position(text); };
  const auto square = [](std::string_view text) { return parse_square(text); };
  for (const Form& form : kForms) samples.emplace_back(form.text);
  test::check_bad_input(position, samples, "-.XxOo*0Bb18 aAhH%\n|[];/");
  test::check_bad_input(leading, samples, "-.XxOo*0Bb18 aAhH%\n|[];/");
  test::check_bad_input(square, {"d3", "pass"}, "ahpsPS-0@18");
  test::check_bad_input(parse_color, {"black", "white"}, "blackwhiteXO*0");
}
