// SPDX-License-Identifier: MIT
/// 64-bit hashes and integers for files. The hashes do not detect tampering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sumi {

/// Bijective: one changed word always changes the result.
constexpr std::uint64_t mix_word(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// Checksum of the bytes and their number; misses a random change with probability 2^-64. `seed`:
/// context, such as a position in a file. 0.1 ns per byte.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

/// Appends a member "sum" to a JSON object on one line: the checksum of the preceding text in 16
/// hexadecimal digits. Requires: at least one member.
std::string with_sum(std::string_view json_object);

enum class LineSum {
  kGood,
  kWrong,
  kNone,  ///< No sum, as in old files.
};

/// Checks a line made by with_sum(). A sum in another format counts as kNone.
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

// Integers in files, little endian.

/// Appends the lowest `size` (at most 8) bytes of `value`.
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
