// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace sumi::protocol {
namespace {

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
  constexpr double kShortest = 1e-4;  // shorter times are mostly clock error
  if (nodes == 0 || seconds < kShortest) return std::string(kUnknown);
  return short_count(static_cast<double>(nodes) / seconds);
}

std::string clock_time(double seconds) {
  const long long total = std::llround(seconds);
  const long long hours = total / 3600, minutes = total / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, total % 60);
  return fmt::format("{}:{:02}", minutes, total % 60);
}

std::string signed_score(DiscDiff score) {
  return score.discs == 0 ? "0" : fmt::format("{:+}", score.discs);
}

std::string value_text(Value value, bool exact) {
  if (value.units >= kInfinity.units || value.units <= -kInfinity.units) return "?";
  if (exact) return signed_score(to_disc_diff(value));
  return value.units == 0 ? "0.00" : fmt::format("{:+.2f}", to_discs(value));
}

std::string value_text(const Candidate& candidate, bool exact) {
  const std::string number = value_text(candidate.value(), exact);
  if (candidate.lower == candidate.upper || number == "?") return number;
  return (candidate.lower == candidate.value() ? ">= " : "<= ") + number;
}

std::string value_text(const Candidate& candidate, const Basis& basis) {
  const std::string value = value_text(candidate, basis.exact);
  return basis.error > 0 ? fmt::format("{} ± {:.1f}", value, basis.error) : value;
}

std::string depth_text(const SearchReport& report) {
  return fmt::format("{}@{}%", report.depth, report.selectivity);
}

std::string depth_text(const Basis& basis) {
  const std::string inside = basis.book_plies > 0 ? fmt::format("{}+", basis.book_plies) : "";
  return fmt::format("{}{}@{}%", inside, basis.depth - basis.book_plies, basis.selectivity);
}

std::string outcome_text(const Position& position, Language language) {
  const int score = final_score(position.board, position.size).discs;
  const int discs = position.size * position.size, winner = (discs + std::abs(score)) / 2;
  if (score == 0) return tr_format(language, "A draw, {} to {}", winner, winner);
  const bool black_wins = (score > 0) == (position.to_move == Color::kBlack);
  return tr_format(language, "{} wins by {}, {} to {}",
                   tr(language, black_wins ? "Black" : "White"), std::abs(score), winner,
                   discs - winner);
}

std::string published_text(const Position& position, Language language) {
  const PublishedScore* const published = published_score(position);
  if (!published) return "";
  if (published->score.discs == 0) {
    return tr_format(language, "Published: a draw with best play ({}, {}).\n", published->by,
                     published->year);
  }
  const bool black_wins = (published->score.discs > 0) == (position.to_move == Color::kBlack);
  return tr_format(language, "Published: {} wins by {} with best play ({}, {}).\n",
                   tr(language, black_wins ? "Black" : "White"), std::abs(published->score.discs),
                   published->by, published->year);
}

std::string opening_text(const book::OpeningName* opening, Language language) {
  if (!opening) return "";
  return std::string(language == Language::kJapanese ? opening->japanese : opening->english);
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

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (Column& column : columns_) {
    column.width = std::max(column.width, display_width(column.title));
  }
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

namespace {

bool needs_quotes(std::string_view cell) {
  if (cell.empty()) return false;
  return cell.find_first_of(",\"\r\n") != cell.npos || is_space(cell.front()) ||
         is_space(cell.back());
}

}  // namespace

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  bool first = true;
  for (const std::string& cell : cells) {
    if (!first) line += ',';
    first = false;
    if (!needs_quotes(cell)) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
    line += '"';
  }
  return line + "\r\n";
}

}  // namespace sumi::protocol
