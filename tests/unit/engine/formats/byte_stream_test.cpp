// SPDX-License-Identifier: MIT
#include "engine/formats/byte_stream.h"
#include "tests/support/pipe.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

using namespace sumi;

TEST_CASE("reading a silent pipe ends on a stop request", "[file][posix]") {
  const test::Pipe pipe;
  pipe.write("f5d6");
  int asked = 0;
  auto stream = ByteStream::open(pipe.path(), [&asked] { return ++asked > 2; });
  REQUIRE(stream);
  CHECK(stream->peek(4096) == "f5d6");
  CHECK_FALSE(stream->failed());
  CHECK(asked == 3);
  stream->skip(4);
  CHECK(stream->peek(1).empty());
  CHECK(asked == 3);
}

TEST_CASE("reading an endless pipe ends on a stop request", "[file][posix]") {
  const test::Pipe pipe;
  int asked = 0;
  auto stream = ByteStream::open(pipe.path(), [&] {
    pipe.write("y\n");
    return ++asked > 10;
  });
  REQUIRE(stream);
  CHECK(stream->peek(4096).size() == 20);
}

TEST_CASE("without a stop request, input is read to its end", "[file][posix]") {
  test::Pipe pipe;
  pipe.write("f5d6");
  pipe.close_input();
  auto stream = ByteStream::open(pipe.path(), [] { return false; });
  REQUIRE(stream);
  CHECK(stream->peek(4096) == "f5d6");
  CHECK_FALSE(stream->failed());
}

TEST_CASE("a stop request does not truncate a file", "[file]") {
  const test::TemporaryFolder folder;
  const std::string text(200'000, 'x');
  auto stream = ByteStream::open(folder.write("text", text), [] { return true; });
  REQUIRE(stream);
  CHECK(stream->peek(text.size()) == text);
}
