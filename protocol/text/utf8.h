// SPDX-License-Identifier: MIT
/// UTF-8 text as a terminal shows it: its width, and lines folded to 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

/// How many columns a terminal gives to UTF-8 text: two to the wide characters of East Asia, none
/// to combining ones. A byte that is no UTF-8 counts one.
int display_width(std::string_view text);

/// UTF-8 text of others for a terminal: on one line, without what would move the cursor. Control
/// characters and bytes that are no UTF-8 become blanks.
std::string clean(std::string_view text);

/// The characters of UTF-8 text that fit so many columns.
std::string_view fitting(std::string_view text, int columns);

inline constexpr int kTextColumns = 80;

/// One line, broken at blanks where it would pass `columns`; what follows begins with `hang`
/// blanks. A word that is too long stays whole. Japanese, which has no blanks, is broken between
/// characters. Without a line feed at the end.
std::string folded(std::string_view line, int hang = 0, int columns = kTextColumns);

}  // namespace sumi::protocol
