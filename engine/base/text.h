// SPDX-License-Identifier: MIT
/// ASCII text, independent of the locale: other bytes are neither letters, digits nor blanks.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
/// 0 to 31 and 127.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

class CharSet {
 public:
  constexpr explicit CharSet(std::string_view chars) {
    for (const char c : chars) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }

 private:
  bool has_[256] = {};
};

std::string to_lower(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Removes blanks and line breaks at both ends.
std::string_view trim(std::string_view text);

/// Removes the first word of `text` and the blanks around it; returns the word. Empty if none.
std::string_view take_word(std::string_view& text);
std::vector<std::string_view> split_words(std::string_view text);

/// Removes the text to the first `separator`, inclusive, and returns it without the separator; all
/// text if none.
std::string_view take_until(std::string_view& text, char separator);

/// Without a UTF-8 byte order mark.
std::string_view without_bom(std::string_view text);

/// False for an empty text.
bool all_digits(std::string_view text);

/// An integer with optional sign; nothing if invalid or out of range.
std::optional<int> parse_int(std::string_view text);

/// As parse_int(), without sign.
std::optional<int> parse_count(std::string_view text);

/// A finite number with optional sign. Accepts a decimal comma, as some locales write it.
std::optional<double> parse_real(std::string_view text);

/// A finite number between minus and plus a billion, without exponent.
std::optional<double> plain_number(std::string_view text);

/// For error messages: in quotes, on one line, at most about 40 characters. Bytes other than
/// printable ASCII become \xNN.
std::string quoted(std::string_view text);

/// Number of insertions, deletions, replacements and swaps of neighbours. Ignores ASCII case.
int edit_distance(std::string_view a, std::string_view b);

/// The most similar name (the first of equals); may be empty. A prefix ("anal") and a name with
/// more text are similar.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

/// "; did you mean play?" or empty. `before`: prefix of the name, such as dashes.
std::string suggestion(std::string_view typed, std::span<const std::string_view> names,
                       std::string_view before = {});

}  // namespace sumi
