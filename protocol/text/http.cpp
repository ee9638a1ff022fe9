// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/text/http.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace sumi::protocol {
namespace {

bool is_method(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

/// The target of a request has no blanks, and can be as long as who makes it likes.
bool is_http(const TextLine& line) {
  const std::vector<std::string_view> words = split_words(line.text);
  if (words.empty() || !is_method(words[0])) return false;
  if (words.size() > 1 && line.cut) return true;
  return words.size() == 3 && words[2].starts_with("HTTP/");
}

}  // namespace sumi::protocol
