// SPDX-License-Identifier: MIT
/// Text that fits a terminal of 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

inline constexpr int kTextColumns = 80;

/// One line, broken at blanks where it would pass `columns`; what follows begins with `hang`
/// blanks, and lines that go on end with `mark`. A word that is too long stays whole. Japanese,
/// which has no blanks, is broken between characters. Without a line feed at the end.
std::string folded(std::string_view line, int hang = 0, std::string_view mark = "",
                   int columns = kTextColumns);

/// Lines as they stand in the source, set anew: those of a paragraph are joined and folded, those
/// of a list (indented, with their second column after two blanks) each for itself. Whole lines.
std::string reflowed(std::string_view text);

}  // namespace sumi::protocol
