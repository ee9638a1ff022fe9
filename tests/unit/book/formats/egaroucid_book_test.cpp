// SPDX-License-Identifier: MIT
/// Egaroucid books. The first tests use files built byte by byte from book/formats/README.md,
/// without our writer.
#include "book/formats/compact_book.h"
#include "book/formats/egaroucid_book.h"
#include "book/store/book_entry.h"
#include "engine/base/file.h"
#include "engine/formats/game_file.h"
#include "engine/game/notation.h"
#include "tests/support/junk.h"
#include "tests/support/memory_book.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::book;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using test::MemoryBook;

namespace {

constexpr int kNone = 65, kUnknown = 125, kNoValue = -126;

/// Little endian.
std::string number(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i, value /= 256) bytes += static_cast<char>(value);
  return bytes;
}

std::string byte(int value) { return number(static_cast<std::uint64_t>(value), 1); }

std::string egaroucid_head(std::uint32_t positions, int version = 3) {
  return "DICUORAGE" + byte(version) + number(positions, 4);
}

/// In Egaroucid's bit order: a1 is the highest bit.
std::uint64_t theirs(Bitboard squares) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) {
    if ((squares >> i & 1) != 0) bits |= std::uint64_t{1} << (63 - i);
  }
  return bits;
}

/// `move`: our square, kNone, kUnknown or an invalid byte.
std::string record(const Board& board, int value, int level, int leaf_value, int move,
                   int leaf_level) {
  return number(theirs(board.own), 8) + number(theirs(board.opp), 8) + byte(value) + byte(level) +
         number(12, 4) + byte(leaf_value) + byte(move) + byte(leaf_level);
}

struct EgaroucidContents {
  Result<std::uint32_t> header = std::uint32_t{0};
  std::vector<EgaroucidPosition> positions;
  std::vector<std::string> warnings;
};

EgaroucidContents read_egaroucid(const std::string& bytes) {
  EgaroucidContents contents;
  contents.header = read_egaroucid_book(
      ByteStream::of_text(bytes),
      [&](const EgaroucidPosition& position) { contents.positions.push_back(position); },
      [&](const std::string& warning) { contents.warnings.push_back(warning); });
  return contents;
}

BookEntry entry_of_record(const EgaroucidPosition& position) {
  const auto found = from_egaroucid(position);
  REQUIRE(found);
  CHECK(found->first == position.board);
  CHECK(fault_of(found->first, found->second).empty());
  return found->second;
}

Square square(std::string_view name) { return parse_square(name).value(); }

int their(std::string_view name) { return 63 - index(square(name)); }

Board after(const Board& board, std::string_view moves) {
  Board now = board;
  for (; moves.size() >= 2; moves.remove_prefix(2)) {
    const Square move = square(moves.substr(0, 2));
    now = now.played(move, rules::flips(now, move));
  }
  return now;
}

/// The side to move must pass, then c1 ends the game.
constexpr Board kPassedBoard{2, kStartBoard.own | kStartBoard.opp | 1};

std::string egaroucid_by_hand() {
  const Board f5 = after(kStartBoard, "f5");
  return egaroucid_head(5) + record(kStartBoard, 1, 21, -3, their("d3"), 19) +
         record(symmetric(f5, 6), -1, 70, kNoValue, kUnknown, -1) +
         record(kPassedBoard, -64, 60, kNoValue, kNone, -1) +
         record(kPassedBoard.passed(), 64, 60, 64, their("c1"), 60) +
         record(after(kStartBoard, "f5d6"), 2, 11, kNoValue, kNone, 11);
}

/// After resolve_leaves(), as `sumi book import` stores them.
MemoryBook settled(const std::vector<EgaroucidPosition>& positions) {
  const test::TemporaryFolder folder;
  auto store = BookStore::create(folder.file("book")).value();
  for (const EgaroucidPosition& position : positions) {
    if (const auto entry = from_egaroucid(position)) store->put(entry->first, entry->second);
  }
  resolve_leaves(*store);
  MemoryBook book;
  store->for_each([&](const Board& board, const BookEntry& entry) {
    book.put(board, entry);
    return true;
  });
  book.negamax();
  return book;
}

/// Requires what README.md specifies for a position.
void check_written(const MemoryBook& book, const EgaroucidPosition& position) {
  const BookEntry entry = book.find(position.board).value();
  CHECK(position.value == whole_discs(*entry.score).discs);
  const int known = entry.level >= 0 ? entry.level : entry.depth;
  CHECK(position.level == (known > 0 || entry.level == 0 ? known : -1));
  CHECK(position.lines == 0);
  // The value is that of the best move.
  int best = -65;
  bool all_there = true;
  const std::vector<Child> moves = children(book, position.board);
  for (const Child& child : moves) {
    if (child.over || !child.value()) {
      all_there = false;
    } else {
      best = std::max(best, whole_discs(*child.value()).discs);
    }
  }
  CHECK(all_there == (position.leaf.state == Leaf::State::kNoMove));
  if (position.leaf.state == Leaf::State::kMove) best = std::max(best, position.leaf.value);
  CHECK(position.value == best);
  if (!is_stale(entry.leaf, moves) && position.leaf.move == entry.leaf.move) {
    CHECK(position.leaf.value == whole_discs(entry.leaf.value).discs);
  }
}

EgaroucidPosition unsearched(const Board& board, int value, int level) {
  EgaroucidPosition position;
  position.board = board;
  position.value = value;
  position.level = level;
  return position;
}

}  // namespace

TEST_CASE("Egaroucid's own book of the start is read", "[egaroucid]") {
  constexpr unsigned char kBytes[] = {0x44, 0x49, 0x43, 0x55, 0x4f, 0x52, 0x41, 0x47, 0x45, 0x03,
                                      0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x08, 0x00,
                                      0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0x10, 0x00, 0x00, 0x00,
                                      0x00, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x13, 0xff};
  const std::string bytes(std::begin(kBytes), std::end(kBytes));
  const EgaroucidContents contents = read_egaroucid(bytes);
  REQUIRE(contents.header);
  CHECK(*contents.header == 1);
  CHECK(contents.warnings.empty());
  REQUIRE(contents.positions.size() == 1);
  const EgaroucidPosition& start = contents.positions[0];
  CHECK((start ==
         EgaroucidPosition{kStartBoard, 0, -1, 0, {Leaf::State::kMove, square("e6"), 0, -1}}));
  CHECK(egaroucid_header(1) + to_bytes(start) == bytes);

  MemoryBook book;
  book.put(kStartBoard, entry_of_record(start));
  book.negamax();
  const test::TemporaryFolder folder;
  REQUIRE(write_egaroucid_book(folder.file("book.egbk3"), book));
  // Equal except for the leaf: d3 is the mirror image of e6.
  CHECK(read_file(folder.file("book.egbk3")).value() ==
        bytes.substr(0, 37) + byte(their("d3")) + bytes.substr(38));
}

TEST_CASE("a hand-made Egaroucid book is read", "[egaroucid]") {
  const std::string bytes = egaroucid_by_hand();
  CHECK(bytes.size() == 14 + 5 * 25);
  const EgaroucidContents contents = read_egaroucid(bytes);
  REQUIRE(contents.header);
  CHECK(*contents.header == 5);
  CHECK(contents.warnings.empty());
  const std::vector<EgaroucidPosition>& all = contents.positions;
  REQUIRE(all.size() == 5);
  CHECK((all[0] ==
         EgaroucidPosition{kStartBoard, 1, 21, 12, {Leaf::State::kMove, square("d3"), -3, 19}}));
  CHECK((all[1] == EgaroucidPosition{symmetric(after(kStartBoard, "f5"), 6), -1, 70, 12, {}}));
  CHECK((all[2].leaf == EgaroucidLeaf{.state = Leaf::State::kNoMove}));
  CHECK((all[3].leaf == EgaroucidLeaf{Leaf::State::kMove, square("c1"), 64, 60}));
  CHECK((all[4].leaf == EgaroucidLeaf{.state = Leaf::State::kNoMove}));
}

TEST_CASE("Egaroucid positions become entries of our books", "[egaroucid]") {
  const std::vector<EgaroucidPosition> all = read_egaroucid(egaroucid_by_hand()).positions;
  REQUIRE(all.size() == 5);

  const BookEntry start = entry_of_record(all[0]);
  CHECK((start.leaf == Leaf{Leaf::State::kMove, square("d3"), Value{-3 * 128}, 19, 73, false}));
  CHECK(start.level == 19);
  CHECK((start.games == GameCounts{}));
  CHECK(start.score == Value{128});

  const BookEntry person = entry_of_record(all[1]);
  CHECK((person.leaf == Leaf{}));
  CHECK(person.level == 60);

  CHECK(!from_egaroucid(all[2]));
  CHECK((entry_of_record(all[3]).leaf == Leaf{}));  // its move ends the game
  CHECK((entry_of_record(all[4]).leaf == Leaf{Leaf::State::kNoMove}));
  CHECK(entry_of_record(all[4]).level == 11);

  EgaroucidPosition position = all[0];
  for (const auto& [theirs, ours] :
       {std::pair(-1, -1), {0, 0}, {60, 60}, {61, -1}, {69, -1}, {70, 60}, {71, -1}, {-2, -1}}) {
    position.leaf.level = theirs;
    const BookEntry entry = entry_of_record(position);
    CHECK(entry.level == ours);
    CHECK(entry.leaf.depth == std::max(ours, 0));
  }
  position.board = {3, 0};  // the game is over
  position.leaf = {};
  CHECK(!from_egaroucid(position));
}

TEST_CASE("a faulty Egaroucid position is skipped, and the others are read", "[egaroucid]") {
  const std::string good = record(kStartBoard, 0, 21, 1, their("f5"), 21);
  const auto leaf = [](int value, int move) { return record(kStartBoard, 0, 21, value, move, 21); };
  const std::pair<std::string, std::string> bad[] = {
      {record({3, 1}, 0, 21, kNoValue, kUnknown, -1), "two discs on a square"},
      {record(kStartBoard, 65, 21, 1, their("f5"), 21), "the value 65 is not in -64..64"},
      {record(kStartBoard, -65, 21, 1, their("f5"), 21), "the value -65 is not in -64..64"},
      {leaf(0, their("a1")), "the leaf a1 is not a legal move"},
      {leaf(0, their("h8")), "the leaf h8 is not a legal move"},
      {leaf(0, their("d4")), "the leaf d4 is not a legal move"},
      {leaf(65, their("f5")), "the value 65 of the leaf f5 is not in -64..64"},
      {leaf(-65, their("f5")), "the value -65 of the leaf f5 is not in -64..64"},
      {leaf(0, 64), "the leaf's move 64 is none of 0..63, 65 and 125"},
      {leaf(0, 66), "the leaf's move 66 is none of 0..63, 65 and 125"},
      {leaf(0, -1), "the leaf's move -1 is none of 0..63, 65 and 125"},
      {record(kPassedBoard, 0, 21, 0, their("c1"), 21), "the leaf c1 is not a legal move"},
  };
  for (const auto& [bytes, fault] : bad) {
    const EgaroucidContents contents = read_egaroucid(egaroucid_head(3) + good + bytes + good);
    CHECK(contents.header);
    CHECK(contents.positions.size() == 2);
    CHECK(contents.warnings == std::vector{"position 2: " + fault});
  }
  // A move without a value is no leaf.
  const EgaroucidContents contents =
      read_egaroucid(egaroucid_head(1) + leaf(kNoValue, their("f5")));
  REQUIRE(contents.positions.size() == 1);
  CHECK((contents.positions[0].leaf == EgaroucidLeaf{}));
}

TEST_CASE("truncated Egaroucid books and files of other types are refused", "[egaroucid]") {
  const std::string bytes = egaroucid_by_hand();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const EgaroucidContents contents = read_egaroucid(bytes.substr(0, size));
    REQUIRE(!contents.header);
    CHECK(contents.header.error().code == ErrorCode::kBadFile);
    CHECK_THAT(contents.header.error().message, Contains(size < 9 ? "DICUORAGE" : "cut off"));
  }
  CHECK(read_egaroucid(bytes.substr(0, bytes.size() - 1)).positions.size() == 4);
  const EgaroucidContents longer = read_egaroucid(bytes + "x");
  CHECK(longer.header);
  CHECK(longer.positions.size() == 5);
  REQUIRE(longer.warnings.size() == 1);
  CHECK_THAT(longer.warnings[0], Contains("more in the file"));
  CHECK(read_egaroucid(egaroucid_head(0)).header);
  CHECK_THAT(read_egaroucid(egaroucid_head(0xFFFFFFFF)).header.error().message,
             Contains("4294967295 positions are announced, 0 are there"));
  for (const int version : {0, 1, 2, 4, 255}) {
    const EgaroucidContents other = read_egaroucid(egaroucid_head(0, version));
    REQUIRE(!other.header);
    CHECK_THAT(other.header.error().message,
               StartsWith(fmt::format("a book of Egaroucid of version {}; read is version 3 "
                                      "(.egbk3)",
                                      version)));
  }
}

TEST_CASE("errors tell a missing Egaroucid file from a file of another type", "[egaroucid]") {
  const test::TemporaryFolder folder;
  const auto ignore = [](const auto&) {};
  const auto missing = read_egaroucid_book(folder.file("none"), ignore, ignore);
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  const auto other = read_egaroucid_book(folder.write("text", "f5d6\n"), ignore, ignore);
  REQUIRE(!other);
  CHECK(other.error().code == ErrorCode::kBadFile);
  CHECK_THAT(other.error().message, StartsWith("file '") && Contains("text'"));
  CHECK(read_egaroucid_book(folder.write("good", egaroucid_by_hand()), ignore, ignore));
}

TEST_CASE("the program that a book file belongs to is detected", "[egaroucid]") {
  const test::TemporaryFolder folder;
  CHECK(book_maker(egaroucid_by_hand()) == "Egaroucid");
  CHECK(book_maker(egaroucid_head(0, 2)) == "Egaroucid");
  CHECK(book_maker("XADEKOOB") == "Edax");
  const std::string path = folder.file("book");
  REQUIRE(BookStore::create(path));
  CHECK(book_maker(read_file(path).value()) == "Sumi");
  CHECK(book_maker(to_compact(MemoryBook(), "a test").value()) == "Sumi");
  CHECK(book_maker("").empty());
  CHECK(book_maker("SQLite format 3").empty());
  CHECK(book_maker("SUMI\x1AWGT").empty());
  CHECK(book_maker("f5d6").empty());

  for (const auto access : {BookStore::Access::kRead, BookStore::Access::kWrite}) {
    const auto opened = BookStore::open(folder.write("book.egbk3", egaroucid_by_hand()), access);
    REQUIRE(!opened);
    CHECK_THAT(opened.error().message,
               Contains("book.egbk3': is an opening book of Egaroucid (see `sumi book import`)"));
  }
}

TEST_CASE("Egaroucid leaves are resolved with the positions in the book", "[egaroucid]") {
  const Board f5 = after(kStartBoard, "f5");
  // No position has a leaf. Ends of lines become leaves; the best is the leaf of f5.
  const std::vector<EgaroucidPosition> bare = {
      unsearched(kStartBoard, 1, 21), unsearched(f5, -1, 21), unsearched(after(f5, "d6"), 2, 15),
      unsearched(after(f5, "f6"), 1, 17), unsearched(after(f5, "f4"), 9, -1)};
  MemoryBook book = settled(bare);
  CHECK(book.size() == 2);
  BookEntry entry = book.find(f5).value();
  CHECK((entry.leaf == Leaf{Leaf::State::kMove, square("f6"), Value{-128}, 18, 73, false}));
  CHECK(entry.level == 17);
  CHECK(entry.score == Value{-128});
  entry = book.find(kStartBoard).value();
  CHECK((entry.leaf == Leaf{Leaf::State::kNoMove}));  // its four moves are symmetric
  CHECK(entry.score == Value{128});

  // A known leaf stays unless the end of a line is better.
  for (const int value : {0, -2}) {
    std::vector<EgaroucidPosition> known = bare;
    known[1].leaf = {Leaf::State::kMove, square("d6"), value, 25};
    known.erase(known.begin() + 2);
    book = settled(known);
    CHECK(book.size() == 2);
    CHECK(book.find(f5)->leaf.move == square(value == 0 ? "d6" : "f6"));
    CHECK(book.find(f5)->score == Value{value == 0 ? 0 : -128});
  }

  // Ends of lines stay if they have a leaf; the others are dropped.
  std::vector<EgaroucidPosition> deep = bare;
  deep[2].leaf = {Leaf::State::kMove, first_square(rules::legal_moves(deep[2].board)), 2, 15};
  deep[1].leaf = {.state = Leaf::State::kNoMove};  // deliberately wrong
  deep.resize(3);
  book = settled(deep);
  CHECK(book.size() == 3);
  CHECK((book.find(f5)->leaf == Leaf{}));
  CHECK(book.find(f5)->score == Value{-256});

  // A position without a parent stays.
  book = settled({unsearched(kStartBoard, 1, 21)});
  CHECK(book.size() == 1);
  CHECK((book.find(kStartBoard)->leaf == Leaf{}));
  CHECK(!book.find(kStartBoard)->score);
  CHECK(settled({}).size() == 0);
}

TEST_CASE("our books are written for Egaroucid with the same values", "[egaroucid]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book.egbk3");
  SplitMix64 random(21);
  std::map<Leaf::State, int> states;
  for (int round = 0; round < 6; ++round) {
    const MemoryBook book = test::random_book(random, 15, 50);
    REQUIRE(write_egaroucid_book(path, book));
    const std::string bytes = read_file(path).value();
    const EgaroucidContents contents = read_egaroucid(bytes);
    REQUIRE(contents.header);
    CHECK(*contents.header == contents.positions.size());
    CHECK(contents.warnings.empty());
    std::size_t scored = 0;
    book.for_each([&](const Board&, const BookEntry& entry) {
      scored += entry.score ? 1 : 0;
      return true;
    });
    CHECK(contents.positions.size() == scored);

    for (std::size_t i = 0; i < contents.positions.size(); ++i) {
      const EgaroucidPosition& position = contents.positions[i];
      // The smallest of the eight images, in Egaroucid's bit order.
      const std::string here = bytes.substr(14 + 25 * i, 25);
      const Board least = canonical(position.board).board;
      CHECK(here.substr(0, 16) == number(least.own, 8) + number(least.opp, 8));
      CHECK(to_bytes(position) == here);
      ++states[position.leaf.state];
      check_written(book, position);
    }

    // In this format a move that ends the game may replace a leaf, but only an equal or worse one.
    const MemoryBook back = settled(contents.positions);
    CHECK(back.size() == scored);
    back.for_each([&](const Board& board, const BookEntry& entry) {
      CHECK(entry.score == to_value(whole_discs(*book.find(board)->score)));
      return true;
    });
  }
  for (const auto state : {Leaf::State::kMove, Leaf::State::kNoMove, Leaf::State::kUnsearched}) {
    CHECK(states[state] > 5);
  }
}

TEST_CASE("an Egaroucid book is written as a whole or not at all", "[egaroucid]") {
  const test::TemporaryFolder folder;
  MemoryBook book;
  REQUIRE(write_egaroucid_book(folder.file("book.egbk3"), book));
  CHECK(read_file(folder.file("book.egbk3")).value() == egaroucid_head(0));
  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, square("d3"), Value{64}, 14, 73, false};
  book.put(kStartBoard, entry);
  book.put(after(kStartBoard, "f5d6"), {});  // unsearched, so without a score
  book.negamax();
  REQUIRE(write_egaroucid_book(folder.file("book.egbk3"), book));
  const EgaroucidContents contents = read_egaroucid(read_file(folder.file("book.egbk3")).value());
  REQUIRE(contents.positions.size() == 1);
  CHECK(contents.positions[0].level == 14);
  CHECK(contents.positions[0].leaf.level == 14);
  CHECK(contents.positions[0].leaf.value == 1);
  CHECK(!write_egaroucid_book(folder.file("no folder/book.egbk3"), book));
  CHECK_FALSE(
      write_egaroucid_book(folder.file("other.egbk3"), book, [](double) { return false; }).value());
  CHECK(folder.files() == 1);
}

TEST_CASE("broken Egaroucid files never crash the reader", "[egaroucid]") {
  SplitMix64 random(22);
  const std::string bytes = egaroucid_by_hand();
  for (int i = 0; i < 20000; ++i) {
    std::string changed = bytes;
    for (int changes = 1 + random.below(3); changes > 0; --changes) {
      changed[random.next() % changed.size()] ^= static_cast<char>(1 << random.below(8));
    }
    for (const EgaroucidPosition& position : read_egaroucid(changed).positions) {
      CHECK((position.board.own & position.board.opp) == 0);
      const auto entry = from_egaroucid(position);
      if (!entry) continue;
      CHECK(is_book_position(entry->first));
      CHECK(fault_of(entry->first, entry->second).empty());
    }
  }
  test::check_bad_input(
      [](std::string_view text) { return read_egaroucid(std::string(text)).header; }, {bytes},
      "DICUORAGE\3");
}
