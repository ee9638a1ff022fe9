// SPDX-License-Identifier: MIT
/// Rounding and padding.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace sumi::protocol {
namespace {

/// Three significant digits of a number below 1000.
std::string three_digits(double x) {
  return fmt::format("{:.{}f}", x, x < 10 ? 2 : x < 100 ? 1 : 0);
}

/// A character at the front of UTF-8 text; one byte, U+FFFD, if it is none.
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

/// Classes W and F of Unicode's Standard Annex 11, to whole blocks.
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
  if (nodes == 0 || seconds < kShortest) return std::string(kUnknown);
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

std::string value_text(const Candidate& candidate, bool exact) {
  const Value value = candidate.value();
  if (value.units >= kInfinity.units || value.units <= -kInfinity.units) return "?";
  const double discs = to_discs(value);
  const std::string number = exact              ? signed_score(to_disc_diff(value))
                             : value.units == 0 ? "0.00"
                                                : fmt::format("{:+.2f}", discs);
  if (candidate.lower == candidate.upper) return number;
  return (candidate.lower == value ? ">= " : "<= ") + number;
}

std::string depth_text(const SearchReport& report) {
  return fmt::format("{}@{}%", report.depth, report.selectivity);
}

std::string depth_text(const Basis& basis) {
  const std::string inside = basis.book_plies > 0 ? fmt::format("{}+", basis.book_plies) : "";
  return fmt::format("{}{}@{}%", inside, basis.depth - basis.book_plies, basis.selectivity);
}

std::string_view source_name(const Basis& basis) { return basis.book ? "book" : "search"; }

std::string outcome_text(const Position& position, Language language) {
  const int score = final_score(position.board, position.size).discs;
  const int discs = position.size * position.size, winner = (discs + std::abs(score)) / 2;
  if (score == 0) return tr_format(language, "A draw, {} to {}", winner, winner);
  const bool black_wins = (score > 0) == (position.to_move == Color::kBlack);
  return tr_format(language, "{} wins by {}, {} to {}",
                   tr(language, black_wins ? "Black" : "White"), std::abs(score), winner,
                   discs - winner);
}

std::string moves_text(const Line& line, int size) {
  std::string text;
  for (const Square s : line) {
    if (!text.empty()) text += ' ';
    text += to_text(s, size);
  }
  return text;
}

std::string line_text(const Line& line, int size, std::size_t most, std::string_view more) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(line.size(), most); ++i) {
    text += to_text(line[i], size) + ' ';
  }
  if (line.size() > most) return text.append(more);
  return std::string(trim(text));
}

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
    const int missing = std::max(0, column.width - display_width(cells[i]));
    const std::string padding(static_cast<std::size_t>(missing), ' ');
    text += column.align == Align::kLeft ? cells[i] + padding : padding + cells[i];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

}  // namespace sumi::protocol
