// SPDX-License-Identifier: MIT
/// Text that fits a terminal of 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

inline constexpr int kTextColumns = 80;

/// One line, broken at blanks where it would pass `columns`; what follows begins with `hang`
/// blanks. A word that is too long stays whole. Japanese, which has no blanks, is broken between
/// characters. Without a line feed at the end.
std::string folded(std::string_view line, int hang = 0, int columns = kTextColumns);

}  // namespace sumi::protocol
