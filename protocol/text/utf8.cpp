// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "protocol/text/utf8.h"

#include <algorithm>
#include <cstddef>

namespace sumi::protocol {
namespace {

/// The first character of UTF-8 text; an invalid byte is U+FFFD.
struct Character {
  char32_t code;
  std::size_t bytes;
};

Character first_character(std::string_view text) {
  const std::size_t bytes = utf8_length(text);
  return bytes == 0 ? Character{0xFFFD, 1} : Character{utf8_character(text), bytes};
}

struct Range {
  char32_t first, last;
};

/// Classes W and F of Unicode Standard Annex 11, in whole blocks.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},  {0x4E00, 0xA4CF}, {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},  {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kCombining[] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}};

int width_of(char32_t code) {
  const auto holds = [code](const Range& r) { return r.first <= code && code <= r.last; };
  if (std::ranges::any_of(kCombining, holds)) return 0;
  return std::ranges::any_of(kWide, holds) ? 2 : 1;
}

}  // namespace

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character c = first_character(text);
    width += width_of(c.code);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string clean(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character c = first_character(text);
    const bool control = c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0);
    const bool broken = c.bytes == 1 && c.code > 0x7F;
    shown += control || broken ? std::string_view(" ") : text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return shown;
}

std::string_view fitting(std::string_view text, int columns) {
  std::size_t end = 0;
  while (end < text.size()) {
    const Character c = first_character(text.substr(end));
    columns -= width_of(c.code);
    if (columns < 0) break;
    end += c.bytes;
  }
  return text.substr(0, end);
}

namespace {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_wide(std::string_view text) { return display_width(text) < static_cast<int>(text.size()); }

/// Japanese punctuation that must not begin a line.
bool begins_with_closing(std::string_view text) {
  constexpr std::string_view kClosing[] = {"、", "。", "）", "」"};
  return std::ranges::any_of(kClosing, [&](std::string_view c) { return text.starts_with(c); });
}

/// Offset of the last character of `text`. Requires: `text` is not empty.
std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

std::size_t fitting_bytes(std::string_view text, int columns) {
  const std::size_t most = fitting(text, columns).size();
  if (most == text.size()) return most;
  const std::size_t blank = text.substr(0, most + 1).rfind(' ');
  const bool indented = blank != text.npos && blank <= indent_of(text);
  if (blank != text.npos && blank > 0 && !indented) return blank;
  if (is_wide(text.substr(0, most)) && most > 0) {
    std::size_t end = most;
    while (end > 0 && begins_with_closing(text.substr(end))) {
      end = last_character(text.substr(0, end));
    }
    return end > 0 ? end : most;
  }
  return std::min(text.find(' ', std::max(most, indent_of(text))), text.size());
}

}  // namespace

std::string folded(std::string_view line, int hang, int columns) {
  std::string text, begin;
  while (display_width(line) + display_width(begin) > columns) {
    const std::size_t end = fitting_bytes(line, columns - display_width(begin));
    if (end >= line.size()) break;
    text += begin;
    const std::string_view part = line.substr(0, end);
    text += part.substr(0, part.find_last_not_of(' ') + 1);
    text += '\n';
    line.remove_prefix(end);
    line.remove_prefix(indent_of(line));
    begin.assign(static_cast<std::size_t>(hang), ' ');
  }
  return text + begin + std::string(line);
}

}  // namespace sumi::protocol
