// SPDX-License-Identifier: MIT
/// Text that fits a terminal of 80 columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

inline constexpr int kTextColumns = 80;

/// One line, broken at blanks where it would pass `columns`; what follows begins with `hang`
/// blanks, and lines that go on end with `mark`. A word that is too long stays whole. Japanese,
/// which has no blanks, is broken between characters. Without a line feed at the end.
std::string folded(std::string_view line, int hang = 0, std::string_view mark = "",
                   int columns = kTextColumns);

/// A paragraph, or an entry of a list, of lines as they stand in the source, joined to one line.
struct TextEntry {
  std::string text;  ///< With its indentation; empty: a blank line.
  int indent = 0;    ///< Blanks it begins with: more than none in a list.
  int hang = 0;      ///< Where its second column begins; where there is none, a bit behind indent.
  bool columns = false;  ///< It has a second column.
};
std::vector<TextEntry> text_entries(std::string_view text);

/// Lines as they stand in the source, set anew: those of a paragraph are joined and folded, those
/// of a list (indented, with their second column after two blanks) each for itself. Whole lines.
std::string reflowed(std::string_view text);

}  // namespace sumi::protocol
