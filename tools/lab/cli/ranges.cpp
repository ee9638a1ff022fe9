// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "tools/lab/cli/ranges.h"

#include <fmt/format.h>

namespace sumi::lab {

std::optional<std::pair<int, int>> two_numbers(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == text.npos) return std::nullopt;
  const std::optional<int> first = parse_int(text.substr(0, at));
  const std::optional<int> second = parse_int(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

std::pair<int, int> range_value(const protocol::CommandLine& line, const std::string& option,
                                int min, int max) {
  const std::string text = text_value(line, option);
  auto range = two_numbers(text, '-');
  if (const std::optional<int> one = parse_int(text)) range = std::pair(*one, *one);
  if (!range || range->first < min || range->second < range->first || range->second > max) {
    throw protocol::UsageError(
        fmt::format("--{}: {} is not MIN-MAX within {}-{}", option, sumi::quoted(text), min, max));
  }
  return *range;
}

}  // namespace sumi::lab
