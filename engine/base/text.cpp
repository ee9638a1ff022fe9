// SPDX-License-Identifier: MIT
/// The text helpers that are more than one line.
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>

namespace sumi {

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_bom(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::optional<int> parse_int(std::string_view text) {
  // from_chars knows the minus only, and "+-3" is no number.
  if (text.size() > 1 && text[0] == '+' && is_digit(text[1])) text.remove_prefix(1);
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxShown = 40;
  std::string shown = "'";
  for (const char c : text) {
    if (shown.size() >= kMaxShown) {
      shown += "...";
      break;
    }
    if (c >= ' ' && c <= '~') {
      shown += c;
    } else {
      fmt::format_to(std::back_inserter(shown), "\\x{:02X}", static_cast<unsigned char>(c));
    }
  }
  return shown + "'";
}

}  // namespace sumi
