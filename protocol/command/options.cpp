// SPDX-License-Identifier: MIT
#include "protocol/command/options.h"

#include <cmath>
#include <iterator>

namespace sumi::protocol {

std::string Option::description() const {
  std::string text = help;
  const std::size_t at = value.range.empty() ? text.npos : text.find("{}");
  return at != text.npos ? text.replace(at, 2, value.range) : text;
}

Options& Options::operator+=(Options more) {
  rows.insert(rows.end(), std::make_move_iterator(more.rows.begin()),
              std::make_move_iterator(more.rows.end()));
  return *this;
}

std::string detail::listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return fmt::format("{}", fmt::join(words, ""));
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

OptionValue number_or_auto(std::optional<int>& field, int min, int max) {
  constexpr const char* kAutomatic = "auto";
  OptionValue row = number(field, min, max);
  row.standard = kAutomatic;
  row.words = {kAutomatic};
  row.read = [&field, read = row.read](const std::string& text) -> Result<void> {
    if (text != kAutomatic) return read(text);
    field.reset();
    return {};
  };
  return row;
}

OptionValue without_standard(OptionValue value) {
  value.standard.clear();
  return value;
}

OptionValue seconds(std::optional<Millis>& field, int max) {
  OptionValue row{.name = "S", .range = fmt::format("0.001..{}", max)};
  row.read = [&field, max](const std::string& text) -> Result<void> {
    const double seconds = parse_real(text).value_or(0);
    const Millis millis(seconds > 0 && seconds <= max ? std::lround(seconds * 1000) : 0);
    if (millis < Millis(1)) {
      return Error{ErrorCode::kOutOfRange, fmt::format("{} is not a number of seconds in 0.001..{}",
                                                       sumi::quoted(text), max)};
    }
    field = millis;
    return {};
  };
  return row;
}

}  // namespace sumi::protocol
