// SPDX-License-Identifier: MIT
/// Text of other people's files: UTF-8, Latin-1, full-width characters, line ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sumi {

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

bool is_utf8(std::string_view text);

/// Length in bytes of the UTF-8 character at the front of `text`; 0 if there is none (RFC 3629).
/// Requires: `text` is not empty.
std::size_t utf8_length(std::string_view text);

/// That character. Requires: utf8_length(text) is not 0.
char32_t utf8_character(std::string_view text);

/// `text` with full-width letters, digits and signs, as Japanese keyboards type them, made ASCII,
/// and so are the ideographic blank, comma and full stop: `text` itself if there are none of them,
/// else `plain`.
std::string_view with_ascii_width(std::string_view text, std::string& plain);

/// Every byte as the character of that number.
std::string utf8_of_latin1(std::string_view text);

/// Characters that Latin-1 has not, and bytes that are no UTF-8, become `?`.
std::string latin1_of_utf8(std::string_view text);

/// `text` with line ends of any kind (LF, CR, CR LF, LF CR) made LF.
std::string with_plain_line_ends(std::string_view text);

}  // namespace sumi
