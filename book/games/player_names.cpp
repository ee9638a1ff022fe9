// SPDX-License-Identifier: MIT
#include "book/games/player_names.h"
#include "engine/base/encoding.h"
#include "engine/base/text.h"

#include <algorithm>
#include <functional>

namespace sumi::book {
namespace {

// U+00C0..U+017F without accents.
constexpr std::string_view kPlainLetters =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"  // Latin-1
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkk"         // Latin Extended-A
    "llllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
constexpr char32_t kFirstLetter = 0xC0;
static_assert(kPlainLetters.size() == 0x180 - kFirstLetter);

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool has_words(std::string_view name, std::span<const std::string_view> words, bool prefixes) {
  return std::ranges::all_of(words, [&](std::string_view word) {
    const bool anywhere = !is_ascii(word);
    for (std::size_t at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = at == 0 || name[at - 1] == ' ';
      const bool ends = end == name.size() || name[end] == ' ';
      if (anywhere || (begins && (prefixes || ends))) return true;
    }
    return false;
  });
}

/// True if the words are equal or one is the initial of the other.
bool same_word(std::string_view a, std::string_view b) {
  return a == b || (a.size() == 1 && b.starts_with(a)) || (b.size() == 1 && a.starts_with(b));
}

/// True for the same words in any order, possibly abbreviated but at least one in full.
bool same_words(std::string_view a, std::string_view b) {
  std::vector<std::string_view> rest = split_words(b);
  const std::vector<std::string_view> words = split_words(a);
  if (words.size() != rest.size()) return false;
  bool whole = false;
  for (const std::string_view word : words) {
    auto found = std::ranges::find(rest, word);
    if (found != rest.end()) whole = true;
    if (found == rest.end()) {
      found = std::ranges::find_if(rest, [&](auto other) { return same_word(word, other); });
    }
    if (found == rest.end()) return false;
    rest.erase(found);
  }
  return whole;
}

}  // namespace

std::string folded_name(std::string_view name) {
  std::string plain;
  const std::string_view text = with_ascii_width(name, plain);
  std::string folded;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text.substr(at)), 1);
    const std::string_view character = text.substr(at, length);
    at += length;
    char letter = to_lower(character[0]);
    if (length == 2) {
      const char32_t code = utf8_character(character);
      const std::size_t place = code - kFirstLetter;
      if (code < kFirstLetter || place >= kPlainLetters.size()) {
        folded += character;
        continue;
      }
      letter = kPlainLetters[place];
    } else if (length > 2) {
      folded += character;
      continue;
    }
    if (is_alnum(letter)) {
      folded += letter;
    } else if (!folded.empty() && folded.back() != ' ') {
      folded += ' ';
    }
  }
  while (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

NameIndex::NameIndex(std::span<const std::string> names) {
  for (const std::string& name : names) folded_.push_back(folded_name(name));
}

std::vector<std::uint32_t> NameIndex::find(std::string_view text) const {
  const std::string wanted = folded_name(text);
  const std::vector<std::string_view> words = split_words(wanted);
  std::vector<std::uint32_t> found;
  if (words.empty()) return found;
  const std::function<bool(std::string_view)> fits[] = {
      [&](std::string_view name) { return name == wanted; },
      [&](std::string_view name) { return has_words(name, words, false); },
      [&](std::string_view name) { return has_words(name, words, true); }};
  for (const auto& fit : fits) {
    for (std::size_t i = 0; i < folded_.size(); ++i) {
      if (!folded_[i].empty() && fit(folded_[i])) found.push_back(static_cast<std::uint32_t>(i));
    }
    if (!found.empty()) break;
  }
  return found;
}

std::vector<std::uint32_t> NameIndex::complete(std::string_view text) const {
  const std::string wanted = folded_name(text);
  const std::vector<std::string_view> words = split_words(wanted);
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < folded_.size(); ++i) {
    if (!folded_[i].empty() && has_words(folded_[i], words, true)) {
      found.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return found;
}

bool is_unknown_name(std::string_view name) {
  const std::string_view text = trim(name);
  if (text.find_first_not_of('?') == text.npos) return true;
  return text.front() == '#' && all_digits(text.substr(1));
}

bool are_alike(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const bool a_unknown = is_unknown_name(a), b_unknown = is_unknown_name(b);
  // Different numbers are different players.
  if (a_unknown && b_unknown) return !trim(a).starts_with('#') || !trim(b).starts_with('#');
  if (a_unknown || b_unknown) return true;
  const std::string one = folded_name(a), two = folded_name(b);
  if (one.empty() || two.empty()) return one == two;
  if (one == two || same_words(one, two)) return true;
  constexpr std::size_t kOneLetter = 6, kTwoLetters = 11;
  const std::size_t length = std::min(one.size(), two.size());
  const int most = length >= kTwoLetters ? 2 : length >= kOneLetter ? 1 : 0;
  return most > 0 && is_ascii(one) && is_ascii(two) && edit_distance(one, two) <= most;
}

}  // namespace sumi::book
