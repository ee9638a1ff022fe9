// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <string>

using namespace sumi;

TEST_CASE("read_file() returns every byte", "[file]") {
  const std::string all_bytes = [] {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
  }();
  const test::TemporaryFolder folder;
  // Sizes around read_file()'s blocks.
  for (const std::size_t size : {0, 1, 256, 65'535, 65'536, 65'537, 300'000}) {
    std::string bytes;
    while (bytes.size() < size) bytes += all_bytes;
    bytes.resize(size);
    const std::string file = folder.write("file", bytes);
    CAPTURE(size);
    const Result<std::string> read = read_file(file);
    REQUIRE(read);
    CHECK((*read == bytes));
    CHECK(read_file(file, size));
    if (size == 0) continue;
    const Result<std::string> too_long = read_file(file, size - 1);
    REQUIRE_FALSE(too_long);
    CHECK(too_long.error().code == ErrorCode::kBadFile);
    CHECK_THAT(too_long.error().message, Catch::Contains("longer than"));
  }
}

TEST_CASE("the error of read_file() gives the reason", "[file]") {
  const std::string missing = "/nowhere/no such file";
  const Result<std::string> read = read_file(missing);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::kNotFound);
  CHECK_THAT(read.error().message, Catch::Contains("'" + missing + "'"));

  CHECK(read_file("").error().code == ErrorCode::kNotFound);
  CHECK(read_file("/dev/null/x").error().code == ErrorCode::kNotFound);
  CHECK(read_file(std::string("/dev/null\0x", 11)).error().code == ErrorCode::kNotFound);
  CHECK(read_file(test::TemporaryFolder().path()).error().code == ErrorCode::kBadFile);
}

TEST_CASE("read_file() stops at its size limit on an endless device", "[file]") {
  CHECK(read_file("/dev/zero", 1'000'000).error().code == ErrorCode::kBadFile);
  CHECK(read_file("/dev/null").value().empty());
}

TEST_CASE("rename_if_absent() never replaces a file", "[file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("there");
  folder.write("made", "one");
  CHECK(rename_if_absent(folder.file("made"), path).value());
  CHECK(read_file(path).value() == "one");
  folder.write("made", "two");
  CHECK_FALSE(rename_if_absent(folder.file("made"), path).value());
  CHECK(read_file(path).value() == "one");
  CHECK(folder.files() == 1);
  folder.write("made", "three");
  CHECK(rename_if_absent(folder.file("made"), folder.file("no/such")).error().code ==
        ErrorCode::kNotFound);
}

TEST_CASE("write_file() replaces a file as a whole", "[file]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("file", "old");
  const std::string bytes("new\0\n", 5);
  REQUIRE(write_file(file, bytes));
  CHECK(read_file(file).value() == bytes);
  CHECK(folder.files() == 1);

  const auto nowhere = write_file("/no/such/folder/file", bytes);
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().code == ErrorCode::kNotFound);
  CHECK_FALSE(write_file(std::string("/tmp/a\0b", 8), bytes));
  CHECK_FALSE(write_file("/dev/full/x", bytes));
  CHECK_FALSE(write_file(folder.path(), bytes));
}
