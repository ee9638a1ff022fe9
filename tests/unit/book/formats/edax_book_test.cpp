// SPDX-License-Identifier: MIT
/// Edax books. The first tests use files built byte by byte from book/README.md, without our
/// writer.
#include "book/formats/edax_book.h"
#include "book/store/book_entry.h"
#include "tests/support/junk.h"
#include "tests/support/memory_book.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <chrono>

using namespace sumi;
using namespace sumi::book;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using test::MemoryBook;

namespace {

/// Little-endian bytes.
class Bytes {
 public:
  Bytes& u8(int number) { return put(static_cast<std::uint64_t>(number), 1); }
  Bytes& i16(int number) { return put(static_cast<std::uint64_t>(number), 2); }
  Bytes& u32(std::uint64_t number) { return put(number, 4); }
  Bytes& u64(std::uint64_t number) { return put(number, 8); }
  /// Pairs of score and move.
  Bytes& links(std::initializer_list<std::pair<int, int>> all) {
    for (const auto& [score, move] : all) u8(score).u8(move);
    return *this;
  }
  const std::string& str() const { return bytes_; }

 private:
  Bytes& put(std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i, number /= 256) bytes_ += static_cast<char>(number);
    return *this;
  }

  std::string bytes_;
};

constexpr std::pair<int, int> kNoLeaf{-127, 65};

std::string head(std::uint32_t positions) {
  Bytes bytes;
  bytes.u32(0x45444158).u32(0x424F4F4B).u8(3).u8(2);          // names, version, release
  bytes.i16(2011).u8(9).u8(30).u8(23).u8(59).u8(1).u8(0xEE);  // date, padding of any value
  bytes.u32(21).u32(24).u32(2).u32(1).u32(0xFFFFFFFF);        // options
  return bytes.u32(positions).str();
}

Bytes position(const Board& board, int level, int links, int value = 0) {
  Bytes bytes;
  bytes.u64(board.own).u64(board.opp).u32(7).u32(8).u32(9).u32(10);
  return bytes.i16(value).i16(value - 2).i16(value + 2).u8(links).u8(level);
}

struct Contents {
  Result<EdaxHeader> header = EdaxHeader{};
  std::vector<EdaxPosition> positions;
  std::vector<std::string> warnings;
};

Contents contents_of(const std::string& bytes) {
  Contents contents;
  contents.header = read_edax_book(
      ByteStream::of_text(bytes),
      [&](const EdaxPosition& position) { contents.positions.push_back(position); },
      [&](const std::string& warning) { contents.warnings.push_back(warning); });
  return contents;
}

BookEntry entry_from(const EdaxPosition& position) {
  const auto found = from_edax(position);
  REQUIRE(found);
  CHECK(found->first == position.board);
  return found->second;
}

constexpr int kD3 = 19, kC4 = 26, kF5 = 37, kE6 = 44;
const Board kAfterF5 = kStartBoard.played(Square{kF5}, bit(Square{36}));

/// The side to move must pass, then c1 ends the game.
constexpr Board kMustPass{2, kStartBoard.own | kStartBoard.opp | 1};

std::string hand_made() {
  const std::string positions[] = {
      position(kStartBoard, 21, 1, 2).links({{1, kF5}, {-3, kD3}}).str(),
      position(symmetric(kAfterF5, 6), 12, 0, -1).links({kNoLeaf}).str(),
      position(kMustPass, 60, 1, -64).links({{-64, 64}, kNoLeaf}).str(),
      position(kMustPass.passed(), 60, 0, 64).links({{64, 2}}).str(),
      position(kStartBoard, 7, 4, -5)
          .links({{-5, kD3}, {-6, kC4}, {-7, kF5}, {-8, kE6}, {55, 65}})
          .str(),
  };
  std::string bytes = head(5);
  for (const std::string& one : positions) bytes += one;
  return bytes;
}

/// Requires the entries that README.md specifies for a book.
void check_against(const MemoryBook& book, const std::vector<EdaxPosition>& positions) {
  std::map<std::pair<Bitboard, Bitboard>, EdaxPosition> there;
  for (const EdaxPosition& position : positions) {
    CHECK(canonical(position.board).board == position.board);
    CHECK(there.emplace(std::pair(position.board.own, position.board.opp), position).second);
  }
  const auto find = [&](const Board& board) -> const EdaxPosition* {
    const Board wanted = canonical(board).board;
    const auto found = there.find({wanted.own, wanted.opp});
    return found != there.end() ? &found->second : nullptr;
  };

  std::size_t scored = 0, passes = 0;
  book.for_each([&](const Board& board, const BookEntry& entry) {
    const EdaxPosition* const position = find(board);
    CHECK((position != nullptr) == entry.score.has_value());
    if (!position) return true;
    ++scored;
    CHECK(position->value == whole_discs(*entry.score).discs);
    CHECK(position->upper - position->value <= 2);
    CHECK(position->value - position->lower <= 2);
    CHECK(((position->lower == position->upper) == entry.exact || std::abs(position->value) > 62));
    CHECK(GameCounts{position->wins, position->draws, position->losses} == entry.games);
    CHECK(position->lines == std::max<std::uint64_t>(entry.games.games(), 1));
    CHECK(position->level == (entry.level >= 0 ? entry.level : entry.depth));
    std::vector<EdaxLink> links;
    for (const Child& child : children(book, board)) {
      if (child.entry && child.entry->score) {
        links.push_back({whole_discs(*child.value()).discs, child.move});
      }
    }
    CHECK(position->links == links);
    return true;
  });

  for (const EdaxPosition& position : positions) {
    int best = -65;
    for (const EdaxLink& link : position.links) {
      best = std::max(best, link.score);
      Board after = position.board.passed();
      if (link.move == Square::kPass) {
        ++passes;
        CHECK(rules::must_pass(position.board));
        CHECK(position.links.size() == 1);
        CHECK(!position.leaf);
      } else {
        after = position.board.played(link.move, rules::flips(position.board, link.move));
      }
      const EdaxPosition* const child = find(after);  // Edax needs a position after each link
      REQUIRE(child);
      CHECK(child->value == -link.score);
    }
    if (position.leaf) best = std::max(best, position.leaf->score);
    CHECK(position.value == best);
  }
  CHECK(positions.size() == scored + passes);
}

}  // namespace

TEST_CASE("a hand-made Edax book is read", "[edax]") {
  const std::string bytes = hand_made();
  CHECK(bytes.substr(0, 8) == "XADEKOOB");
  CHECK(bytes.size() == 42 + 5 * 40 + 4 + 2 + 4 + 2 + 10);
  const Contents contents = contents_of(bytes);
  REQUIRE(contents.header);
  CHECK((*contents.header == EdaxHeader{3, 2, 2011, 9, 30, 23, 59, 1, 21, 24, 2, 1, -1, 5}));
  CHECK(contents.warnings.empty());
  const std::vector<EdaxPosition>& all = contents.positions;
  REQUIRE(all.size() == 5);
  CHECK(
      (all[0] ==
       EdaxPosition{
           kStartBoard, 7, 8, 9, 10, 2, 0, 4, 21, {{1, Square{kF5}}}, EdaxLink{-3, Square{kD3}}}));
  CHECK((all[1] == EdaxPosition{symmetric(kAfterF5, 6), 7, 8, 9, 10, -1, -3, 1, 12, {}, {}}));
  CHECK((all[2].links == std::vector{EdaxLink{-64, Square::kPass}}));
  CHECK(!all[2].leaf);
  CHECK((all[3].leaf == EdaxLink{64, Square{2}}));
  CHECK(all[4].links.size() == 4);
  CHECK(!all[4].leaf);  // whatever its score
}

TEST_CASE("Edax positions become entries of our books", "[edax]") {
  const std::vector<EdaxPosition> all = contents_of(hand_made()).positions;
  REQUIRE(all.size() == 5);

  const BookEntry start = entry_from(all[0]);
  CHECK((start.leaf == Leaf{Leaf::State::kMove, Square{kD3}, Value{-3 * 128}, 21, 73, false}));
  CHECK(start.level == 21);
  CHECK((start.games == GameCounts{7, 8, 9}));
  CHECK(!start.score);

  const BookEntry missing = entry_from(all[1]);
  CHECK((missing.leaf == Leaf{}));
  CHECK(missing.level == 12);

  CHECK(!from_edax(all[2]));
  CHECK((entry_from(all[3]).leaf == Leaf{Leaf::State::kNoMove}));  // its only move ends the game
  CHECK((entry_from(all[4]).leaf == Leaf{Leaf::State::kNoMove}));  // all moves are links
  CHECK(entry_from(all[4]).level == 7);

  EdaxPosition position = all[2];
  position.links.clear();
  position.leaf = EdaxLink{-64, Square::kPass};  // no position follows the pass
  const auto behind = from_edax(position);
  REQUIRE(behind);
  CHECK(behind->first == kMustPass.passed());
  BookEntry unsearched;
  unsearched.level = 60;
  unsearched.games = {9, 8, 7};
  CHECK((behind->second == unsearched));

  position = all[4];
  position.links.pop_back();
  CHECK((entry_from(position).leaf == Leaf{}));
  position.level = 61;
  CHECK(entry_from(position).level == -1);
  position.level = 255;
  position.leaf = EdaxLink{64, Square{kE6}};
  CHECK((entry_from(position).leaf ==
         Leaf{Leaf::State::kMove, Square{kE6}, Value{64 * 128}, 60, 73, false}));
  position.board = {3, 0};  // the game is over
  CHECK(!from_edax(position));
}

TEST_CASE("a faulty Edax position is skipped, and the others are read", "[edax]") {
  const std::string good = position(kStartBoard, 21, 0).links({{1, kF5}}).str();
  const std::pair<std::string, std::string> bad[] = {
      {position({3, 1}, 21, 0).links({kNoLeaf}).str(), "two discs on a square"},
      {position(kStartBoard, 21, 1).links({{1, 0}, {1, kF5}}).str(), "a1 is not a legal move"},
      {position(kStartBoard, 21, 1).links({{1, 64}, {1, kF5}}).str(), "pass is not a legal move"},
      {position(kStartBoard, 21, 1).links({kNoLeaf, {1, kF5}}).str(), "move 65 is not in 0..64"},
      {position(kStartBoard, 21, 1).links({{65, kF5}, {1, kD3}}).str(),
       "the score 65 of f5 is not in -64..64"},
      {position(kStartBoard, 21, 0).links({{0, 27}}).str(), "d4 is not a legal move"},
      {position(kStartBoard, 21, 0).links({{0, 255}}).str(), "move 255 is not in 0..64"},
      {position(kStartBoard, 21, 0).links({{-65, kF5}}).str(),
       "the score -65 of f5 is not in -64..64"},
      {position(kMustPass, 21, 0).links({{0, 2}}).str(), "c1 is not a legal move"},
      {position({3, 0}, 21, 0).links({{0, 64}}).str(), "pass is not a legal move"},
  };
  for (const auto& [bytes, fault] : bad) {
    const Contents contents = contents_of(head(3) + good + bytes + good);
    CHECK(contents.header);
    CHECK(contents.positions.size() == 2);
    CHECK(contents.warnings == std::vector{"position 2: " + fault});
  }
}

TEST_CASE("truncated Edax books and files of other types are refused", "[edax]") {
  const std::string bytes = hand_made();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Contents contents = contents_of(bytes.substr(0, size));
    REQUIRE(!contents.header);
    CHECK(contents.header.error().code == ErrorCode::kBadFile);
    CHECK_THAT(contents.header.error().message, Contains(size < 8 ? "XADEKOOB" : "cut off"));
  }
  CHECK(contents_of(bytes.substr(0, bytes.size() - 1)).positions.size() == 4);
  const Contents longer = contents_of(bytes + "x");
  CHECK(longer.header);
  CHECK(longer.positions.size() == 5);
  REQUIRE(longer.warnings.size() == 1);
  CHECK_THAT(longer.warnings[0], Contains("more in the file"));
  CHECK(contents_of(head(0)).header);
  CHECK_THAT(contents_of(head(0xFFFFFFFF)).header.error().message,
             Contains("4294967295 positions are announced, 0 are there"));
}

TEST_CASE("errors tell a missing Edax file from a file of another type", "[edax]") {
  const test::TemporaryFolder folder;
  const auto ignore = [](const auto&) {};
  const auto missing = read_edax_book(folder.file("none"), ignore, ignore);
  REQUIRE(!missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  const auto other = read_edax_book(folder.write("text", "f5d6\n"), ignore, ignore);
  REQUIRE(!other);
  CHECK(other.error().code == ErrorCode::kBadFile);
  CHECK_THAT(other.error().message, StartsWith("file '") && Contains("text'"));
  CHECK(read_edax_book(folder.write("good", hand_made()), ignore, ignore));
}

TEST_CASE("our books are written for Edax with the same values", "[edax]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book.dat");
  SplitMix64 random(11);
  std::size_t passes = 0, leaves = 0;
  for (int round = 0; round < 6; ++round) {
    const MemoryBook book = test::random_book(random, 15, 50);
    REQUIRE(write_edax_book(path, book));
    std::vector<EdaxPosition> positions;
    std::vector<std::string> warnings;
    const auto header = read_edax_book(
        path, [&](const EdaxPosition& position) { positions.push_back(position); },
        [&](const std::string& warning) { warnings.push_back(warning); });
    REQUIRE(header);
    CHECK(warnings.empty());
    CHECK(header->positions == positions.size());
    CHECK(header->version == 4);
    check_against(book, positions);

    MemoryBook back;
    for (const EdaxPosition& position : positions) {
      leaves += position.leaf.has_value();
      if (const auto entry = from_edax(position)) {
        back.put(entry->first, entry->second);
      } else {
        ++passes;
      }
    }
    back.negamax();
    back.for_each([&](const Board& board, const BookEntry& entry) {
      CHECK(entry.score == to_value(whole_discs(*book.find(board)->score)));
      return true;
    });
  }
  CHECK(passes > 10);
  CHECK(leaves > 1000);
}

TEST_CASE("the header of a written Edax book is complete", "[edax]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book.dat");
  const auto ignore = [](const auto&) {};
  MemoryBook book;
  REQUIRE(write_edax_book(path, book));
  auto header = read_edax_book(path, ignore, ignore);
  REQUIRE(header);
  CHECK(header->positions == 0);
  CHECK(header->level == 21);

  BookEntry entry;
  entry.leaf = {Leaf::State::kMove, Square{kD3}, Value{64}, 14, 73, false};
  entry.level = 12;
  book.put(kStartBoard, entry);
  const Square d6 = first_square(rules::legal_moves(kAfterF5));
  book.put(kAfterF5.played(d6, rules::flips(kAfterF5, d6)), {});  // unsearched, so without a score
  book.negamax();
  REQUIRE(write_edax_book(path, book));
  header = read_edax_book(path, ignore, ignore);
  REQUIRE(header);
  CHECK(header->positions == 1);
  CHECK(header->level == 12);
  CHECK(header->empties == 60);
  CHECK(header->midgame_error == 2);
  using namespace std::chrono;
  const auto today = floor<days>(system_clock::now());  // midnight may have passed
  const year_month_day written{year{header->year}, month{static_cast<unsigned>(header->month)},
                               day{static_cast<unsigned>(header->day)}};
  CHECK(today - sys_days{written} <= days{1});
  CHECK(today >= sys_days{written});
  CHECK(folder.files() == 1);
  CHECK(!write_edax_book(folder.file("no folder/book.dat"), book));
  CHECK_FALSE(
      write_edax_book(folder.file("other.dat"), book, [](double) { return false; }).value());
  CHECK(folder.files() == 1);
}

TEST_CASE("half discs are rounded in the same way for both sides", "[edax]") {
  for (int units = -8192; units <= 8192; ++units) {
    const int discs = whole_discs(Value{units}).discs;
    CHECK(discs == -whole_discs(Value{-units}).discs);
    CHECK(std::abs(128 * discs - units) <= 64);
  }
  CHECK(whole_discs(Value{64}).discs == 1);
  CHECK(whole_discs(Value{63}).discs == 0);
}

TEST_CASE("broken Edax files never crash the reader", "[edax]") {
  const test::TemporaryFolder folder;
  SplitMix64 random(12);
  const std::string bytes = hand_made();
  for (int i = 0; i < 20000; ++i) {
    std::string changed = bytes;
    for (int changes = 1 + random.below(3); changes > 0; --changes) {
      changed[random.next() % changed.size()] ^= static_cast<char>(1 << random.below(8));
    }
    for (const EdaxPosition& position : contents_of(changed).positions) {
      CHECK((position.board.own & position.board.opp) == 0);
      if (const auto entry = from_edax(position)) CHECK(is_book_position(entry->first));
    }
  }
  test::check_bad_input([](std::string_view text) { return contents_of(std::string(text)).header; },
                        {bytes}, "XADEKOB");
}
