// SPDX-License-Identifier: MIT
/// Numbers for people: the same look in every command and tool.
#pragma once

#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"
#include "engine/search_update.h"
#include "protocol/report/language.h"
#include "protocol/text/utf8.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {
struct OpeningName;
}

namespace sumi::protocol {

/// Four digits at most: "950", "12.3k", "4.56M", "789G".
std::string short_count(double count);

/// "0.001", "12.345", "1234.5": seconds.
std::string short_seconds(double seconds);

/// In tables, for what is not known.
inline constexpr std::string_view kUnknown = "–";

/// "12.3M" for `nodes` in `seconds`; kUnknown where the time is too short to tell.
std::string short_rate(std::uint64_t nodes, double seconds);

/// "1:05", "2:03:04": for time left.
std::string clock_time(double seconds);

/// "+12", "-4", "0".
std::string signed_score(DiscDiff score);

/// "+1.25" for an estimate, in discs; "+4" if it is exact; "<= +4", ">= -0.50" if only a bound is
/// known. Plus is good for the side to move.
std::string value_text(const Candidate& candidate, bool exact);

/// "14@73%": depth and selectivity.
std::string depth_text(const SearchReport& report);
/// "12+22@73%": 12 plies inside the book, then a search of 22.
std::string depth_text(const Basis& basis);
inline constexpr int kDepthWidth = 10;  ///< Of a column of them: "34+24@100%".

/// "Black wins by 16, 40 to 24", "A draw, 32 to 32": empties to the winner. Requires: the game is
/// over.
std::string outcome_text(const Position& position, Language language = Language::kEnglish);

/// The name of an opening in that language; empty for null.
std::string opening_text(const book::OpeningName* opening, Language language);

/// "d3 c3 pass f6" on a board of `size`; empty for an empty line of play.
std::string moves_text(const Line& line, int size = 8);

/// The first `most` moves of a line; then `more` if there are.
std::string line_text(const Line& line, int size, std::size_t most, std::string_view more);

/// Columns of fixed width, so that rows can be written while the work goes on. Widths are those on
/// the screen (display_width()). A cell wider than its column pushes the rest of its row to the
/// right.
class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string_view title;
    int width;
    Align align = Align::kRight;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  std::string header() const;                                 ///< With its newline.
  std::string row(std::span<const std::string> cells) const;  ///< With its newline.

 private:
  std::vector<Column> columns_;
};

// CSV as RFC 4180 has it, for spreadsheets and scripts.

/// The cells with commas between and "\r\n" at the end; quoted where they hold a comma, a quote or
/// a line break, or a blank at an end.
std::string csv_line(std::span<const std::string> cells);

}  // namespace sumi::protocol
