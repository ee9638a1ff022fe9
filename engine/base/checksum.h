// SPDX-License-Identifier: MIT
/// A checksum of 64 bits for what is kept in files, against disks and memory that change bits. The
/// same on every machine and in every version. No proof against malice; to tell things apart by
/// their contents there is fnv1a.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sumi {

/// Takes one more word into a checksum. Every step can be undone, so one changed word always shows.
constexpr std::uint64_t mix_word(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// Of all the bytes and their number. A change does not show one time in 2^64 or so. `seed`: what
/// else the bytes must fit, the place they belong to, say. 0.1 ns a byte.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

/// For files of lines of JSON, one object each, without the line feed: the object with one member
/// more at its end, "sum", the checksum of what stands before that member as 16 hexadecimal digits.
/// Requires: an object with a member at least.
std::string with_sum(std::string_view json_object);

enum class LineSum {
  kGood,
  kWrong,
  kNone,  ///< As in files of before there were sums.
};

/// What the line says of itself. Only sums that with_sum() has written are seen.
LineSum line_sum(std::string_view line);

}  // namespace sumi
