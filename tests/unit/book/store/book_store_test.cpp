// SPDX-License-Identifier: MIT
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/file.h"
#include "engine/base/sqlite.h"
#include "tests/support/books.h"
#include "tests/support/child_process.h"
#include "tests/support/flips.h"
#include "tests/support/sqlite.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace sumi;
using namespace sumi::book;
using Access = BookStore::Access;
using test::ask_sqlite;
using test::Entries;
using test::entries_of;
using test::in_child;
using test::wait_for;

namespace {

std::unique_ptr<BookStore> open_store(const std::string& path, Access access = Access::kRead) {
  Result<std::unique_ptr<BookStore>> store = BookStore::open(path, access);
  INFO((store ? "" : store.error().message));
  REQUIRE(store.has_value());
  return std::move(*store);
}

std::unique_ptr<BookStore> new_store(const std::string& path) {
  Result<std::unique_ptr<BookStore>> store = BookStore::create(path);
  INFO((store ? "" : store.error().message));
  REQUIRE(store.has_value());
  return std::move(*store);
}

std::string open_error(const std::string& path, Access access = Access::kRead) {
  const auto store = BookStore::open(path, access);
  return store ? "none" : store.error().message;
}

/// Returns all expected entries.
Entries fill(BookStore& book, int count, std::uint64_t seed = 1) {
  SplitMix64 random(seed);
  Entries expected;
  book.change([&] {
    for (int i = 0; i < count; ++i) {
      const Board board = canonical(test::random_book_position(random, 30)).board;
      const BookEntry entry = test::random_entry(random, board);
      book.put(board, entry);
      expected[{board.own, board.opp}] = entry;
    }
  });
  return expected;
}

const test::TestedStore kTested{[](const std::string& path) { fill(*new_store(path), 500); },
                                [](const std::string& path, bool to_write) {
                                  return open_error(path,
                                                    to_write ? Access::kWrite : Access::kRead);
                                },
                                "holds no opening book"};

}  // namespace

TEST_CASE("entries survive storage in all eight orientations", "[book_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  std::vector<std::pair<Board, BookEntry>> all;
  {
    const auto book = new_store(path);
    SplitMix64 random(1);
    for (int i = 0; i < 300; ++i) {
      const Board board = test::random_book_position(random, 4 + random.below(40));
      BookEntry entry = test::random_entry(random, board);
      if (random.below(2) == 0) entry.score = Value{random.below(16385) - 8192};
      entry.depth = random.below(board.empties() + 1);
      entry.selectivity = kSelectivities[random.below(6)];
      entry.exact = random.below(2) == 0;
      book->put(symmetric(board, random.below(8)), BookEntry{});  // any orientation will do
      book->put(board, entry);
      all.push_back({board, entry});
    }
    BookEntry extreme;
    extreme.score = -to_value({64});
    extreme.depth = kStartBoard.empties();
    extreme.leaf = {Leaf::State::kMove, Square{19}, to_value({64}), 60, 73, true};
    extreme.level = kMaxBookLevel;
    extreme.games = {0xFFFFFFFF, 0xFFFFFFFE, 1};
    book->put(kStartBoard, extreme);
    all.push_back({kStartBoard, extreme});
  }
  CHECK(folder.files() == 1);

  const auto book = open_store(path);
  for (const auto& [board, entry] : all) {
    const auto found = book->find(board);
    REQUIRE(found);
    CHECK(*found == entry);
    for (int s = 0; s < kSymmetries; ++s) {
      const Board turned = symmetric(board, s);
      const auto same = book->find(turned);
      REQUIRE(same);
      BookEntry expected = *found;
      expected.leaf.move = symmetric(found->leaf.move, s);
      // On a symmetric board, any equivalent move is right.
      if (same->leaf.move != expected.leaf.move) {
        CHECK(canonical(test::after(turned, std::vector{same->leaf.move})).board ==
              canonical(test::after(turned, std::vector{expected.leaf.move})).board);
        expected.leaf.move = same->leaf.move;
      }
      CHECK(*same == expected);
    }
    CHECK_FALSE(book->find({board.own ^ (board.own & -board.own), board.opp}));
  }
  CHECK(book->check_file().empty());
  CHECK(book->size() == entries_of(*book).size());
}

TEST_CASE("a visit lists the entries at the time of the call, in order", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  const Entries expected = fill(*book, 400);
  CHECK(entries_of(*book) == expected);
  CHECK(book->size() == expected.size());

  // A map has the same order. The visit meanwhile removes all entries.
  auto next = expected.begin();
  book->for_each([&](const Board& board, const BookEntry& entry) {
    CHECK(std::pair(board.own, board.opp) == next->first);
    CHECK(entry == next->second);
    ++next;
    book->erase(board);
    if (next != expected.end()) book->erase({next->first.first, next->first.second});
    return true;
  });
  CHECK(next == expected.end());
  CHECK(book->size() == 0);
  CHECK(entries_of(*book).empty());

  fill(*book, 10);
  int visited = 0;
  book->for_each([&](const Board&, const BookEntry&) { return ++visited < 3; });
  CHECK(visited == 3);
}

TEST_CASE("the number of positions follows additions and removals", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  const Board other = kStartBoard.played(Square{37}, rules::flips(kStartBoard, Square{37}));
  book->put(kStartBoard, {});
  book->put(kStartBoard.passed(), {});  // mirror image of the start
  CHECK(book->size() == 1);
  book->put(other, {});
  book->put(symmetric(other, 5), {});
  CHECK(book->size() == 2);
  book->change([&] {
    book->erase(other);
    book->erase(other);
    CHECK(book->size() == 1);
    book->erase(kStartBoard);
    CHECK(book->size() == 0);
    book->put(kStartBoard, {});
    CHECK(book->size() == 1);
  });
  CHECK(book->size() == 1);
  CHECK(ask_sqlite(book->path(), "SELECT positions FROM size") == "1");
  CHECK(ask_sqlite(book->path(), "SELECT count(*) FROM positions") == "1");
}

TEST_CASE("a change is complete or absent", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  const Entries before = fill(*book, 20);
  SplitMix64 random(99);
  const Board added = test::random_book_position(random, 20);
  const Board first{before.begin()->first.first, before.begin()->first.second};

  const auto fails = [&] {
    book->change([&] {
      book->put(added, {});
      book->set_note("a", "b");
      book->change([&] { book->erase(first); });
      book->remember_game(7);
      CHECK(book->find(added));
      CHECK_FALSE(book->find(first));
      CHECK(book->size() == before.size());
      CHECK(book->note("a") == "b");
      CHECK(book->has_game(7));
      CHECK(book->games() == std::vector<std::uint64_t>{7});
      CHECK(entries_of(*book).contains({canonical(added).board.own, canonical(added).board.opp}));
      throw std::runtime_error("enough");
    });
  };
  CHECK_THROWS_WITH(fails(), "enough");
  CHECK(entries_of(*book) == before);
  CHECK(book->size() == before.size());
  CHECK(book->note("a").empty());
  CHECK_FALSE(book->has_game(7));

  book->put(added, {});
  CHECK(book->size() == before.size() + 1);
}

TEST_CASE("other threads read the state before a change, and wait to write", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  const Entries before = fill(*book, 20);
  const auto reader = open_store(book->path());
  std::thread writer;
  book->change([&] {
    book->put(kStartBoard, {});
    book->set_note("by", "first");
    std::thread([&] {
      CHECK_FALSE(book->find(kStartBoard));
      CHECK(book->size() == before.size());
      CHECK(book->note("by").empty());
      CHECK(entries_of(*book) == before);
      CHECK(entries_of(*reader) == before);
    }).join();
    writer = std::thread([&] { book->set_note("by", "second"); });
    CHECK(book->note("by") == "first");
  });
  writer.join();
  CHECK(book->note("by") == "second");
  CHECK(book->find(kStartBoard));
  CHECK(reader->find(kStartBoard));
  CHECK(reader->note("by") == "second");
}

TEST_CASE("several threads change the book and look up entries at the same time", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  constexpr int kThreads = 4, kEach = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&book, t] {
      SplitMix64 random(static_cast<std::uint64_t>(t) + 1);
      for (int i = 0; i < kEach; ++i) {
        const Board board = test::random_book_position(random, 20);
        // A read-modify-write.
        book->change([&] {
          const std::string text = book->note("sum");
          book->set_note("sum", std::to_string((text.empty() ? 0 : std::stoi(text)) + 1));
          book->put(board, {});
        });
        if (!book->find(board) || book->size() == 0) book->set_note("lost", "one");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(book->note("sum") == std::to_string(kThreads * kEach));
  CHECK(book->note("lost").empty());
  CHECK(book->size() == kThreads * kEach);
  CHECK(book->check_file().empty());
}

TEST_CASE("notes and games survive storage", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  CHECK(book->note("level").empty());
  CHECK(book->games().empty());
  const std::string text("a\0b\n'\"\xFF", 7);
  book->set_note("level", "12");
  book->set_note("", text);
  book->set_note("level", "13");
  for (const std::uint64_t game : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{5}}) {
    CHECK_FALSE(book->has_game(game));
    book->remember_game(game);
    book->remember_game(game);
    CHECK(book->has_game(game));
  }
  const auto reader = open_store(book->path());
  CHECK(reader->note("level") == "13");
  CHECK(reader->note("") == text);
  CHECK(reader->has_game(5));
  CHECK_FALSE(reader->has_game(6));
  CHECK(reader->games() == std::vector<std::uint64_t>{0, 5, ~std::uint64_t{0}});
}

TEST_CASE("one process writes while others read and see its changes", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  const auto book = new_store(path);
  CHECK_THAT(open_error(path, Access::kWrite), Catch::Contains("another sumi is writing to it"));
  // Opening and closing a reader must not release the writer's lock.
  open_store(path);
  CHECK_THAT(open_error(path, Access::kWrite), Catch::Contains("another sumi is writing to it"));

  const std::string ready = folder.file("ready");
  const pid_t child = in_child([&] {
    if (BookStore::open(path, Access::kWrite)) _exit(1);
    const auto reader = BookStore::open(path, Access::kRead);
    if (!reader) _exit(2);
    if ((*reader)->size() != 0 || !write_file(ready, "")) _exit(3);
    for (int i = 0; i < 5'000 && !(*reader)->find(kStartBoard); ++i) usleep(1'000);
    if (!(*reader)->find(kStartBoard) || (*reader)->size() != 1) _exit(4);
  });
  for (int i = 0; i < 5'000 && !std::filesystem::exists(ready); ++i) usleep(1'000);
  book->put(kStartBoard, {});
  CHECK(wait_for(child) == 0);
}

TEST_CASE("after a kill, all changes are complete and none is lost", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  new_store(path);
  const auto board_of = [](int i) {
    SplitMix64 random(static_cast<std::uint64_t>(i));
    return test::random_book_position(random, 40);
  };
  SplitMix64 random(3);
  int had = 0;
  for (int kill_number = 0; kill_number < 12; ++kill_number) {
    int said[2];
    REQUIRE(pipe(said) == 0);
    const pid_t child = in_child([&] {
      const auto book = BookStore::open(path, Access::kWrite);
      if (!book) _exit(1);
      for (int i = had;; ++i) {
        (*book)->change([&] {
          (*book)->put(board_of(2 * i), {});
          (*book)->put(board_of(2 * i + 1), {});
          (*book)->set_note("changes", std::to_string(i + 1));
        });
        if (write(said[1], &i, sizeof i) < 0) _exit(1);
      }
    });
    close(said[1]);
    // Every other kill comes after the first change.
    int last = had - 1;
    if (kill_number % 2 == 0) CHECK(read(said[0], &last, sizeof last) == sizeof last);
    usleep(static_cast<useconds_t>(random.below(20'000)));
    REQUIRE(kill(child, SIGKILL) == 0);
    REQUIRE(WIFSIGNALED(wait_for(child)));
    for (int i = 0; read(said[0], &i, sizeof i) == sizeof i;) last = i;
    close(said[0]);

    const auto book = open_store(path);
    CHECK(book->check_file().empty());
    const std::string text = book->note("changes");
    const int now = text.empty() ? 0 : std::stoi(text);
    CHECK(now > last);
    CHECK(now <= last + 2);  // the last one may be unreported
    for (int i = 0; i < now; ++i) {
      CHECK(book->find(board_of(2 * i)));
      CHECK(book->find(board_of(2 * i + 1)));
    }
    CHECK_FALSE(book->find(board_of(2 * now)));
    had = now;
  }
  CHECK(had > 0);
}

TEST_CASE("creating a book never replaces a file", "[book_store]") {
  const test::TemporaryFolder folder;
  folder.write("mine", "mine");
  folder.write("a", "mine, too");
  const auto error = [](const std::string& path) {
    const auto store = BookStore::create(path);
    return store ? Error{} : store.error();
  };
  CHECK_THAT(error(folder.file("mine")).message, Catch::Contains("File exists"));
  CHECK(read_file(folder.file("mine")).value() == "mine");
  CHECK(error(folder.file("no/such/folder")).code == ErrorCode::kNotFound);
  CHECK_THAT(error("no/such").message, Catch::StartsWith("file 'no/such': "));
  CHECK(error("").code == ErrorCode::kNotFound);
  CHECK(error(folder.file(std::string("a\0b", 3))).code == ErrorCode::kNotFound);
  CHECK(read_file(folder.file("a")).value() == "mine, too");
  CHECK_FALSE(error(folder.path()).message.empty());
  CHECK(folder.files() == 2);
}

TEST_CASE("names are no URIs", "[book_store][posix]") {  // Windows allows no '?' in names
  const test::TemporaryFolder folder;
  const std::string odd = folder.file("?mode=memory#%41 'x'");
  new_store(odd)->put(kStartBoard, {});
  CHECK(open_store(odd)->size() == 1);
  CHECK(folder.files() == 1);
}

TEST_CASE("files that are not books are refused and unchanged", "[book_store]") {
  test::check_refuses_other_files(kTested);
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  kTested.make(path);
  ask_sqlite(path, "DROP TABLE positions");
  for (const Access access : {Access::kRead, Access::kWrite})
    CHECK_THAT(open_error(path, access), Catch::Contains("no such table"));
  CHECK(BookStore::open(folder.file("none"), Access::kRead).error().code == ErrorCode::kNotFound);
}

TEST_CASE("the header of a file identifies a book", "[book_store]") {
  const test::TemporaryFolder folder;
  new_store(folder.file("book"));
  const std::string bytes = read_file(folder.file("book")).value();
  CHECK(bytes.substr(68, 4) == "SuBk");
  CHECK(BookStore::is_store(bytes));
  CHECK(BookStore::is_store(std::string_view(bytes).substr(0, 100)));
  CHECK_FALSE(BookStore::is_store(std::string_view(bytes).substr(0, 99)));
  CHECK_FALSE(BookStore::is_store("hello"));
  std::string other = bytes;
  other[68] = 'x';
  CHECK_FALSE(BookStore::is_store(other));
}

TEST_CASE("a truncated book is refused and unchanged", "[book_store]") {
  test::check_refuses_cut_files(kTested);
}

TEST_CASE("a read-only book in a read-only folder can be read", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a book?");
  const Entries expected = fill(*new_store(path), 30);
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  const int status = wait_for(in_child([&] {
    if (geteuid() == 0 && seteuid(65534) != 0) _exit(1);  // root may write anywhere
    if (access(path.c_str(), W_OK) == 0 && geteuid() != 65534) _exit(2);
    const auto book = BookStore::open(path, Access::kRead);
    if (!book) _exit(3);
    if ((*book)->size() != expected.size() || entries_of(**book) != expected) _exit(4);
    if (!(*book)->check_file().empty()) _exit(5);
    if (BookStore::open(path, Access::kWrite)) _exit(6);
    if (BookStore::create(path + "2")) _exit(7);
  }));
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  CHECK(status == 0);
  CHECK(folder.files() == 1);
}

TEST_CASE("a check finds invalid entries", "[book_store]") {
  const test::TemporaryFolder folder;
  const std::string good = folder.file("good"), path = folder.file("f");
  {
    const auto book = new_store(good);
    const Board start = canonical(kStartBoard).board;
    BookEntry entry;
    entry.leaf = {Leaf::State::kMove, first_square(rules::legal_moves(start)), {}, 9, 73, true};
    book->put(start, entry);
    CHECK(book->check_file().empty());
  }
  struct Case {
    std::string sql, part;
  };
  const std::string entry = "substr(entry, 1, ";
  for (const Case& c : {
           Case{"UPDATE size SET positions = 2", "says it has 2 positions, has 1"},
           Case{"UPDATE positions SET board = x'00'", "'\\x00' is not a board"},
           Case{"UPDATE positions SET board = zeroblob(16)", "cannot move"},
           Case{"UPDATE positions SET board = x'FF00000000000000FF00000000000000'",
                "is not a board"},
           Case{"UPDATE positions SET board = x'00000010080000000000000810000000'",
                "is not the canonical one"},
           Case{"UPDATE positions SET entry = x'0000'", "entry is damaged"},
           Case{"UPDATE positions SET board = x'00000000000000010000000000000002'",
                "a middle square is empty"},
           // One field each: selectivity, the leaf's value, depth and move, flags, level, reserved.
           Case{"UPDATE positions SET entry = " + entry + "3) || x'05' || substr(entry, 5)",
                "its score has a selectivity of 5"},
           Case{"UPDATE positions SET entry = " + entry + "4) || x'0100' || substr(entry, 7)",
                "its leaf's value 0.01"},
           Case{"UPDATE positions SET entry = " + entry + "6) || x'3D' || substr(entry, 8)",
                "its leaf is of 61 plies"},
           Case{"UPDATE positions SET entry = " + entry + "7) || x'05' || substr(entry, 9)",
                "its leaf has a selectivity of 5"},
           Case{"UPDATE positions SET entry = " + entry + "8) || x'00' || substr(entry, 10)",
                "its leaf a1 is not a legal move"},
           Case{"UPDATE positions SET entry = " + entry + "8) || x'41' || substr(entry, 10)",
                "its entry is damaged"},
           Case{"UPDATE positions SET entry = " + entry + "9) || x'03' || substr(entry, 11)",
                "its entry is damaged"},
           Case{"UPDATE positions SET entry = " + entry + "9) || x'11' || substr(entry, 11)",
                "its entry is damaged"},
           Case{"UPDATE positions SET entry = " + entry + "10) || x'3D' || substr(entry, 12)",
                "its level is 61"},
           Case{"UPDATE positions SET entry = " + entry + "11) || x'01' || substr(entry, 13)",
                "its entry is damaged"},
       }) {
    CAPTURE(c.sql);
    folder.write("f", read_file(good).value());
    REQUIRE(ask_sqlite(path, c.sql).empty());
    const auto book = open_store(path);
    const std::vector<std::string> faults = book->check_file();
    REQUIRE_FALSE(faults.empty());
    CHECK_THAT(faults.front(), Catch::Contains(c.part));
    if (c.part.starts_with("its ")) {
      CHECK_THROWS_AS(book->find(kStartBoard), FatalError);
      CHECK_THROWS_AS(entries_of(*book), FatalError);
    }
  }
}

TEST_CASE("damage inside a book is an error, not a crash", "[book_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  const Entries expected = fill(*new_store(path), 200);
  const std::string whole = read_file(path).value();
  SplitMix64 random(4);
  int told = 0;
  for (int i = 0; i < 60; ++i) {
    std::string bytes = whole;
    for (int hits = 1 + random.below(20); hits > 0; --hits) {
      bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] =
          static_cast<char>(random.next());
    }
    folder.write("f", bytes);
    const auto book = BookStore::open(path, Access::kRead);
    if (!book) {
      ++told;
      continue;
    }
    try {
      if (!(*book)->check_file().empty()) ++told;
      for (const auto& [board, entry] : expected) (*book)->find({board.first, board.second});
      entries_of(**book);
    } catch (const FatalError&) {
    }
  }
  CHECK(told > 20);
}

TEST_CASE("the bytes of an entry are those that the README specifies", "[book_store]") {
  const Board board = kStartBoard.played(Square{37}, rules::flips(kStartBoard, Square{37}));
  const BookKey key = to_key(board);
  CHECK(std::string_view(key.data(), key.size()) ==
        std::string_view("\0\0\0\0\x08\0\0\0\0\0\0\x38\x10\0\0\0", 16));
  BookEntry entry;
  entry.score = Value{-333};
  entry.depth = 19;
  entry.selectivity = 87;
  entry.leaf = {Leaf::State::kMove, Square{43}, Value{-400}, 18, 73, false};
  entry.level = 21;
  entry.games = {1, 2, 0x010203};
  const BookRow row = to_row(entry);
  CHECK(std::string_view(row.data(), row.size()) ==
        std::string_view("\xB3\xFE\x13\x57\x70\xFE\x12\x49\x2B\x01\x15\x00"
                         "\x01\0\0\0\x02\0\0\0\x03\x02\x01\0",
                         24));
  CHECK(parse_key({key.data(), key.size()}) == board);
  CHECK(parse_row(board, {row.data(), row.size()}).value() == entry);
}

TEST_CASE("a new book ignores the log of a deleted one", "[book_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.book");
  for (const char* left : {"a.book-wal", "a.book-shm", "a.book-journal"}) folder.write(left, "old");
  const auto book = BookStore::create(path).value();
  CHECK(book->size() == 0);
  CHECK(read_file(folder.file("a.book-wal")).value() != "old");
}

TEST_CASE("creating a book on a full disk leaves a complete book or none", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  int failed = 0;
  for (rlim_t bytes = 0; bytes <= 80 * 1024; bytes += 4096) {
    const int status = wait_for(in_child([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit most{bytes, bytes};
      if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(1);
      _exit(BookStore::create(path) ? 2 : 3);
    }));
    CAPTURE(bytes);
    REQUIRE(WIFEXITED(status));
    REQUIRE((WEXITSTATUS(status) == 2 || WEXITSTATUS(status) == 3));
    failed += WEXITSTATUS(status) == 3 ? 1 : 0;
    if (folder.files() == 0) continue;
    CHECK(open_store(path)->check_file().empty());
    CHECK(folder.files() == 1);
    std::filesystem::remove(path);
  }
  CHECK(failed > 2);
  CHECK(failed < 20);
}

TEST_CASE("change_if() keeps a change only if its function returns true", "[book_store]") {
  const test::TemporaryFolder folder;
  const auto book = new_store(folder.file("book"));
  for (const bool keep : {false, true}) {
    CHECK(book->change_if([&] {
      book->put(kStartBoard, {});
      CHECK(book->size() == 1);
      return keep;
    }) == keep);
    CHECK(book->size() == (keep ? 1 : 0));
  }
}

TEST_CASE("the log of a book is found through a symbolic link", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book"), other = folder.file("other"),
                    link = folder.file("link");
  {
    const auto book = new_store(path);
    book->put(kStartBoard, {});
    for (const char* part : {"", "-wal"}) {
      std::filesystem::copy_file(path + part, other + part);
    }
  }
  std::filesystem::create_symlink(other, link);
  REQUIRE(chmod(folder.path().c_str(), 0555) == 0);
  REQUIRE(chmod(other.c_str(), 0444) == 0);
  // The book must not open without its log.
  const int status = wait_for(in_child([&] {
    if (geteuid() == 0 && seteuid(65534) != 0) _exit(1);
    for (const std::string& name : {other, link}) {
      const auto book = BookStore::open(name, Access::kRead);
      if (book && (*book)->size() != 1) _exit(name == link ? 2 : 3);
    }
  }));
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  CHECK(status == 0);
  CHECK(open_store(link)->size() == 1);
}

namespace {

/// The content, by look-up and by listing; std::nullopt if damage is detected.
std::optional<std::string> content_of(const std::string& path, const Entries& expected) {
  const auto book = BookStore::open(path, Access::kRead);
  if (!book) return std::nullopt;
  std::string text;
  const auto take = [&text](const BookEntry& entry) {
    const BookRow row = to_row(entry);
    text.append(row.data(), row.size());
  };
  try {
    text += std::to_string((*book)->size()) + (*book)->note("level");
    for (const auto& [board, entry] : expected) {
      const auto found = (*book)->find({board.first, board.second});
      text += found ? '+' : '-';
      if (found) take(*found);
    }
    for (const auto& [board, entry] : entries_of(**book)) take(entry);
    for (const std::uint64_t game : (*book)->games()) text += std::to_string(game);
  } catch (const FatalError& error) {
    CHECK_THAT(error.what(), Catch::Contains("'" + path + "'"));
    return std::nullopt;
  }
  return text;
}

Entries fill_all(BookStore& book, int count) {
  const Entries expected = fill(book, count);
  book.set_note("level", "21");
  for (std::uint64_t game = 1; game < 100; ++game) book.remember_game(game * 0x9E3779B97F4A7C15);
  return expected;
}

/// As older versions wrote.
void write_old(const std::string& path, const std::string& checked) {
  const std::string made = ask_sqlite(
      path,
      "PRAGMA application_id = 0x5375426B; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;"
      "CREATE TABLE positions(board BLOB PRIMARY KEY, entry BLOB NOT NULL) WITHOUT ROWID;"
      "CREATE TABLE size(positions INTEGER NOT NULL);"
      "CREATE TABLE notes(name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;"
      "CREATE TABLE games(identity INTEGER PRIMARY KEY);"
      "ATTACH '" +
          checked +
          "' AS new; INSERT INTO positions SELECT * FROM new.positions;"
          "INSERT INTO size SELECT * FROM new.size; INSERT INTO notes SELECT * FROM new.notes;"
          "INSERT INTO games SELECT * FROM new.games",
      nullptr);
  REQUIRE((made == "wal" || made.empty()));
}

}  // namespace

TEST_CASE("a flipped bit in a book is harmless or detected", "[book_store][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  const Entries expected = fill_all(*new_store(path), 500);
  test::check_flips({"book", [&](const std::string& file) { return content_of(file, expected); },
                     [](const std::string& file) {
                       const auto book = BookStore::open(file, Access::kRead);
                       return !book || !(*book)->check_file().empty();
                     }},
                    folder, path);
}

TEST_CASE("a book without checksums gets them at its first write", "[book_store][damage][posix]") {
  const test::TemporaryFolder folder;
  const std::string checked = folder.file("checked"), path = folder.file("old");
  const Entries expected = fill_all(*new_store(checked), 500);
  write_old(path, checked);
  REQUIRE(chmod(path.c_str(), 0640) == 0);
  const std::string before = read_file(path).value();
  CHECK(content_of(path, expected) == content_of(checked, expected));
  CHECK(open_store(path)->check_file().empty());
  CHECK((read_file(path).value() == before));

  SECTION("a writer adds checksums at once") {
    const auto book = open_store(path, Access::kWrite);
    CHECK(book->check_file().empty());
    book->set_note("level", "22");
    book->set_note("level", "21");
  }
  SECTION("no checksums are added while another process reads") {
    const auto reader = open_store(path);
    CHECK(reader->size() == expected.size());
    open_store(path, Access::kWrite)->set_note("level", "21");
    CHECK(reader->note("level") == "21");
    CHECK_FALSE(has_page_sums(read_file(path).value()));
  }
  SECTION("a damaged book gets no checksums, which would hide the damage") {
    ask_sqlite(path,
               "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = "
               "'size'",
               nullptr);
    const auto book = BookStore::open(path, Access::kWrite);
    CHECK_FALSE(has_page_sums(read_file(path).value()));
    return;
  }
  CHECK(content_of(path, expected) == content_of(checked, expected));
  CHECK(open_store(path, Access::kWrite)->check_file().empty());
  CHECK(has_page_sums(read_file(path).value()));
  CHECK(ask_sqlite(path, "PRAGMA user_version") == "2");
  struct stat info {};
  REQUIRE(stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);
  CHECK(folder.files() == 2);
}

TEST_CASE("an impossible header is reported as damage", "[book_store][damage]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("f");
  fill(*new_store(path), 100);
  const std::string whole = read_file(path).value();
  for (const auto& [at, byte] : {std::pair{20, 0}, {20, 9}, {63, 0}}) {
    std::string bytes = whole;
    bytes[static_cast<std::size_t>(at)] = static_cast<char>(byte);
    folder.write("f", bytes);
    for (const Access access : {Access::kRead, Access::kWrite}) {
      CHECK_THAT(open_error(path, access), Catch::Contains("is damaged"));
    }
    CHECK((read_file(path).value() == bytes));
  }
}

TEST_CASE("other programs can read a book without harm", "[book_store][damage][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  const Entries expected = fill(*new_store(path), 500);
  // Changes only the log, as after a kill.
  const int status = wait_for(in_child([&] {
    const auto book = open_store(path, Access::kWrite);
    for (const auto& [board, entry] : expected) {
      BookEntry changed = entry;
      changed.games.draws = 77;
      book->put({board.first, board.second}, changed);
    }
    _exit(0);
  }));
  REQUIRE(status == 0);
  REQUIRE(std::filesystem::file_size(path + "-wal") > 0);
  // SQLite's last connection moves the log into the file and writes no checksums.
  CHECK(ask_sqlite(path, "SELECT count(*) FROM positions", nullptr) ==
        std::to_string(expected.size()));
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
  for (int i = 0; i < 2; ++i) {
    const auto book = open_store(path, i == 0 ? Access::kRead : Access::kWrite);
    CHECK(book->check_file().empty());
    for (const auto& [board, entry] : expected) {
      REQUIRE(book->find({board.first, board.second}).value().games.draws == 77);
    }
  }
  ask_sqlite(path, "UPDATE size SET positions = 7", nullptr);
  CHECK_THROWS_WITH(open_store(path)->size(), Catch::Contains("another program has changed it"));
  CHECK_FALSE(open_store(path)->check_file().empty());
}

TEST_CASE("the error names a full disk", "[book_store]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  fill(*new_store(path), 100);
  const Database db = open_database(path, SQLITE_OPEN_READWRITE).value();
  REQUIRE(execute(path, db.get(), "PRAGMA max_page_count = 10"));
  const auto full = execute(path, db.get(), "INSERT INTO notes VALUES('a', zeroblob(100000))");
  REQUIRE_FALSE(full);
  CHECK(full.error().message == "file '" + path +
                                    "': cannot be written: the disk is full; what was in it is "
                                    "still there");
  CHECK(creation_error("new", full.error()).message ==
        "file 'new': cannot be written: the disk is full");
}

TEST_CASE("after a full disk, writing continues once there is space", "[book_store][posix]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("book");
  const int status = wait_for(in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const auto book = BookStore::create(path).value();
    const auto limit = [](rlim_t bytes) {
      const rlimit most{bytes, RLIM_INFINITY};
      if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(1);
    };
    limit(100'000);
    SplitMix64 random(1);
    const auto put = [&] {
      const Board board = test::random_book_position(random, 30);
      book->put(board, test::random_entry(random, board));
    };
    std::string told;
    for (int i = 0; i < 1000 && told.empty(); ++i) {
      try {
        put();
      } catch (const FatalError& error) {
        told = error.what();
      }
    }
    if (told.find("'" + path + "'") == told.npos) _exit(2);
    const Entries before = entries_of(*book);
    if (before.empty() || before.size() != book->size()) _exit(3);
    limit(RLIM_INFINITY);
    for (int i = 0; i < 100; ++i) put();
    if (entries_of(*book).size() < before.size() + 90) _exit(4);
    if (!book->check_file().empty()) _exit(5);
    _exit(0);
  }));
  CHECK(status == 0);
  CHECK(open_store(path, Access::kWrite)->check_file().empty());
  CHECK(folder.files() == 1);
}
