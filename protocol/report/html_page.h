// SPDX-License-Identifier: MIT
/// Self-contained HTML pages with light and dark style. Text arguments must be HTML: see escaped()
/// in svg_chart.h.
#pragma once

#include "protocol/text/json_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Marks pages of Sumi, which commands may replace.
inline constexpr std::string_view kPageMark = "<meta name=\"generator\" content=\"Sumi\">";

struct HtmlPage {
  std::string title;
  std::string body;  ///< Includes the heading.
  std::string_view language = "en";
  std::string_view style;
  std::string_view script;  ///< Run at the end; may be empty.
};
std::string to_html(const HtmlPage& page);

/// JSON text for a script element, which a '<' could end.
std::string html_json(const Json& json);

/// A table of HTML cells on a card that scrolls if too wide.
class HtmlTable {
 public:
  struct Column {
    std::string title;
    std::string_view style = "";
  };

  explicit HtmlTable(std::vector<Column> columns);

  /// `styles`: per cell, in column order.
  void row(const std::vector<std::string>& cells, const std::vector<std::string_view>& styles = {});

  std::string html() const;

 private:
  std::vector<Column> columns_;
  std::string html_;
};

/// A heading and `body`; empty if `body` is empty.
std::string html_section(std::string_view title, std::string_view body);

std::string html_note(std::string_view words);  ///< A paragraph in a faint colour.

std::string html_tile(std::string_view number, std::string_view words);

std::string html_tiles(std::string_view tiles);

}  // namespace sumi::protocol
