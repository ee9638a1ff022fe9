// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/text/base64.h"

#include <algorithm>
#include <cstdint>

namespace sumi::protocol {
namespace {

constexpr std::string_view kDigits64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      three = three << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits64[three >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

Result<std::string> decode_base64(std::string_view text) {
  const Error bad = syntax_error("base64", text, "a text in base 64");
  if (text.size() % 4 != 0) return bad;
  const std::size_t digits = text.find_last_not_of('=') + 1;
  if (text.size() - digits > 2) return bad;
  std::string bytes;
  bytes.reserve(digits / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;  // of bits
  for (const char c : text.substr(0, digits)) {
    const std::size_t digit = kDigits64.find(c);
    if (digit == kDigits64.npos) return bad;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

}  // namespace sumi::protocol
