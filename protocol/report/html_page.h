// SPDX-License-Identifier: MIT
/// Pages of one file that need nothing else: their frame, the house style (light and dark, by the
/// reader's setting), tables. Texts here are HTML already: see escaped() in svg_chart.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// In the head of each page: what makes it one of ours, which we may replace.
inline constexpr std::string_view kPageMark = "<meta name=\"generator\" content=\"Sumi\">";

struct HtmlPage {
  std::string title;
  std::string body;                  ///< From the heading on.
  std::string_view language = "en";  ///< Language of the page's words.
  std::string_view style;            ///< Rules after those of the house.
  std::string_view script;           ///< Run at the end; empty: none.
};
std::string to_html(const HtmlPage& page);

/// A table of cells that are HTML already, on a card that scrolls if it is too wide.
class HtmlTable {
 public:
  struct Column {
    std::string title;
    std::string_view style = "";
  };

  explicit HtmlTable(std::vector<Column> columns);

  /// `styles` are for single cells, by column.
  void row(const std::vector<std::string>& cells, const std::vector<std::string_view>& styles = {});

  std::string html() const;

 private:
  std::vector<Column> columns_;
  std::string html_;
};

/// A heading and what is under it; empty without `body`.
std::string html_section(std::string_view title, std::string_view body);

/// A number in big letters, and what it is of.
std::string html_tile(std::string_view number, std::string_view words);

/// Tiles in a row, as many as there is room for.
std::string html_tiles(std::string_view tiles);

}  // namespace sumi::protocol
