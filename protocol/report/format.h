// SPDX-License-Identifier: MIT
#pragma once

#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/opening_book.h"
#include "engine/search_core.h"
#include "engine/search_update.h"
#include "protocol/report/language.h"
#include "protocol/text/utf8.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {
struct OpeningName;
}

namespace sumi::protocol {

/// At most four digits: "950", "12.3k", "4.56M", "789G".
std::string short_count(double count);

/// "0.001", "12.345", "1234.5": seconds.
std::string short_seconds(double seconds);

inline constexpr std::string_view kUnknown = "–";

/// "12.3M" for `nodes` in `seconds`; kUnknown if the time is too short.
std::string short_rate(std::uint64_t nodes, double seconds);

/// "1:05", "2:03:04": time left.
std::string clock_time(double seconds);

/// "+12", "-4", "0".
std::string signed_score(DiscDiff score);

/// In discs for the side to move: "+1.25" for an estimate, "+4" if exact, "<= +4" or ">= -0.50" for
/// a bound.
std::string value_text(const Candidate& candidate, bool exact);
std::string value_text(Value value, bool exact);

/// "14@73%": depth and selectivity.
std::string depth_text(const SearchReport& report);
/// "12+22@73%": 12 plies in the book, then a 22-ply search.
std::string depth_text(const Basis& basis);
inline constexpr int kDepthWidth = 10;  ///< Column width: "34+24@100%".

std::string_view side_name(Language language, Color color);  ///< "Black"

/// "Black wins by 16, 40 to 24", "A draw, 32 to 32", with the empties for the winner. Requires: the
/// game is over.
std::string outcome_text(const Position& position, Language language = Language::kEnglish);

/// "Published: a draw with best play (H. Takizawa, 2023).\n"; empty without a published_score().
std::string published_text(const Position& position, Language language);

/// An opening's name in `language`; empty for null.
std::string opening_text(const book::OpeningName* opening, Language language);

/// "d3 c3 pass f6" on a board of `size`; empty for an empty line.
std::string moves_text(const Line& line, int size = 8);

/// At most `most` moves, then `more` if the line is longer.
std::string line_text(const Line& line, int size, std::size_t most, std::string_view more);

/// A table with columns of fixed widths, so that rows can be written as they are computed. A column
/// is at least as wide as its title. An overlong cell shifts the rest of its row.
class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string_view title;
    int width;
    Align align = Align::kRight;
  };

  explicit Table(std::vector<Column> columns);

  // With a newline.
  std::string header() const;
  std::string row(std::span<const std::string_view> cells) const;
  std::string row(std::span<const std::string> cells) const;
  std::string row(std::initializer_list<std::string_view> cells) const {
    return row(std::span(cells.begin(), cells.size()));
  }

 private:
  std::vector<Column> columns_;
};

/// A header, a row per candidate (best first), and a line with nodes and time. Scores are for the
/// side to move.
std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language = Language::kEnglish);

/// A header and a row per move: score for the side to move, depth, games and share of points (draws
/// count half). A sentence if there are none or `book` is null.
std::string book_table(const OpeningBook* book, const Board& board,
                       Language language = Language::kEnglish);

/// CSV according to RFC 4180; ends with "\r\n". Quotes cells that contain commas, quotes or line
/// breaks, or begin or end with blanks.
std::string csv_line(std::span<const std::string> cells);

}  // namespace sumi::protocol
