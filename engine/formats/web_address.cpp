// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/web_address.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace sumi {
namespace {

/// Where the first web address of `text` begins; npos if there is none.
std::size_t find_address(std::string_view text) {
  if (text.find("://") == text.npos && text.find('.') == text.npos) return text.npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_alnum(text[at - 1])) continue;
    for (const std::string_view front : {"http://", "https://", "www."}) {
      if (equal_ignoring_case(text.substr(at, front.size()), front)) return at;
    }
  }
  return text.npos;
}

/// "%2C" as the character that it stands for.
std::string without_escapes(std::string_view address) {
  std::string plain;
  for (std::size_t at = 0; at < address.size(); ++at) {
    const std::string_view digits = address.substr(std::min(at + 1, address.size()), 2);
    unsigned code = 0;
    const bool escape =
        address[at] == '%' && digits.size() == 2 &&
        std::from_chars(digits.data(), digits.data() + 2, code, 16).ptr == digits.data() + 2;
    plain += escape ? static_cast<char>(code) : address[at];
    if (escape) at += 2;
  }
  return plain;
}

/// Glued moves and nothing else.
bool is_moves(std::string_view word, int size) {
  for (; word.size() >= 2; word.remove_prefix(2)) {
    if (!find_square(word.substr(0, 2), size)) return false;
  }
  return word.empty();
}

/// The longest row of moves that an address holds; else empty.
std::string moves_of_address(std::string_view address, int size) {
  constexpr std::string_view kSigns = "-_,.+ ";
  const std::string plain = without_escapes(address);
  std::string longest, row;
  std::size_t row_end = 0;
  for (std::size_t at = 0; at < plain.size();) {
    std::size_t end = at;
    while (end < plain.size() && is_alnum(plain[end])) ++end;
    const std::string_view word = std::string_view(plain).substr(at, end - at);
    const bool moves = !word.empty() && is_moves(word, size);
    const bool goes_on =
        at == row_end + 1 && kSigns.find(plain[row_end]) != kSigns.npos && !row.empty();
    if (!goes_on || !moves) row.clear();
    if (moves) row += word;
    row_end = end;
    if (row.size() > longest.size()) longest = row;
    at = end + 1;
  }
  return longest;
}

std::size_t end_of_address(std::string_view text, std::size_t begin) {
  return std::min(text.find_first_of(" \t\r\n\"'<>", begin), text.size());
}

}  // namespace

std::string with_moves_of_addresses(std::string_view text, int size) {
  std::string plain;
  for (std::size_t begin; (begin = find_address(text)) != text.npos;) {
    const std::size_t end = end_of_address(text, begin);
    plain += text.substr(0, begin);
    plain += moves_of_address(text.substr(begin, end - begin), size);
    plain += ' ';
    text.remove_prefix(end);
  }
  return plain.append(text);
}

Result<void> check_address(std::string_view text, int size) {
  text = trim(text);
  if (find_address(text) != 0 || end_of_address(text, 0) < text.size()) return {};
  if (!moves_of_address(text, size).empty()) return {};
  return Error{ErrorCode::kBadSyntax,
               fmt::format("game: the address {} holds no moves (f5d6c3), only the page that it "
                           "leads to does: copy them from there",
                           quoted(text))};
}

}  // namespace sumi
