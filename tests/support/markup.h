// SPDX-License-Identifier: MIT
/// Checks HTML and SVG without a browser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::test {

/// What is wrong with the nesting, quotes or entities of HTML or SVG, or empty.
inline std::string markup_fault(std::string_view text) {
  constexpr std::string_view kEmptyTags[] = {"meta", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '>') return "a '>' at " + std::string(text.substr(at, 30));
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == text.npos || end > at + 6) return "bare &: " + std::string(text.substr(at, 30));
    }
    if (text[at] != '<') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "a '<' inside " + std::string(text.substr(at, 60));
    }
    if (end == text.size()) return "no end of " + std::string(text.substr(at, 30));
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(tag.starts_with('/') ? 1 : 0,
                                      tag.find_first_of(" /", 1) - (tag.starts_with('/') ? 1 : 0)));
    at = end + 1;
    bool empty = tag.ends_with('/');
    for (const std::string_view other : kEmptyTags) empty = empty || name == other;
    if (empty) continue;
    if (!tag.starts_with('/')) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return "</" + name + "> closes <" + (open.empty() ? "" : open.back()) + ">";
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is open";
}

inline int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

}  // namespace sumi::test
