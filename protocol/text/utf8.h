// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace sumi::protocol {

/// Terminal columns of UTF-8 text: 2 for wide East Asian characters, 0 for combining ones. An
/// invalid byte counts 1.
int display_width(std::string_view text);

/// Makes untrusted text safe for a terminal: control characters, line feeds and invalid bytes
/// become blanks.
std::string clean(std::string_view text);

/// The longest prefix that fits `columns`.
std::string_view fitting(std::string_view text, int columns);

inline constexpr int kTextColumns = 80;

/// Folds one line at blanks to at most `columns`, with continuation lines indented by `hang`. Keeps
/// overlong words whole, but breaks Japanese between characters. No final line feed.
std::string folded(std::string_view line, int hang = 0, int columns = kTextColumns);

}  // namespace sumi::protocol
