// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/board_picture.h"
#include "tests/support/markup.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

namespace {

SquareLabel label(std::string_view square, const std::string& text,
                  LabelTone tone = LabelTone::kPlain) {
  return {parse_square(square).value(), text, tone};
}

/// Relative luminance of "#rrggbb" (WCAG).
double luminance(std::string_view color) {
  const auto part = [&](std::size_t at) {
    const double c = std::stoi(std::string(color.substr(at, 2)), nullptr, 16) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

double contrast(std::string_view a, std::string_view b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// The colour of the text, six hex digits.
std::string ink_of(const std::string& svg, const std::string& text) {
  const std::size_t end = svg.find(">" + text + "</text>");
  if (end == svg.npos) return "";
  const std::string color = svg.substr(svg.rfind("fill=\"", end) + 6, 7);
  return color.starts_with("#fff\"") ? "#ffffff" : color;
}

}  // namespace

TEST_CASE("a position is drawn as SVG", "[svg]") {
  const std::string start = to_svg(Position{});
  CHECK(test::markup_fault(start) == "");
  CHECK(test::count_of(start, "<circle") == 4);
  CHECK_THAT(start, Catch::Contains("viewBox=\"0 0 80 80\""));
  CHECK_THAT(start, Catch::Contains("<g fill=\"#141414\"><circle cx=\"45\" cy=\"35\" r=\"4.1\"/>"
                                    "<circle cx=\"35\" cy=\"45\" r=\"4.1\"/></g>"));

  const GameRecord game = parse_game("f5").value();
  const std::string marked = to_svg(game.replay().position(), game.moves.back());
  CHECK(test::markup_fault(marked) == "");
  CHECK_THAT(marked, Catch::Contains("<circle cx=\"55\" cy=\"45\" r=\"1.2\""));
  CHECK(to_svg(Position{}, Square::kPass) == start);

  const std::string small = to_svg(start_position(4));
  CHECK_THAT(small, Catch::Contains("viewBox=\"0 0 40 40\"") &&
                        Catch::Contains("<circle cx=\"25\" cy=\"15\" r=\"4.1\"/>"));
}

TEST_CASE("marks and scores are drawn on their squares", "[svg]") {
  BoardPicture picture;
  picture.marks = {label("c4", "<1>"), label("d4", "?", LabelTone::kBad)};
  picture.scores = {label("d3", "+2", LabelTone::kGood), label("c4", "-1"), label("e5", "0")};
  const std::string svg = to_svg(picture);
  CHECK(test::markup_fault(svg) == "");
  CHECK(test::count_of(svg, "<text") == 5);
  CHECK_THAT(svg, Contains(">&lt;1&gt;</text>") && Contains(">+2</text>"));
  // A mark is centred, or above the score if there is one.
  CHECK_THAT(svg, Contains("<text x=\"35\" y=\"36.99\"") && Contains("<text x=\"25\" y=\"34."));

  picture.marks = {label("a1", "", LabelTone::kBad), {Square::kPass, "x", LabelTone::kPlain}};
  picture.scores.clear();
  CHECK(to_svg(picture) == to_svg(Position{}));
  picture.marks = {label("a1", "x")};
  picture.position = start_position(6);
  CHECK(test::count_of(to_svg(picture), "<text") == 0);  // outside the small board
}

TEST_CASE("text on a board has a contrast of at least 4.5", "[svg]") {
  BoardPicture picture;
  picture.coordinates = true;
  picture.marks = {label("a1", "felt"), label("e4", "black"), label("d4", "white"),
                   label("b1", "good", LabelTone::kGood), label("c1", "bad", LabelTone::kBad)};
  const std::string svg = to_svg(picture);
  struct Case {
    std::string text, ground;
  };
  for (const Case& c : {Case{"felt", "#2a7f50"}, Case{"black", "#141414"}, Case{"white", "#f6f6f2"},
                        Case{"good", "#ffe27a"}, Case{"bad", "#b3261e"}, Case{"h", "#17301f"}}) {
    CAPTURE(c.text, c.ground);
    CHECK_THAT(svg, Contains(c.ground));
    CHECK(contrast(ink_of(svg, c.text), c.ground) >= 4.5);
  }
}

TEST_CASE("a board may show a frame, legal moves, and the last move under a label", "[svg]") {
  BoardPicture picture;
  picture.coordinates = picture.legal_moves = true;
  picture.pixels = 300;
  picture.title = "a & b";
  const std::string svg = to_svg(picture);
  CHECK(test::markup_fault(svg) == "");
  CHECK_THAT(svg, Contains("viewBox=\"0 0 88 88\" width=\"300\" height=\"300\"") &&
                      Contains("<title>a &amp; b</title>") && Contains(">h</text>") &&
                      Contains(">8</text>"));
  CHECK(test::count_of(svg, "r=\"1.3\"") == 4);

  picture = {};
  picture.last = parse_square("d4").value();
  picture.scores = {label("d4", "+2")};
  CHECK_THAT(to_svg(picture), Contains("r=\"4.3\" fill=\"none\"") && !Contains("r=\"1.2\""));
}

TEST_CASE("a board can be turned by 180 degrees", "[svg]") {
  BoardPicture picture;
  picture.coordinates = picture.flip = true;
  picture.marks = {label("a1", "x")};
  const std::string svg = to_svg(picture);
  CHECK_THAT(svg, Contains("<text x=\"81\"") && Contains("<text x=\"81\" y=\"4.4\">a</text>"));
}

TEST_CASE("a text board shows the last move and legal moves", "[text_board]") {
  BoardPicture picture;
  picture.position = start_position(4);
  CHECK(text_board(picture) ==
        "  A B C D\n"
        "1 . . . . 1\n"
        "2 . O X . 2\n"
        "3 . X O . 3\n"
        "4 . . . . 4\n"
        "  A B C D\n");
  picture.legal_moves = true;
  picture.last = parse_square("c2", 4).value();
  CHECK(text_board(picture) ==
        "  A B C D\n"
        "1 . * . . 1\n"
        "2 * O[X]. 2\n"
        "3 . X O * 3\n"
        "4 . . * . 4\n"
        "  A B C D\n");
  picture.flip = true;
  CHECK(text_board(picture) ==
        "  D C B A\n"
        "4 . * . . 4\n"
        "3 * O X . 3\n"
        "2 .[X]O * 2\n"
        "1 . . * . 1\n"
        "  D C B A\n");
}

TEST_CASE("marks and scores widen the columns of a text board", "[text_board]") {
  BoardPicture picture;
  picture.position = start_position(4);
  picture.marks = {{parse_square("c2", 4).value(), "!", LabelTone::kPlain}};
  picture.scores = {{parse_square("b1", 4).value(), "+2", LabelTone::kPlain},
                    {parse_square("c2", 4).value(), "-1", LabelTone::kPlain}};
  CHECK(text_board(picture) ==
        "  A    B    C    D\n"
        "1 .    +2   .    .    1\n"
        "2 .    O    X!-1 .    2\n"
        "3 .    X    O    .    3\n"
        "4 .    .    .    .    4\n"
        "  A    B    C    D\n");
}
