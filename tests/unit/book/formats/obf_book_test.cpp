// SPDX-License-Identifier: MIT
#include "book/formats/obf_book.h"
#include "book/store/book_entry.h"
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/memory_book.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::book;
using Catch::Matchers::Contains;
using test::MemoryBook;

namespace {

using Item = std::pair<Board, BookEntry>;

const std::string kStartText =
    "---------------------------OX------XO--------------------------- X;";

Item item_of(const std::string& line) {
  const auto item = from_obf_line(line);
  REQUIRE(item);
  REQUIRE(item->has_value());
  return **item;
}

bool holds_nothing(const std::string& line) {
  const auto item = from_obf_line(line);
  REQUIRE(item);
  return !item->has_value();
}

std::string error_of(const std::string& line) {
  const auto item = from_obf_line(line);
  if (item) return "none";
  CHECK(test::fault_of(item.error()) == "");
  return item.error().message;
}

}  // namespace

TEST_CASE("entries survive writing and reading as OBF", "[obf_book]") {
  SplitMix64 random(21);
  MemoryBook book = test::random_book(random, 10, 100);
  for (auto& [board, entry] : book.entries) {
    if (random.below(6) == 0) entry.leaf = {Leaf::State::kNoMove};
    if (random.below(6) == 0) entry.score = std::nullopt;
    if (random.below(6) == 0) entry.score = Value{random.below(2 * 8192 + 1) - 8192};
    if (random.below(6) == 0) entry.games = {0xFFFFFFFF, 1, 0xFFFFFFFE};
  }
  book.for_each([&](const Board& canonical_board, const BookEntry&) {
    const Board board = symmetric(canonical_board, random.below(kSymmetries));
    const BookEntry entry = *book.find(board);
    const std::string line = to_obf_line(board, entry, book);
    CAPTURE(line);
    CHECK(item_of(line).first == board);
    CHECK((item_of(line).second == entry));
    return true;
  });
}

TEST_CASE("OBF lists the moves of a book position, best first", "[obf_book]") {
  MemoryBook book;
  // White has d6, f4 and f6.
  const Board board =
      kStartBoard.played(parse_square("f5").value(), bit(parse_square("e5").value()));
  BookEntry entry, child;
  entry.leaf = {Leaf::State::kMove, parse_square("d6").value(), Value{-64}, 21, 73, false};
  entry.level = 21;
  entry.games = {1, 2, 3};
  const Square f4 = parse_square("f4").value();
  const Board after = board.played(f4, rules::flips(board, f4));
  child.leaf = {
      Leaf::State::kMove, first_square(rules::legal_moves(after)), Value{-401}, 12, 100, false};
  book.put(board, entry);
  book.put(after, child);
  book.negamax();
  const std::string line = to_obf_line(board, *book.find(board), book);
  CHECK(line ==
        "---------------------------XO------OOO-------------------------- X; F4:+3; D6:-1; "
        "% book: score=3.1328125,13,100 leaf=d6:-0.5,21,73 level=21 games=1,2,3");
  const auto read = parse_obf_line(line);
  REQUIRE(read);
  REQUIRE(read->has_value());
  CHECK((*read)->position.board == board);
  CHECK((*read)->score == DiscDiff{3});
  CHECK((*read)->moves.size() == 2);

  entry.leaf.move = f4;
  book.put(board, entry);
  CHECK_THAT(to_obf_line(board, entry, book),
             Contains("X; F4:+3; % book: score=none,0,100 leaf=f4:-0.5,21,73"));
}

TEST_CASE("an OBF line of another program gives its best move as the leaf", "[obf_book]") {
  const auto [board, entry] = item_of(kStartText + " d3:-3; c4:+5; f5:5; e6:+4; % level=21");
  CHECK(board == kStartBoard);
  BookEntry expected;
  expected.leaf = {Leaf::State::kMove, parse_square("c4").value(), Value{5 * 128}, 0, 73, false};
  CHECK((entry == expected));

  CHECK((item_of(kStartText + " +2;").second == BookEntry{}));
  CHECK((item_of(kStartText).second == BookEntry{}));
  CHECK(item_of("---------------------------OX------XO--------------------------- O; ").first ==
        kStartBoard.passed());

  CHECK(holds_nothing(""));
  CHECK(holds_nothing("% book: level=21"));
  CHECK(holds_nothing("-----OX--XO----- X; "));                       // 4x4
  CHECK(holds_nothing("XO" + std::string(62, '-') + " O; --:-1; "));  // a pass
  CHECK(holds_nothing("XO" + std::string(62, '-') + " X; c1:+64;"));  // the centre is empty
  CHECK(holds_nothing(std::string(64, 'X') + " X; +64;"));
}

TEST_CASE("errors in lines of OBF books quote the text", "[obf_book]") {
  const auto error_in = [](const std::string& words) {
    return error_of(kStartText + " % book: " + words);
  };
  CHECK(error_in("") == "none");
  CHECK(error_in("leaf=none level=0 games=0,0,0") == "none");
  for (const std::string word : {"score=1",
                                 "score=1,2",
                                 "score=65,1,73",
                                 "score=x,1,73",
                                 "score=1,-1,73",
                                 "score=1,61,73",
                                 "score=1,2,74",
                                 "score=1,2,73,sure",
                                 "score=",
                                 "leaf=",
                                 "leaf=a1:1,2,73",
                                 "leaf=pass:1,2,73",
                                 "leaf=d3",
                                 "leaf=d3:none,2,73",
                                 "leaf=d3:1,61,73",
                                 "leaf=d3:1,60,100,exact",
                                 "leaf=e9:1,2,73",
                                 "level=61",
                                 "level=-1",
                                 "level=",
                                 "games=1,2",
                                 "games=1,2,3,4",
                                 "games=1,2,4294967296",
                                 "games=1,2,-3",
                                 "games=a,b,c",
                                 "depth=3",
                                 "level",
                                 "=",
                                 "%"}) {
    CAPTURE(word);
    CHECK_THAT(error_in("level=3 " + word), Contains("'" + word + "'"));
  }
  CHECK_THAT(error_of("book"), Contains("'book'"));
}

TEST_CASE("no text crashes the reader of OBF books", "[obf_book]") {
  test::check_bad_input(from_obf_line,
                        {kStartText + " D3:+1; % book: score=1.5,21,73 leaf=d3:1.5,21,73,exact "
                                      "level=21 games=1,2,3"},
                        "-XO;:%,=book09 ");
}
