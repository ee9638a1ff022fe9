// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

bool is_utf8(std::string_view text);

/// In bytes; 0 if invalid (RFC 3629). Requires: !text.empty().
std::size_t utf8_length(std::string_view text);

/// Requires: utf8_length(text) is not 0.
char32_t utf8_character(std::string_view text);

constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::size_t count_characters(std::string_view text);

/// The first `count` characters of UTF-8 text; all if fewer.
std::string_view first_characters(std::string_view text, std::size_t count);

/// Converts full-width letters, digits and signs (from Japanese input), and the ideographic space,
/// comma and full stop, to ASCII. Returns `plain`, or `text` if nothing changes.
std::string_view with_ascii_width(std::string_view text, std::string& plain);

std::string utf8_of_latin1(std::string_view text);

/// Converts Windows Shift-JIS (code page 932). Nothing if implausible: undefined bytes or pairs,
/// control characters other than tabs and line ends, or no two adjacent two-byte characters
/// (Latin-1 may look like single ones). Drops an incomplete last character; `rest`: its bytes.
std::optional<std::string> utf8_of_shift_jis(std::string_view text, std::size_t* rest = nullptr);

/// From UTF-8 if valid, else from Shift-JIS if plausible, else from Latin-1.
std::string utf8_of_any(std::string_view text);

/// Converts to Latin-1; invalid UTF-8 and other characters become `?`.
std::string latin1_of_utf8(std::string_view text);

/// Converts all line ends (LF, CR, CR LF, LF CR) to LF.
std::string with_plain_line_ends(std::string_view text);

}  // namespace sumi
