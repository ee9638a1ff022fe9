// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace sumi {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : length;
}

char32_t utf8_character(std::string_view text) {
  const std::size_t length = utf8_length(text);
  constexpr unsigned kLeadBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t character = static_cast<unsigned char>(text[0]) & kLeadBits[length];
  for (std::size_t i = 1; i < length; ++i) {
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  return character;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0, characters = 0;
  while (end < text.size() && (!begins_character(text[end]) || characters++ < count)) ++end;
  return text.substr(0, end);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string utf8_of_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

namespace {

struct ShiftJisRow {
  unsigned char first;
  const char16_t* characters;
};
constexpr ShiftJisRow kShiftJis[] = {
#include "engine/base/shift_jis.inc"
};
constexpr char16_t kNone = 0xFFFD;

/// kNone if unassigned.
char16_t shift_jis_character(unsigned char first, unsigned char second) {
  constexpr unsigned kFirstSecond = 0x40, kGap = 0x7F, kLastSecond = 0xFC;
  const auto* const row = std::ranges::lower_bound(kShiftJis, first, {}, &ShiftJisRow::first);
  if (row == std::end(kShiftJis) || row->first != first) return kNone;
  if (second < kFirstSecond || second == kGap || second > kLastSecond) return kNone;
  return row->characters[second - kFirstSecond - (second > kGap)];
}

bool begins_pair(unsigned char byte) {
  return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
}

void put_utf8(std::string& utf8, char16_t character) {
  const auto put = [&](unsigned byte) { utf8 += static_cast<char>(byte); };
  if (character < 0x800) {
    put(0xC0 | character >> 6);
  } else {
    put(0xE0 | character >> 12);
    put(0x80 | (character >> 6 & 0x3F));
  }
  put(0x80 | (character & 0x3F));
}

}  // namespace

std::optional<std::string> utf8_of_shift_jis(std::string_view text, std::size_t* rest) {
  constexpr unsigned char kFirstKana = 0xA1, kLastKana = 0xDF;
  constexpr char16_t kKana = 0xFF61;
  std::string utf8;
  int pairs = 0;  // adjacent two-byte characters
  bool found = false;
  if (rest) *rest = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (begins_pair(byte)) {
      if (at + 1 == text.size()) {
        if (!rest) return std::nullopt;
        *rest = 1;
        break;
      }
      const char16_t character = shift_jis_character(byte, static_cast<unsigned char>(text[++at]));
      if (character == kNone) return std::nullopt;
      put_utf8(utf8, character);
      found = ++pairs >= 2 || found;
      continue;
    }
    pairs = 0;
    if (byte >= kFirstKana && byte <= kLastKana) {
      put_utf8(utf8, static_cast<char16_t>(kKana + byte - kFirstKana));
    } else if (byte < 0x7F && (byte >= ' ' || byte == '\t' || byte == '\n' || byte == '\r')) {
      utf8 += text[at];
    } else {
      return std::nullopt;
    }
  }
  return found ? std::optional(std::move(utf8)) : std::nullopt;
}

std::string utf8_of_any(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  auto japanese = utf8_of_shift_jis(text);
  return japanese ? std::move(*japanese) : utf8_of_latin1(text);
}

std::string_view with_ascii_width(std::string_view text, std::string& plain) {
  constexpr std::string_view kLeads = "\xE3\xEF";  // first bytes of replaced characters
  if (text.find_first_of(kLeads) == text.npos) return text;
  plain.clear();
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view three = text.substr(at, 3);
    char found = '\0';
    if (three == "\u3000") found = ' ';
    if (three == "\u3001") found = ',';
    if (three == "\u3002") found = '.';
    if (utf8_length(three) == 3) {
      constexpr char32_t kFirst = 0xFF01, kLast = 0xFF5E;  // counterparts of '!' to '~'
      const char32_t code = utf8_character(three);
      if (code >= kFirst && code <= kLast) found = static_cast<char>('!' + (code - kFirst));
    }
    plain += found != '\0' ? found : text[at];
    at += found != '\0' ? 3 : 1;
  }
  return plain;
}

std::string latin1_of_utf8(std::string_view text) {
  std::string latin1;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char32_t character = length == 0 ? 0xFFFD : utf8_character(text);
    latin1 += character <= 0xFF ? static_cast<char>(character) : '?';
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return latin1;
}

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '\n' && c != '\r') {
      plain += c;
      continue;
    }
    plain += '\n';
    const char other = c == '\n' ? '\r' : '\n';
    if (i + 1 < text.size() && text[i + 1] == other) ++i;
  }
  return plain;
}

}  // namespace sumi
