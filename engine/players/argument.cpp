// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/players/argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sumi {
namespace {

const Flag* find_flag(std::string_view word, std::span<const Flag> flags) {
  const auto found = std::ranges::find(flags, word, &Flag::word);
  return found != flags.end() ? &*found : nullptr;
}

std::string words_of(std::span<const Flag> flags) {
  std::string words;
  for (const Flag& flag : flags) words += fmt::format("{}{}", words.empty() ? "" : ", ", flag.word);
  return words;
}

}  // namespace

Result<unsigned> parse_flags(std::string_view player, std::string_view text,
                             std::span<const Flag> flags) {
  unsigned bits = 0;
  if (text.empty()) return bits;
  std::string_view left = text;
  for (bool more = true; more;) {
    more = left.find('+') != left.npos;
    const std::string_view word = take_until(left, '+');
    const Flag* const flag = find_flag(word, flags);
    if (!flag) {
      return syntax_error(fmt::format("player {}", player), word,
                          fmt::format("one of {} (several with + between)", words_of(flags)));
    }
    bits |= flag->bits;
  }
  return bits;
}

unsigned take_flags(std::string_view& text, std::span<const Flag> flags) {
  unsigned bits = 0;
  while (true) {
    const std::size_t plus = text.rfind('+');
    if (plus == text.npos) return bits;
    const Flag* const flag = find_flag(text.substr(plus + 1), flags);
    if (!flag) return bits;
    bits |= flag->bits;
    text = text.substr(0, plus);
  }
}

Result<int> parse_number(std::string_view player, std::string_view what, std::string_view text,
                         int min, int max, int fallback) {
  if (text.empty()) return fallback;
  const std::optional<int> number = parse_count(text);
  if (number && *number >= min && *number <= max) return *number;
  return Error{ErrorCode::kOutOfRange, fmt::format("player {}: {} is not {} in {}..{}", player,
                                                   quoted(text), what, min, max)};
}

Result<void> check_full_board(std::string_view player, int size) {
  if (size == 8) return {};
  return Error{ErrorCode::kOutOfRange,
               fmt::format("player {}: plays on 8x8 only, not on {}x{}", player, size, size)};
}

Result<void> check_no_argument(std::string_view player, std::string_view argument) {
  if (argument.empty()) return {};
  return syntax_error(fmt::format("player {}", player), argument, "empty: it takes no argument");
}

}  // namespace sumi
