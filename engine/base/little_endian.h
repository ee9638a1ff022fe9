// SPDX-License-Identifier: MIT
/// Whole numbers in files: the lowest byte first, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sumi {

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
