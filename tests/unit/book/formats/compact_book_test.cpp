// SPDX-License-Identifier: MIT
#include "book/formats/compact_book.h"
#include "book/store/book_tree.h"
#include "engine/base/checksum.h"
#include "engine/weights/weights_format.h"
#include "tests/support/junk.h"
#include "tests/support/memory_book.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <zstd.h>

using namespace sumi;
using namespace sumi::book;
using namespace std::string_literals;
using Catch::Matchers::Contains;
using test::MemoryBook;

namespace {

constexpr WeightsKind kKind{3, 128, "opening book"};
constexpr std::size_t kHeader = 40;

std::string compact(const BookReader& book, const std::string& source = "a test") {
  const auto bytes = to_compact(book, source);
  REQUIRE(bytes);
  return *bytes;
}

std::unique_ptr<CompactBook> read(const std::string& bytes) {
  auto book = CompactBook::read(bytes);
  REQUIRE(book);
  return std::move(*book);
}

std::string refusal(std::string_view bytes) {
  const auto book = CompactBook::read(bytes);
  if (book) return "accepted";
  CHECK(book.error().code == ErrorCode::kBadFile);
  CHECK(test::fault_of(book.error()) == "");
  return book.error().message;
}

std::string file_of(const std::string& columns, int positions) {
  std::string frame(ZSTD_compressBound(columns.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), columns.data(), columns.size(), 1));
  return join_weights(kKind,
                      "command: a test\ncommit: \ndata: \ndate: \nnote: \npositions: " +
                          std::to_string(positions) + "\n",
                      frame);
}

std::string columns_of(const std::string& bytes) {
  const auto parts = split_weights(bytes, kKind);
  REQUIRE(parts);
  const std::string_view frame = parts->frames;
  std::string columns(ZSTD_getFrameContentSize(frame.data(), frame.size()), '\0');
  REQUIRE(ZSTD_decompress(columns.data(), columns.size(), frame.data(), frame.size()) ==
          columns.size());
  return columns;
}

std::string columns_with_sizes(const std::vector<std::string>& columns) {
  std::string bytes;
  for (const std::string& column : columns) put_number(bytes, column.size(), 4);
  for (const std::string& column : columns) bytes += column;
  return bytes;
}

std::string board_bytes(const Board& board) {
  std::string bytes;
  put_number(bytes, board.own, 8);
  put_number(bytes, board.opp, 8);
  return bytes;
}

/// Extreme values in every field; no tree.
MemoryBook wild_book(SplitMix64& random, int positions) {
  MemoryBook book;
  for (int i = 0; i < positions; ++i) {
    const Board board = test::random_book_position(random, 1 + random.below(59));
    BookEntry entry = test::random_entry(random, board);
    if (random.below(4) == 0) entry.leaf = {Leaf::State::kNoMove};
    if (random.below(4) > 0) entry.score = Value{random.below(2 * 8192 + 1) - 8192};
    entry.depth = random.below(board.empties() + 1);
    entry.selectivity = kSelectivities[random.below(6)];
    entry.exact = random.below(2) == 0;
    if (random.below(9) == 0) entry.games = {0xFFFFFFFF, 0, 0xFFFFFFFF};
    book.put(board, entry);
  }
  return book;
}

}  // namespace

TEST_CASE("compact books survive writing and reading", "[compact]") {
  SplitMix64 random(1);
  CHECK(test::entries_of(*read(compact(MemoryBook()))).empty());
  for (int round = 0; round < 20; ++round) {
    const MemoryBook book = round % 2 == 0 ? test::random_book(random, 5, 100)
                                           : wild_book(random, 1 + random.below(300));
    const std::unique_ptr<CompactBook> same = read(compact(book));
    CHECK(same->size() == book.size());
    CHECK((test::entries_of(*same) == book.entries));
  }
}

TEST_CASE("a compact book finds a board in each of its eight orientations", "[compact]") {
  SplitMix64 random(2);
  // Larger than the distance of two entries that the reader remembers.
  const MemoryBook book = GENERATE_REF(test::random_book(random, 3, 60), wild_book(random, 300));
  const std::unique_ptr<CompactBook> same = read(compact(book));
  for (const auto& [own_opp, entry] : book.entries) {
    const Board canonical_board{own_opp.first, own_opp.second};
    for (int s = 0; s < kSymmetries; ++s) {
      const Board board = symmetric(canonical_board, s);
      // On a symmetric board, any equivalent move is right.
      const auto found = same->find(board), expected = book.find(board);
      REQUIRE(found);
      CHECK((*found == *expected));
    }
    const Board other = canonical_board.passed();
    CHECK(same->find(other).has_value() == book.find(other).has_value());
  }
}

TEST_CASE("a visit ends on request", "[compact]") {
  SplitMix64 random(3);
  int visits = 0;
  read(compact(test::random_book(random, 1, 10)))->for_each([&](const Board&, const BookEntry&) {
    return ++visits < 5;
  });
  CHECK(visits == 5);
}

TEST_CASE("the origin of a compact book is one line of text", "[compact]") {
  const auto book = read(compact(MemoryBook(), "sumi book build\n--level 21\t\xE2\x80\xA6"));
  CHECK(book->note("source") == "sumi book build --level 21 \xE2\x80\xA6");
  CHECK(book->note("command").empty());
}

TEST_CASE("a compact book has the bytes given in book/README.md", "[compact]") {
  // The start's four moves are symmetric, so it has one child.
  MemoryBook book;
  const Board after = canonical(kStartBoard.played(Square{19}, bit(Square{27}))).board;
  BookEntry first, second;
  first.score = Value{-300};
  first.depth = 22;
  first.selectivity = 73;
  first.leaf = {Leaf::State::kNoMove};
  first.level = 21;
  first.games = {1, 0, 200};
  second.score = Value{300};
  second.depth = 21;
  second.selectivity = 73;
  const Bitboard moves = rules::legal_moves(after);
  second.leaf = {Leaf::State::kMove, first_square(moves & (moves - 1)), Value{300}, 21, 73, false};
  second.level = 21;
  book.put(kStartBoard, first);
  book.put(after, second);
  const std::string bytes = compact(book, "by hand");
  const Board start = canonical(kStartBoard).board;

  CHECK(bytes.substr(0, 20) == "SUMI\x1AWGT\1\0\0\0\3\0\0\0\x80\0\0\0"s);
  const std::string text = "command: by hand\ncommit: \ndata: \ndate: \nnote: \npositions: 2\n";
  CHECK(bytes.substr(kHeader, text.size()) == text);
  // No boards of 0..3 discs, one of 4, then no other board in full.
  const std::string boards = "\0\0\0\0\1"s + board_bytes(start) + std::string(60, '\0');
  CHECK(columns_of(bytes) == columns_with_sizes({
                                 boards,
                                 "\x0F\0"s,              // all four moves; no move
                                 "\x15\x09"s,            // score, games, no leaf move; score, leaf
                                 "\x16\x16"s,            // levels
                                 "\x16\0"s,              // depth: 22 above none; the leaf's
                                 "\x57\0"s, "\x02\0"s,   // score: 2 * 300 - 1; the leaf's
                                 "\0"s, "\1"s, "\x15"s,  // leaf: selectivity, second move, depth
                                 "\x58"s, "\x02"s,       // its value: 2 * 300
                                 "\x01\0\xC8\x01"s,      // games
                             }));
  CHECK(bytes == join_weights(kKind, text, bytes.substr(kHeader + text.size())));
}

TEST_CASE("a compact book needs less than five bytes per position", "[compact]") {
  SplitMix64 random(4);
  MemoryBook book;
  std::vector<Board> boards{kStartBoard};
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Board board = boards[i];
    if (board.empties() < 60 - 6 || book.find(board)) continue;
    BookEntry entry;
    entry.leaf = test::random_leaf(random, board);
    entry.leaf.exact = false;
    entry.leaf.value.units += random.below(Value::kPerDisc);
    entry.level = 21;
    book.put(board, entry);
    for (const Child& child : children(book, board)) boards.push_back(child.board);
  }
  book.negamax();
  REQUIRE(book.size() == 1 + 1 + 3 + 14 + 60 + 322 + 1773);
  CHECK(compact(book).size() < 5 * book.size());
}

TEST_CASE("an interrupted compact book is empty", "[compact]") {
  SplitMix64 random(7);
  const MemoryBook book = test::random_book(random, 1, 5);
  CHECK(to_compact(book, "", [](double) { return false; }).value().empty());
  CHECK(to_compact(book, "", [](double) { return true; }).value() == compact(book, ""));
}

TEST_CASE("a book too large for the compact format is an error", "[compact]") {
  class Large final : public BookReader {
    std::optional<BookEntry> find(const Board&) const override { return std::nullopt; }
    std::uint64_t size() const override { return 4'000'001; }
    void for_each(const std::function<bool(const Board&, const BookEntry&)>&) const override {}
    std::string note(const std::string&) const override { return {}; }
  };
  const auto bytes = to_compact(Large(), "");
  REQUIRE(!bytes);
  CHECK(bytes.error().code == ErrorCode::kOutOfRange);
  CHECK_THAT(bytes.error().message, Contains("4000000") && Contains("4000001"));
}

TEST_CASE("a compact book with a changed or missing byte is refused", "[compact]") {
  SplitMix64 random(5);
  const std::string bytes = compact(test::random_book(random, 1, 10));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 + random.below(255)));
    CHECK(!CompactBook::read(changed));
    CHECK(!CompactBook::read(std::string_view(bytes).substr(0, at)));
  }
  CHECK_THAT(refusal(bytes + '\0'), Contains("grown"));
  CHECK_THAT(refusal(""), Contains("SUMI"));
  CHECK(CompactBook::is_compact(bytes));
  CHECK(CompactBook::is_compact(bytes.substr(0, 8)));
  CHECK(!CompactBook::is_compact("SQLite format 3"));
  CHECK(!CompactBook::is_compact(""));
}

TEST_CASE("impossible columns are refused or read as a valid book", "[compact]") {
  SplitMix64 random(6);
  const MemoryBook book = test::random_book(random, 2, 20);
  const std::string columns = columns_of(compact(book));
  const auto positions = static_cast<int>(book.size());
  REQUIRE(refusal(file_of(columns, positions)) == "accepted");
  CHECK(refusal(file_of(columns, positions + 1)) != "accepted");
  CHECK(refusal(file_of(columns, positions - 1)) != "accepted");
  CHECK(refusal(file_of(columns, 4'000'000)) != "accepted");
  CHECK_THAT(refusal(file_of(columns, 4'000'001)), Contains("positions"));
  CHECK(refusal(file_of(columns, 0)) != "accepted");
  CHECK(refusal(file_of("", 0)) != "accepted");
  int read_books = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string changed = columns;
    for (int changes = 1 + random.below(3); changes > 0; --changes) {
      changed[random.next() % changed.size()] = static_cast<char>(random.next());
    }
    if (random.below(8) == 0) changed.resize(random.next() % changed.size());
    const auto read_book = CompactBook::read(file_of(changed, positions));
    if (!read_book) continue;
    ++read_books;
    CHECK((*read_book)->size() == book.size());
    (*read_book)->for_each([](const Board& board, const BookEntry& entry) {
      CHECK(is_book_position(board));
      CHECK(canonical(board).board == board);
      CHECK(fault_of(board, entry).empty());
      return true;
    });
  }
  CHECK(read_books > 20);
}

TEST_CASE("moves that contradict the boards are refused", "[compact]") {
  const auto one = [](const Board& board, int discs, const std::string& moves) {
    const std::string boards = std::string(static_cast<std::size_t>(discs), '\0') + "\1" +
                               board_bytes(board) +
                               std::string(static_cast<std::size_t>(64 - discs), '\0');
    const std::string none;
    return refusal(file_of(columns_with_sizes({boards, moves, "\0"s, "\0"s, "\0"s, none, none, none,
                                               none, none, none, none, none}),
                           1));
  };
  CHECK(one(kStartBoard, 4, "\0"s) == "accepted");
  CHECK_THAT(one(kStartBoard, 4, "\x0F"), Contains("damaged"));  // there is no other position
  CHECK_THAT(one(kStartBoard, 4, "\x10"), Contains("damaged"));  // there are only four moves
  CHECK_THAT(one(kStartBoard, 4, std::string(9, '\xFF')), Contains("damaged"));
  CHECK_THAT(one(kStartBoard, 5, "\0"s), Contains("damaged"));
  CHECK_THAT(one({1, 3}, 2, "\0"s), Contains("damaged"));  // a1 twice
  CHECK_THAT(one({1, 2}, 2, "\0"s), Contains("damaged"));  // the centre is empty
  const Bitboard corner = kStartBoard.own | kStartBoard.opp | 1;
  CHECK(one({corner, 2}, 6, "\0"s) == "accepted");
  CHECK_THAT(one({corner, 2}, 6, "\1"), Contains("damaged"));   // c1 ends the game
  CHECK_THAT(one({corner, 4}, 6, "\0"s), Contains("damaged"));  // there is no move
}

TEST_CASE("a frame that needs too much memory is refused", "[compact]") {
  CHECK_THAT(refusal(file_of(std::string((64u << 20) + 1, '\0'), 1)), Contains("compressed"));
  const auto garbage = join_weights(
      kKind, "command: \ncommit: \ndata: \ndate: \nnote: \npositions: 1\n", "no frame at all");
  CHECK_THAT(refusal(garbage), Contains("compressed"));
}

TEST_CASE("the text of a compact book is checked", "[compact]") {
  const auto with_text = [](const std::string& text) {
    return refusal(join_weights(kKind, text, ""));
  };
  CHECK_THAT(with_text(""), Contains("command"));
  const std::string lines = "command: \ncommit: \ndata: \ndate: \nnote: \n";
  CHECK_THAT(with_text(lines), Contains("positions"));
  CHECK_THAT(with_text(lines + "positions: -1\n"), Contains("positions"));
  CHECK_THAT(with_text(lines + "positions: 1\nmore: 1\n"), Contains("more lines"));
}

TEST_CASE("the shipped book is intact", "[compact]") {
  const std::shared_ptr<const CompactBook> book = CompactBook::shipped();
  CHECK(book == CompactBook::shipped());
  CHECK(book->find(kStartBoard));
  CHECK(book->size() > 0);
  CHECK(!book->note("source").empty());
  const TreeFaults faults = check_tree(*book);
  CHECK(faults.faulty == 0);
  CHECK(faults.unsearched == 0);
}
