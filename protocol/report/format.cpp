// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace sumi::protocol {
namespace {

std::string three_digits(double x) {
  return fmt::format("{:.{}f}", x, x < 10 ? 2 : x < 100 ? 1 : 0);
}

/// "58%". ASCII only: protocols send it.
std::string won_text(const GameCounts& games) {
  if (games.games() == 0) return "-";
  const double points = games.wins + games.draws / 2.0;
  return fmt::format("{:.0f}%", 100 * points / static_cast<double>(games.games()));
}

/// "+1.25 ± 1.8" if the likely error is known; kUnknown if the search stopped before this move.
std::string value_with_error(const Candidate& candidate, const Basis& basis) {
  if (candidate.lower <= -kInfinity && candidate.upper >= kInfinity) return std::string(kUnknown);
  const std::string value = value_text(candidate, basis.exact);
  return basis.error > 0 ? fmt::format("{} ± {:.1f}", value, basis.error) : value;
}

bool needs_quotes(std::string_view cell) {
  if (cell.empty()) return false;
  return cell.find_first_of(",\"\r\n") != cell.npos || is_space(cell.front()) ||
         is_space(cell.back());
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

std::string depth_text(const SearchReport& report) {
  return fmt::format("{}@{}%", report.depth, report.selectivity);
}

std::string depth_text(const Basis& basis) {
  const std::string inside = basis.book_plies > 0 ? fmt::format("{}+", basis.book_plies) : "";
  return fmt::format("{}{}@{}%", inside, basis.depth - basis.book_plies, basis.selectivity);
}

std::string_view side_name(Language language, Color color) {
  return tr(language, color == Color::kBlack ? "Black" : "White");
}

std::string outcome_text(const Position& position, Language language) {
  const int score = final_score(position.board, position.size).discs;
  const int discs = position.size * position.size, winner = (discs + std::abs(score)) / 2;
  if (score == 0) return tr_format(language, "A draw, {} to {}", winner, winner);
  return tr_format(language, "{} wins by {}, {} to {}",
                   side_name(language, score > 0 ? position.to_move : !position.to_move),
                   std::abs(score), winner, discs - winner);
}

std::string published_text(const Position& position, Language language) {
  const PublishedScore* const published = published_score(position);
  if (!published) return "";
  const int score = published->score.discs;
  if (score == 0) {
    return tr_format(language, "Published: a draw with best play ({}, {}).\n", published->by,
                     published->year);
  }
  return tr_format(language, "Published: {} wins by {} with best play ({}, {}).\n",
                   side_name(language, score > 0 ? position.to_move : !position.to_move),
                   std::abs(score), published->by, published->year);
}

std::string opening_text(const book::OpeningName* opening, Language language) {
  if (!opening) return "";
  return std::string(language == Language::kJapanese ? opening->japanese : opening->english);
}

std::string moves_text(const Line& line, int size) {
  return line_text(line, size, line.size(), "");
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
  std::vector<std::string_view> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  return row(titles);
}

std::string Table::row(std::span<const std::string> cells) const {
  return row(std::vector<std::string_view>(cells.begin(), cells.end()));
}

std::string Table::row(std::span<const std::string_view> cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size() && i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (i > 0) text += "  ";
    const int missing = std::max(0, column.width - display_width(cells[i]));
    const std::string padding(static_cast<std::size_t>(missing), ' ');
    if (column.align == Align::kRight) text += padding;
    text += cells[i];
    if (column.align == Align::kLeft) text += padding;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language) {
  constexpr std::size_t kShownMoves = 10;
  const Table table({{tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "score"), 11, Table::Align::kLeft},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "exact"), 5, Table::Align::kLeft},
                     {tr(language, "source"), 6, Table::Align::kLeft},
                     {tr(language, "line of play"), 12, Table::Align::kLeft}});
  std::string text = table.header();
  for (const Candidate& candidate : all_candidates(update)) {
    const Basis basis = update.basis(candidate);
    text += table.row({to_text(candidate.move(), position.size), value_with_error(candidate, basis),
                       depth_text(basis), tr(language, is_exact(candidate, basis) ? "yes" : "no"),
                       tr(language, source_name(basis)),
                       line_text(candidate.line, position.size, kShownMoves, "...")});
  }
  return text + tr_format(language, "{} nodes, {} s, {} nodes/s\n", update.nodes,
                          short_seconds(update.seconds), short_rate(update.nodes, update.seconds));
}

std::string book_table(const OpeningBook* book, const Board& board, Language language) {
  if (!book) return std::string(tr(language, "No book is in use.")) + "\n";
  const std::vector<BookMove> moves = book->moves(board);
  if (moves.empty()) return std::string(tr(language, "The book has no move here.")) + "\n";
  const Table table({{tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "score"), 6},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "games"), 6},
                     {tr(language, "won"), 4},
                     {tr(language, "then"), 4, Table::Align::kLeft}});
  std::string text = table.header();
  for (const BookMove& move : moves) {
    const int inside = move.exact ? 0 : book_plies(line_after(*book, board, move.move), move.depth);
    text += table.row({to_text(move.move), value_text(move.value, move.exact),
                       depth_text(Basis{move.depth, move.selectivity, move.exact, true, inside}),
                       std::to_string(move.games.games()), won_text(move.games),
                       tr(language, move.in_book ? "book" : "out")});
  }
  return text;
}

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
