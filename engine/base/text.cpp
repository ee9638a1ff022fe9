// SPDX-License-Identifier: MIT
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

namespace sumi {
namespace {

/// Like from_chars(); also accepts "+" and rejects trailing text.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return to_lower(x) == to_lower(y);
         });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const auto end = std::find_if(text.begin(), text.end(), is_space);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text = trim(text.substr(word.size()));
  return word;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trim(text); !text.empty();) words.push_back(take_word(text));
  return words;
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::string_view without_bom(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::optional<int> parse_int(std::string_view text) { return parse_number<int>(text); }

std::optional<int> parse_count(std::string_view text) {
  return !text.empty() && is_digit(text[0]) ? parse_int(text) : std::nullopt;
}

std::optional<double> parse_real(std::string_view text) {
  std::string digits(text);
  std::ranges::replace(digits, ',', '.');
  const auto number = parse_number<double>(digits);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> plain_number(std::string_view text) {
  constexpr std::size_t kMaxDigits = 30;
  constexpr double kMost = 1e9;
  text = trim(text);
  if (text.size() > kMaxDigits || text.find_first_of("eE") != text.npos) return std::nullopt;
  const std::optional<double> number = parse_real(text);
  return number && std::abs(*number) < kMost ? number : std::nullopt;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxShown = 40;
  std::string shown = "'";
  for (const char c : text) {
    if (shown.size() >= kMaxShown) {
      shown += "...";
      break;
    }
    if (c >= ' ' && c <= '~') {
      shown += c;
    } else {
      fmt::format_to(std::back_inserter(shown), "\\x{:02X}", static_cast<unsigned char>(c));
    }
  }
  return shown + "'";
}

namespace {

constexpr std::size_t kMaxTyped = 40;  // longer text is not a mistyped name

/// `longer` starts with `shorter`, which has at least `min` characters. Ignores case.
bool extends(std::string_view longer, std::string_view shorter, std::size_t min) {
  return shorter.size() >= min && longer.size() > shorter.size() &&
         equal_ignoring_case(longer.substr(0, shorter.size()), shorter);
}

/// Twice edit_distance(), but at most 3 if one text begins with the other.
int distance_to_name(std::string_view typed, std::string_view name) {
  constexpr std::size_t kMinStart = 2, kMinName = 4;
  constexpr int kRelated = 3;
  const int distance = 2 * edit_distance(typed, name);
  const bool related = extends(name, typed, kMinStart) || extends(typed, name, kMinName);
  return related ? std::min(distance, kRelated) : distance;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Optimal string alignment with three rows of the table.
  std::vector<int> two_back, back(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_back = back;
    back = row;
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, back[j - 1] + !same});
      const bool swapped = i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                           to_lower(a[i - 2]) == to_lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  if (typed.size() < 2 || typed.size() > kMaxTyped) return {};
  const int limit = static_cast<int>(typed.size() + 1) / 3;
  std::string_view nearest;
  int least = 2 * (limit + 1);
  for (const std::string_view name : names) {
    const int distance = distance_to_name(typed, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> names,
                       std::string_view before) {
  const std::string_view name = nearest_name(typed, names);
  return name.empty() ? "" : fmt::format("; did you mean {}{}?", before, name);
}

}  // namespace sumi
