// SPDX-License-Identifier: MIT
#include "protocol/text/line_splitter.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace sumi::protocol;

namespace {

/// The lines of `pieces` in sequence; "..." is appended to truncated ones.
std::vector<std::string> split(const std::vector<std::string>& pieces, std::size_t max = 8) {
  std::vector<std::string> lines;
  const auto emit = [&](TextLine line) { lines.push_back(line.text + (line.cut ? "..." : "")); };
  LineSplitter splitter(max);
  for (const std::string& piece : pieces) splitter.feed(piece, emit);
  splitter.finish(emit);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines are complete, however their bytes arrive", "[lines]") {
  CHECK(split({"a\nbc\n"}) == Lines{"a", "bc"});
  CHECK(split({"a", "\n", "b", "c", "\n"}) == Lines{"a", "bc"});
  CHECK(split({"a\r\n\n"}) == Lines{"a\r", ""});
  CHECK(split({std::string("a\0b\n", 4)}) == Lines{std::string("a\0b", 3)});
}

TEST_CASE("the last line may lack its line feed", "[lines]") {
  CHECK(split({"a\nb"}) == Lines{"a", "b"});
  CHECK(split({}) == Lines{});
  CHECK(split({""}) == Lines{});
  CHECK(split({"a\n"}) == Lines{"a"});
}

TEST_CASE("an overlong line is truncated, and the next line is complete", "[lines]") {
  CHECK(split({"12345678\n"}) == Lines{"12345678"});
  CHECK(split({"123456789\nab\n"}) == Lines{"12345678...", "ab"});
  CHECK(split({"1234", "5678", "9", "0\nab"}) == Lines{"12345678...", "ab"});
  CHECK(split({"1234567890123456"}) == Lines{"12345678..."});
}
