// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/service/entry_source.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using Catch::Contains;

namespace {

const std::string kStart = "---------------------------OX------XO--------------------------- X";

std::string position_of_words(const std::string& text) {
  const auto entry = parse_entry_words(text);
  return entry ? to_text(position_of(*entry)) : "error: " + entry.error().message;
}

std::string after(const std::string& moves) {
  return to_text(parse_game(moves)->replay().position());
}

}  // namespace

TEST_CASE("words give a position in every accepted form", "[entry_source]") {
  CHECK(position_of_words("start") == kStart);
  CHECK(position_of_words("f5 d6") == after("f5d6"));
  CHECK(position_of_words(kStart + " f5") == after("f5"));
  CHECK(position_of_words("8/8/8/3ox3/3xo3/8/8/8 x") == kStart);
  CHECK(position_of_words("8/8/8/3ox3/3xo3/8/8/8 x f5") == after("f5"));
  CHECK(position_of_words(kStart + "; d3:+2; c4:-4;") == kStart);
  CHECK(position_of_words("(;GM[Othello]TY[8]B[F5]W[D6];)") == after("f5d6"));
  CHECK(position_of_words("(;FF[4]AP[GoGui:1.6.0]SZ[8];B[fd];W[fe])") == after("f5f4"));
  CHECK(position_of_words("{\"moves\":[\"f5\",\"d6\"]}") == after("f5d6"));
  CHECK(position_of_words("ｆ５ｄ６") == after("f5d6"));
  CHECK(position_of_words("https://example.org/?m=f5d6") == after("f5d6"));
  CHECK(to_text(position_of(parse_entry_words("a2", {4}).value())).size() == 18);
}

TEST_CASE("the error about an unreadable word lists what it may be", "[entry_source]") {
  const std::string neither =
      "is neither a file nor a position (64 squares of X, O and - and the "
      "side to move, a FEN, or moves: f5d6c3)";
  for (const std::string text : {"no-such.sgf", "games/1.txt", "XO", "", "zz", "f5d6z9"}) {
    CAPTURE(text);
    CHECK_THAT(position_of_words(text), Contains(neither));
  }
  CHECK_THAT(position_of_words("f5d6z9"), Contains("'z9' is not a move"));
  // An error names the form that the word resembles.
  const auto why = [&neither](const std::string& text) {
    const std::string error = position_of_words(text);
    return error.find(neither) == error.npos ? error : "neither";
  };
  CHECK_THAT(why("f5 f5"), Contains("illegal move: 'f5'"));
  CHECK_THAT(why(kStart.substr(0, 50)), Contains("has 50 squares"));
  CHECK_THAT(why("8/8/8/3ox3/3xo3/8/8/7 x"), Contains("has 7 squares"));
}

TEST_CASE("words without a move or a board are an error", "[entry_source]") {
  for (const std::string text : {"%", "[]", "\xED\xA0\x80", "% f5", "1.", "-", "{}", "\"\""}) {
    CAPTURE(text);
    CHECK_THAT(position_of_words(text), Contains("error: "));
  }
}

TEST_CASE("words may be any text of a file", "[entry_source]") {
  const std::string below = kStart.substr(0, 64) + "\nWhite to move",
                    above = "Turn: O\n" + kStart.substr(0, 64);
  CHECK(position_of_words(below) == kStart.substr(0, 65) + "O");
  CHECK(position_of_words(above) == kStart.substr(0, 65) + "O");
  CHECK(position_of_words("Moves: 1.f5 2.d6") == after("f5d6"));
  CHECK_THAT(position_of_words("f5 d6 PP c3 d3"), Contains("illegal move: 'pass'"));
  CHECK_THAT(position_of_words("f5d6 good c9"), Contains("error: "));
  CHECK_THAT(position_of_words("1. f5 d6\n\n1. f5 f6\n"), Contains("more than one game"));
}

TEST_CASE("an assumed side is reported", "[entry_source]") {
  const std::string squares = "---------------------------OX------XXX--------------------------";
  const auto told = [](const std::string& text) {
    std::vector<std::string> warnings;
    REQUIRE(parse_entry_words(text, {}, &warnings));
    return warnings.empty() ? "" : warnings.front();
  };
  CHECK_THAT(told(squares), Contains("Black is assumed"));
  CHECK_THAT(told(squares + ";"), Contains("Black is assumed"));
  for (const std::string side : {" O", " white", "\nO to move", " f4"}) {
    CAPTURE(side);
    CHECK(told(squares + side).empty());
  }
  CHECK(told("start").empty());
}

TEST_CASE("words and files are read in order", "[entry_source]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("games.txt", "f5d6c3\nf5f6\n");
  auto source = EntrySource::open({"f5", "d6", file, kStart}, {});
  REQUIRE(source);
  std::vector<std::string> found;
  std::optional<double> share;
  while (const auto entry = source->next()) {
    found.push_back(to_text(position_of(entry->entry.value())));
    share = entry->share;
  }
  CHECK(found == std::vector<std::string>{after("f5d6"), after("f5d6c3"), after("f5f6"), kStart});
  CHECK(share == 1.0);
  CHECK_FALSE(EntrySource::open({file, "nothing"}, {}));
}
