// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "book/formats/compact_book.h"
#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/file.h"
#include "tests/support/books.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

using namespace sumi;
using namespace sumi::book;

namespace {

std::string fault_of_file(const std::string& name) {
  const auto book = open_book(name);
  return book ? "none" : book.error().message;
}

}  // namespace

TEST_CASE("books of both kinds are opened by name", "[book_reader]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("store");
  const auto store = BookStore::create(path).value();
  SplitMix64 random(1);
  for (const Board& board : test::random_positions(random, kStartBoard, 10, 10)) {
    store->put(board, test::random_entry(random, board));
  }
  store->remember_game(9);

  // Opening during writing works and does not release the writer's lock.
  const auto same = open_book(path).value();
  CHECK(test::entries_of(*same) == test::entries_of(*store));
  CHECK(same->games() == std::vector<std::uint64_t>{9});
  CHECK_FALSE(BookStore::open(path, BookStore::Access::kWrite).has_value());

  const std::string bytes = to_compact(*store, "a test").value();
  const auto compact = open_book(folder.write("compact", bytes)).value();
  CHECK(compact->size() == store->size());
  CHECK(compact->games().empty());
  CHECK_THAT(fault_of_file(folder.write("cut", bytes.substr(0, bytes.size() - 1))),
             Catch::StartsWith("file '"));

  CHECK(open_book(std::string(kShippedBook)).value()->find(kStartBoard));
}

TEST_CASE("files that are not books are refused", "[book_reader]") {
  const test::TemporaryFolder folder;
  CHECK_THAT(fault_of_file(folder.write("text", "f5d6c3")),
             Catch::Contains("holds no opening book"));
  CHECK_THAT(fault_of_file(folder.write("empty", "")), Catch::Contains("is empty"));
  CHECK_THAT(fault_of_file(folder.path()), Catch::Contains("not a regular file"));
  CHECK(open_book(folder.file("none")).error().code == ErrorCode::kNotFound);
  CHECK(open_book("").error().code == ErrorCode::kNotFound);
  CHECK(read_file(folder.file("text")).value() == "f5d6c3");
}
