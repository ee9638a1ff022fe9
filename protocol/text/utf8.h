// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

/// Terminal columns of UTF-8 text: 2 for wide East Asian characters, 0 for combining ones. An
/// invalid byte counts 1.
int display_width(std::string_view text);

/// Makes text safe for a terminal: control characters, line feeds and invalid bytes become blanks.
std::string clean(std::string_view text);

/// The longest prefix that fits `columns`.
std::string_view fitting(std::string_view text, int columns);

inline constexpr int kTextColumns = 80;

/// Folds one line at blanks to at most `columns` and indents continuation lines by `hang`. Breaks
/// Japanese between characters, but no other overlong word. No final line feed.
std::string folded(std::string_view line, int hang = 0, int columns = kTextColumns);

}  // namespace sumi::protocol
