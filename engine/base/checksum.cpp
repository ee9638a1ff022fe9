// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>

namespace sumi {
namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kLanes = 4;
constexpr std::size_t kBlock = 1 << 16;

/// Little endian.
std::uint64_t whole_word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kWord);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Little endian; zero-padded past the end.
std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  char word[kWord] = {};
  std::memcpy(word, bytes.data() + at, std::min(kWord, bytes.size() - at));
  return whole_word_at(word);
}

constexpr std::string_view kSumMember = ",\"sum\":\"";
constexpr std::size_t kDigits = 16;
constexpr std::string_view kSumEnd = "\"}";
constexpr std::size_t kSumBytes = kSumMember.size() + kDigits + kSumEnd.size();

std::string sum_text(std::string_view before) {
  return fmt::format("{}{:016x}{}", kSumMember, checksum(before), kSumEnd);
}

}  // namespace

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  // Each lane sums the halves of its words, and adds up its sums after each row, so that order
  // matters. Sums do not overflow within kBlock bytes.
  constexpr std::size_t kRow = kLanes * kWord;
  std::uint64_t sum = mix_word(mix_word(1, seed), bytes.size());
  while (bytes.size() >= kRow) {
    const std::size_t rows = std::min(bytes.size(), kBlock) / kRow;
    std::uint64_t low[kLanes] = {}, high[kLanes] = {}, lows[kLanes] = {}, highs[kLanes] = {};
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < kLanes; ++i) {
        const std::uint64_t word = whole_word_at(bytes.data() + row * kRow + i * kWord);
        low[i] += word & 0xFFFFFFFF;
        high[i] += word >> 32;
        lows[i] += low[i];
        highs[i] += high[i];
      }
    }
    for (std::size_t i = 0; i < kLanes; ++i) {
      for (const std::uint64_t part : {low[i], high[i], lows[i], highs[i]}) {
        sum = mix_word(sum, part);
      }
    }
    bytes.remove_prefix(rows * kRow);
  }
  for (std::size_t at = 0; at < bytes.size(); at += kWord) sum = mix_word(sum, word_at(bytes, at));
  return sum;
}

std::string with_sum(std::string_view json_object) {
  assert(json_object.size() > 2 && json_object.front() == '{' && json_object.back() == '}');
  json_object.remove_suffix(1);
  return std::string(json_object) + sum_text(json_object);
}

LineSum line_sum(std::string_view line) {
  if (line.size() < kSumBytes) return LineSum::kNone;
  const std::string_view before = line.substr(0, line.size() - kSumBytes);
  const std::string_view sum = line.substr(before.size());
  if (!sum.starts_with(kSumMember)) return LineSum::kNone;
  return sum == sum_text(before) ? LineSum::kGood : LineSum::kWrong;
}

}  // namespace sumi
