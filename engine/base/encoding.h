// SPDX-License-Identifier: MIT
/// Text of other people's files: UTF-8, Latin-1, full-width characters, line ends.
#pragma once

#include <cstddef>
#include <optional>
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

/// Of UTF-8: whether the byte begins a character (what continues one is 10xxxxxx).
constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// How many characters UTF-8 text has.
std::size_t count_characters(std::string_view text);

/// The first `count` characters of UTF-8 text, or all if there are fewer.
std::string_view first_characters(std::string_view text, std::size_t count);

/// `text` with full-width letters, digits and signs, as Japanese keyboards type them, made ASCII,
/// and so are the ideographic blank, comma and full stop: `text` itself if there are none of them,
/// else `plain`.
std::string_view with_ascii_width(std::string_view text, std::string& plain);

/// Every byte as the character of that number.
std::string utf8_of_latin1(std::string_view text);

/// Shift-JIS, as Windows has it (code page 932). Nothing if the text is none: a byte or a pair has
/// no meaning in it, there are control characters but tabs and line ends, or no two characters of
/// two bytes stand side by side, as Latin-1 has them too. A first byte alone at the end is left
/// out, and counted in `rest`.
std::optional<std::string> utf8_of_shift_jis(std::string_view text, std::size_t* rest = nullptr);

/// `text` if it is UTF-8, else as Shift-JIS if it is that, else as Latin-1.
std::string utf8_of_any(std::string_view text);

/// Characters that Latin-1 has not, and bytes that are no UTF-8, become `?`.
std::string latin1_of_utf8(std::string_view text);

/// `text` with line ends of any kind (LF, CR, CR LF, LF CR) made LF.
std::string with_plain_line_ends(std::string_view text);

}  // namespace sumi
