// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/text_board.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;
using namespace sumi::protocol;

TEST_CASE("a board in letters, with the last move and legal ones", "[text_board]") {
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

TEST_CASE("marks and scores widen the columns of a board", "[text_board]") {
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
