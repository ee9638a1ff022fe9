// SPDX-License-Identifier: MIT
/// Whole files: contents come back byte for byte, failures in words.
#include "engine/base/file.h"
#include "tests/support/results.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace sumi;
namespace fs = std::filesystem;

namespace {

/// A file in the folder for temporary files, gone at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& bytes)
      : path_(fs::temp_directory_path() / ("sumi_file_test_" + std::to_string(getpid()))) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TemporaryFile() { fs::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("read_file() gives every byte", "[file]") {
  const std::string all_bytes = [] {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
  }();
  // Around the size of the blocks that it reads.
  for (const std::size_t size : {0, 1, 256, 65'535, 65'536, 65'537, 300'000}) {
    std::string bytes;
    while (bytes.size() < size) bytes += all_bytes;
    bytes.resize(size);
    const TemporaryFile file(bytes);
    CAPTURE(size);
    const Result<std::string> read = read_file(file.path());
    REQUIRE(read);
    CHECK((*read == bytes));
    CHECK(read_file(file.path(), size));
    if (size == 0) continue;
    const Result<std::string> too_long = read_file(file.path(), size - 1);
    REQUIRE_FALSE(too_long);
    CHECK(too_long.error().code == ErrorCode::kBadFile);
    CHECK_THAT(too_long.error().message, Catch::Contains("longer than"));
  }
}

TEST_CASE("read_file() says what is wrong with a file", "[file]") {
  const std::string missing = "/nowhere/no such file";
  const Result<std::string> read = read_file(missing);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::kNotFound);
  CHECK_THAT(read.error().message, Catch::Contains("'" + missing + "'"));

  CHECK(read_file("").error().code == ErrorCode::kNotFound);
  CHECK(read_file("/dev/null/x").error().code == ErrorCode::kNotFound);
  CHECK(read_file(std::string("/dev/null\0x", 11)).error().code == ErrorCode::kNotFound);
  CHECK(read_file(fs::temp_directory_path().string()).error().code == ErrorCode::kBadFile);
}

TEST_CASE("read_file() stops at its limit on a device without end", "[file]") {
  CHECK(read_file("/dev/zero", 1'000'000).error().code == ErrorCode::kBadFile);
  CHECK(read_file("/dev/null").value().empty());
}

TEST_CASE("write_file() puts a whole file in the place of another", "[file]") {
  const TemporaryFile file("old");
  const std::string bytes("new\0\n", 5);
  REQUIRE(write_file(file.path(), bytes));
  CHECK(read_file(file.path()).value() == bytes);
  CHECK_FALSE(fs::exists(file.path() + ".new"));

  const auto nowhere = write_file("/no/such/folder/file", bytes);
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().code == ErrorCode::kNotFound);
  CHECK_FALSE(write_file(std::string("/tmp/a\0b", 8), bytes));
  CHECK_FALSE(write_file("/dev/full/x", bytes));
  // The old file stays if the new one cannot take its place.
  CHECK_FALSE(write_file(fs::temp_directory_path().string(), bytes));
}
