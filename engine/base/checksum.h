// SPDX-License-Identifier: MIT
/// Numbers in files, and hashes of 64 bits to keep in them, the same on every machine and in every
/// version: checksum() against disks and memory that change bits, Fnv1a to tell things apart by
/// their contents. Neither is proof against malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sumi {

/// Takes one more word into a checksum. Every step can be undone, so one changed word always shows.
constexpr std::uint64_t mix_word(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// The checksum of the bytes and of their number. A random change goes unseen one time in 2^64 or
/// so. `seed` is what else the bytes must fit, such as the place they belong to. 0.1 ns a byte.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

/// The object with one more member at its end, "sum": the checksum of the text before that member,
/// in 16 hexadecimal digits. For files whose lines are JSON objects. Requires: an object with at
/// least one member, without a line feed.
std::string with_sum(std::string_view json_object);

enum class LineSum {
  kGood,
  kWrong,
  kNone,  ///< The line has no sum, as in old files.
};

/// Checks a line that with_sum() may have written; other ways to write the sum count as none.
LineSum line_sum(std::string_view line);

/// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv1a {
 public:
  constexpr void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }
  constexpr void add(std::string_view bytes) {
    for (const char c : bytes) add(static_cast<unsigned char>(c));
  }
  constexpr std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Whole numbers in files: the lowest byte first, on every machine.

/// Appends the lowest `size` bytes of `value`, at most 8.
inline void put_number(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i);
}

/// Requires: at + kSize <= bytes.size().
template <std::size_t kSize>
std::uint64_t get_number(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
  }
  return value;
}

}  // namespace sumi
