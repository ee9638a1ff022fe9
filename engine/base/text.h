// SPDX-License-Identifier: MIT
/// Small helpers to read text that others wrote. ASCII only and independent of the locale: every
/// other byte is neither letter, digit nor blank.
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
/// True for the control characters of ASCII, 0 to 31 and 127, whether or not char has a sign.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

/// A few characters, to be asked for one by one.
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

/// `text` without the blanks and line breaks at both ends.
std::string_view trim(std::string_view text);

/// The first word of `text`, which is cut off together with the blanks around it; empty if there
/// is none. Words are what stands between blanks.
std::string_view take_word(std::string_view& text);
std::vector<std::string_view> split_words(std::string_view text);

/// Cuts the text before the first `separator` off `text`, and the separator too, and returns it
/// without the separator; all of `text` if there is none.
std::string_view take_until(std::string_view& text, char separator);

/// `text` without the byte order mark that some editors put in front of UTF-8.
std::string_view without_bom(std::string_view text);

/// Not empty, and nothing but digits.
bool all_digits(std::string_view text);

/// A whole number, with or without a sign, and nothing else; nothing if it does not fit an int.
std::optional<int> parse_int(std::string_view text);

/// Like parse_int(), but takes digits only, no sign.
std::optional<int> parse_count(std::string_view text);

/// A finite number, with or without a sign, and nothing else. A comma may stand for the point: some
/// programs write numbers as their locale does.
std::optional<double> parse_real(std::string_view text);

/// A finite number without exponent, smaller than a milliard: what notes and results hold.
std::optional<double> plain_number(std::string_view text);

/// `text` for an error message: in quotes, on one line, at most about 40 characters; bytes that
/// are not printable ASCII become \xNN, so a terminal or a protocol peer can take any input back.
std::string quoted(std::string_view text);

// Guesses which name was meant where one is mistyped, for error messages.

/// How many edits make one text the other, where an edit adds, drops or replaces a character or
/// swaps two neighbours. The case of ASCII letters does not count.
int edit_distance(std::string_view a, std::string_view b);

/// The name that was most likely meant: the nearest one, the first of equals; empty if none is
/// near. A name cut short ("anal") counts as near, and so does a name with text behind it.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

/// The end of an error message: "; did you mean play?", or nothing if no name is near. `before`
/// stands before the name: the dashes of an option.
std::string suggestion(std::string_view typed, std::span<const std::string_view> names,
                       std::string_view before = {});

}  // namespace sumi
