// SPDX-License-Identifier: MIT
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

using namespace sumi;

namespace {

/// Fills every field, with characters that some format uses as syntax.
GameRecord full_record() {
  GameRecord game = parse_game("d3c3b3b2f5a3a1c1e3").value();
  game.black = "An]na [x]";
  game.white = "Bj\xC3\xB6rn \\ %41";
  game.result = "+12.000:r";
  game.place = "GGS/os";
  game.date = "2003.12.15_12:33:18.MST";
  game.event = "Open, 100% = all";
  game.round = "3.1";
  game.comment = "two\nlines; with (brackets)";
  game.black_rating = "2197.01";
  game.white_rating = "2199.72";
  game.black_clock = "05:00//02:00";
  game.white_clock = "15:00";
  game.theoretical = {{-4}, 24};
  game.extra = {{"KM", "+2.00"}, {"Annotator", "me [too]"}};
  game.notes.resize(game.moves.size());
  game.notes[0] = {1.25, 0.5, "a ]\n\"comment\" \\"};
  game.notes[1] = {-2.0, {}, ""};
  game.notes[8] = {{}, 0.001, "a pass"};
  return game;
}

}  // namespace

TEST_CASE("GGF, SGF and PGN keep every field of a record", "[record]") {
  const GameRecord game = full_record();
  CHECK(parse_ggf(to_ggf(game)).value() == game);
  CHECK(parse_sgf(to_sgf(game)).value() == [&] {
    GameRecord sorted = game;  // properties are grouped by name
    std::swap(sorted.extra[0], sorted.extra[1]);
    return parse_sgf(to_sgf(sorted)).value();
  }());
  GameRecord read = parse_sgf(to_sgf(game)).value();
  std::ranges::sort(read.extra, std::ranges::greater{}, &ExtraTag::name);
  CHECK(read == game);
  read = parse_pgn(to_pgn(game)).value();
  CHECK(read == game);
}

TEST_CASE("text read from files becomes UTF-8", "[record]") {
  CHECK(text_of_file(" Ren\xE9\r\n") == "Ren\xC3\xA9");
  CHECK(text_of_file("\xE6\xA3\xAE") == "\xE6\xA3\xAE");
}
