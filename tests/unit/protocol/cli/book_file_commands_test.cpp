// SPDX-License-Identifier: MIT
#include "book/formats/compact_book.h"
#include "engine/base/file.h"
#include "tests/support/book_commands.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

using namespace sumi;
using Catch::Contains;
using test::BookCommands;

namespace {

std::string all_of(const BookCommands& it, const std::string& book) {
  return it.run({"export", book, "-", "--format", "obf"});
}

/// Whether a temporary book of the import remains.
bool leaves_import(const BookCommands& it) {
  const auto files =
      std::filesystem::directory_iterator(std::filesystem::path(it.file("x")).parent_path());
  return std::any_of(begin(files), end(files), [](const auto& file) {
    return file.path().string().find(".import") != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a book survives sumi book export and import, as text and in compact form",
          "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 3);
  const std::string text = all_of(it, book);
  CHECK(std::count(text.begin(), text.end(), '\n') == 19);
  for (const std::string name : {"small.book", "text.obf"}) {
    it.run({"export", book, it.file(name)});
    const std::string back = it.file(name + ".back");
    CHECK_THAT(it.run({"import", back, it.file(name)}), Contains("19 positions read"));
    CHECK(all_of(it, back) == text);
    CHECK(it.json({"verify", back})["faults"] == 0);
  }
  CHECK(all_of(it, it.file("small.book")) == text);
  CHECK(it.json({"stats", it.file("small.book")})["notes"]["source"] ==
        "sumi book build BOOK --plies 3 --max-loss 64 --level 1");
  CHECK_FALSE(leaves_import(it));
}

TEST_CASE("an Edax book has the same values after sumi book export and import", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 3);
  it.run({"export", book, it.file("book.dat")});
  const std::string back = it.file("back.book");
  CHECK_THAT(it.run({"import", back, it.file("book.dat")}), Contains("19 positions read"));
  CHECK(it.json({"verify", back})["faults"] == 0);
  const auto ours = it.json({"show", book, "f5"}), theirs = it.json({"show", back, "f5"});
  CHECK(std::abs(ours["score"].get<double>() - theirs["score"].get<double>()) <= 1);
}

TEST_CASE("an Egaroucid book has the same values after sumi book export and import",
          "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 3);
  it.run({"export", book, it.file("book.egbk3")});
  const std::string back = it.file("back.book");
  CHECK_THAT(it.run({"import", back, it.file("book.egbk3")}),
             Contains("19 positions read, 0 unsuitable, 0 bad"));
  const auto verified = it.json({"verify", back});
  CHECK(verified["positions"] == 19);
  CHECK(verified["faults"] == 0);
  CHECK(verified["unsearched"] == 0);
  const auto ours = it.json({"show", book, "f5"}), theirs = it.json({"show", back, "f5"});
  CHECK(std::abs(ours["score"].get<double>() - theirs["score"].get<double>()) <= 1);
  // A second round trip changes nothing.
  it.run({"export", back, it.file("again.egbk3")});
  CHECK(read_file(it.file("again.egbk3")).value() == read_file(it.file("book.egbk3")).value());
}

TEST_CASE("sumi book import adds to an existing book", "[book_command]") {
  const BookCommands it;
  const std::string small = it.book("small.book", 2), big = it.book("big.book", 3);
  it.run({"export", big, it.file("big.obf")});
  it.run({"import", small, it.file("big.obf")});
  CHECK(it.json({"stats", small})["positions"] == 19);
  CHECK(it.json({"verify", small})["faults"] == 0);
}

TEST_CASE("sumi book import keeps the search results of repeated positions", "[book_command]") {
  const BookCommands it;
  const std::string start = "---------------------------OX------XO--------------------------- X;";
  const std::string file = it.write("twice.obf", start + " d3:+2;\n" + start + "\n");
  const std::string book = it.file("a.book");
  CHECK_THAT(it.run({"import", book, file}), Contains("2 positions read"));
  const auto verified = it.json({"verify", book});
  CHECK(verified["positions"] == 1);
  CHECK(verified["unsearched"] == 0);
}

TEST_CASE("sumi book import refuses files without a book", "[book_command]") {
  const BookCommands it;
  const std::string book = it.file("a.book");
  it.run({"import", book, it.write("games.txt", "f5d6c3\nhello\n")}, protocol::kFailed);
  CHECK_FALSE(std::filesystem::exists(book));
  CHECK_FALSE(leaves_import(it));
  CHECK_THAT(it.fault({"import", "default", it.file("none")}), Contains("the shipped book"));
  CHECK_THAT(it.fault({"import", book, it.file("none")}), Contains("none"));
  CHECK_THAT(it.fault({"import", book, it.write("x.dat", "XADEKOOB")}), Contains("x.dat"));
  const std::string old{"DICUORAGE\2\0\0\0\0", 14};
  CHECK_THAT(it.fault({"import", book, it.write("old.egbk2", old)}),
             Contains("old.egbk2': a book of Egaroucid of version 2; read is version 3 (.egbk3)"));
  CHECK_THAT(it.fault({"import", book, it.write("junk", std::string(50, '\0'))}),
             Contains("junk': binary data that is not a book"));
  CHECK_FALSE(std::filesystem::exists(book));
  CHECK(it.fault({"import", book}) == "need one file to read, BOOK FILE");
  CHECK_THAT(it.fault({"import", book, "x", "--format", "csv"}),
             Contains("--format: 'csv' is not compact, edax, egaroucid or obf"));
}

TEST_CASE("errors of sumi book export name the fault", "[book_command]") {
  const BookCommands it;
  const std::string book = it.book("a.book", 1);
  CHECK_THAT(it.fault({"export", book, "book.xyz"}),
             Contains("'book.xyz' does not end with .book (compact), .dat (edax)"));
  CHECK(it.fault({"export", book, "-", "--format", "edax"}) ==
        "only obf can be written to standard output");
  CHECK_THAT(it.fault({"export", book, book}), Contains("is also an input"));
  CHECK_THAT(it.fault({"export", book, it.file("no/such.obf")}), Contains("no/such.obf"));
  CHECK_THAT(it.fault({"export", book, it.file("no/such.dat")}), Contains("no/such.dat"));
}

TEST_CASE("sumi book merge combines two books", "[book_command]") {
  const BookCommands it;
  const std::string a = it.file("a.book"), b = it.file("b.book"), all = it.file("all.book");
  it.search({"build", a, "--plies", "1", "--from", "f5d6", "--max-loss", "64", "--level", "1"});
  it.search({"build", b, "--plies", "1", "--from", "f5f6", "--max-loss", "64", "--level", "1"});
  const auto merged = it.json({"merge", all, a, b});
  CHECK(merged["merged"] == 2);
  const auto size = [&](const std::string& book) {
    return it.json({"stats", book})["positions"].get<int>();
  };
  CHECK(size(all) == size(a) + size(b));
  CHECK(it.json({"verify", all})["faults"] == 0);
  CHECK(it.json({"merge", all, a})["added"] == 0);
  CHECK_THAT(it.fault({"merge", all, all}), Contains("are the same file"));
  CHECK_THAT(it.fault({"merge", all, it.file("none")}), Contains("none"));
  CHECK(it.fault({"merge", all}) == "no book to merge given, OUT IN...");
  // The shipped book is compact.
  const std::string compact = it.file("compact.book"), copy = it.file("copy.book");
  it.run({"export", all, compact, "--format", "compact"});
  it.run({"merge", copy, compact});
  CHECK(all_of(it, copy) == all_of(it, all));
  CHECK_THAT(it.fault({"merge", it.file("no/such.book"), "default"}), Contains("no/such.book"));
#ifndef SUMI_SANITIZED  // takes ten seconds
  it.run({"merge", it.file("mine.book"), "default"});
  CHECK(size(it.file("mine.book")) == size("default"));
#endif
}
