// SPDX-License-Identifier: MIT
/// Rounding and padding.
#include "engine/game/notation.h"
#include "protocol/report/format.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace sumi::protocol {
namespace {

/// Three significant digits of a number below 1000.
std::string three_digits(double x) {
  return fmt::format("{:.{}f}", x, x < 10 ? 2 : x < 100 ? 1 : 0);
}

}  // namespace

std::string short_count(double count) {
  if (count < 999.5) return fmt::format("{:.0f}", count);
  for (const char unit : {'k', 'M', 'G'}) {
    count /= 1000;
    if (count < 999.5) return three_digits(count) + unit;
  }
  return three_digits(count / 1000) + 'T';
}

std::string short_seconds(double seconds) {
  return fmt::format("{:.{}f}", seconds, seconds < 1000 ? 3 : 1);
}

std::string short_rate(std::uint64_t nodes, double seconds) {
  constexpr double kShortest = 1e-4;  // below it the clock says more than the work
  if (nodes == 0 || seconds < kShortest) return "-";
  return short_count(static_cast<double>(nodes) / seconds);
}

std::string clock_time(double seconds) {
  const long total = std::lround(seconds);
  const long hours = total / 3600, minutes = total / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, total % 60);
  return fmt::format("{}:{:02}", minutes, total % 60);
}

std::string signed_score(DiscDiff score) {
  return score.discs == 0 ? "0" : fmt::format("{:+}", score.discs);
}

std::string moves_text(const Line& line) {
  std::string text;
  for (const Square s : line) {
    if (!text.empty()) text += ' ';
    text += to_text(s);
  }
  return text;
}

std::string Table::header() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.emplace_back(column.title);
  return row(titles);
}

std::string Table::row(std::span<const std::string> cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size() && i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (i > 0) text += "  ";
    text += column.align == Align::kLeft ? fmt::format("{:<{}}", cells[i], column.width)
                                         : fmt::format("{:>{}}", cells[i], column.width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

}  // namespace sumi::protocol
