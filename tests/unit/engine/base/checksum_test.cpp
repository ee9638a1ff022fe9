// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/random.h"

#include <catch2/catch.hpp>

#include <set>
#include <string>

using namespace sumi;

namespace {

std::string random_bytes(std::size_t size) {
  SplitMix64 random(size + 1);
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random.next());
  return bytes;
}

}  // namespace

TEST_CASE("flipping any bit changes a checksum", "[checksum]") {
  for (const std::size_t size : {1, 7, 8, 9, 31, 32, 33, 63, 64, 100, 511}) {
    std::string bytes = random_bytes(size);
    const std::uint64_t sum = checksum(bytes);
    std::set<std::uint64_t> others{sum};
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
      others.insert(checksum(bytes));
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
    }
    CHECK(others.size() == 8 * size + 1);
  }
}

TEST_CASE("a checksum depends on length, byte order and start value", "[checksum]") {
  std::set<std::uint64_t> sums;
  for (std::size_t zeros = 0; zeros < 100; ++zeros) sums.insert(checksum(std::string(zeros, '\0')));
  CHECK(sums.size() == 100);
  CHECK(checksum("12345678abcdefgh") != checksum("abcdefgh12345678"));
  const std::string lanes = random_bytes(64);
  CHECK(checksum(lanes) != checksum(lanes.substr(32) + lanes.substr(0, 32)));
  CHECK(checksum(lanes) != checksum(lanes.substr(8, 8) + lanes.substr(0, 8) + lanes.substr(16)));
  const std::string long_one = random_bytes(200'000);  // several blocks
  CHECK(checksum(long_one) != checksum(long_one.substr(65536) + long_one.substr(0, 65536)));
  CHECK(checksum("a", 1) != checksum("a", 2));
}

TEST_CASE("the checksum of given bytes never changes", "[checksum]") {
  CHECK(checksum("") == 0xAB169EB8AEAE59A4);
  CHECK(checksum("Othello") == 0x872B3642A5FC5BAC);
  CHECK(checksum("The quick brown fox jumps over the lazy dog", 7) == 0x761B8FE302445D26);
}

TEST_CASE("a line's checksum detects any flipped bit", "[checksum]") {
  const std::string line = with_sum(R"({"score":4,"pv":["d3"]})");
  CHECK(line.starts_with(R"({"score":4,"pv":["d3"],"sum":")"));
  CHECK(line_sum(line) == LineSum::kGood);
  CHECK(line_sum(R"({"score":4,"pv":["d3"]})") == LineSum::kNone);
  CHECK(line_sum("") == LineSum::kNone);
  for (std::size_t bit = 0; bit < 8 * line.size(); ++bit) {
    std::string flipped = line;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    CHECK(line_sum(flipped) != LineSum::kGood);
  }
}
