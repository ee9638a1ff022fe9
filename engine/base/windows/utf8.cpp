// SPDX-License-Identifier: MIT
/// Makes the C++ library take narrow text for UTF-8: msvcrt has no such locale, and
/// std::filesystem::path converts by mbrtowc(), which this replaces in the program.
#include <cstddef>
#include <cstdint>
#include <cwchar>

/// Invalid bytes become U+FFFD, so that no file name throws. A character of four bytes is a pair of
/// surrogates: the first one takes three bytes, and `state` has bits for the second.
extern "C" std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t size,
                               std::mbstate_t* state) {
  constexpr std::size_t kIncomplete = static_cast<std::size_t>(-2);
  constexpr std::uint32_t kPending = 0xDC00;  // of a low surrogate
  static std::mbstate_t own{};
  if (!state) state = &own;
  if (!from) {
    *state = {};
    return 0;
  }
  if (size == 0) return kIncomplete;
  const auto byte = [from](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(from[i]));
  };
  const auto give = [to](std::uint32_t unit, std::size_t bytes) {
    if (to) *to = static_cast<wchar_t>(unit);
    return unit == 0 ? 0 : bytes;
  };
  const auto pending = static_cast<std::uint32_t>(*state);
  if (pending != 0) {
    *state = {};
    return give(pending | (byte(0) & 0x3F), 1);
  }
  const std::uint32_t first = byte(0);
  if (first < 0x80) return give(first, 1);
  const std::size_t length = first >= 0xF0 && first < 0xF5   ? 4
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xC2 && first < 0xE0 ? 2
                                                             : 1;
  bool valid = length > 1 && length <= size;
  for (std::size_t i = 1; valid && i < length; ++i) valid = (byte(i) & 0xC0) == 0x80;
  if (!valid) return give(0xFFFD, 1);
  if (length == 2) return give((first & 0x1F) << 6 | (byte(1) & 0x3F), 2);
  if (length == 3) {
    return give((first & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3);
  }
  const std::uint32_t upper = (first & 7) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  *state = static_cast<std::mbstate_t>(kPending | (upper & 0xF) << 6);
  return give(0xD800 + (upper >> 4) - 0x40, 3);
}
