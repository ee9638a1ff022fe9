// SPDX-License-Identifier: MIT
#include "protocol/report/folded.h"
#include "protocol/text/utf8.h"

#include <algorithm>
#include <cstddef>

namespace sumi::protocol {
namespace {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_wide(std::string_view text) { return display_width(text) < static_cast<int>(text.size()); }

/// How many bytes of `text` go on a line of so many columns.
std::size_t fitting_bytes(std::string_view text, int columns) {
  const std::size_t most = fitting(text, columns).size();
  if (most == text.size()) return most;
  const std::size_t blank = text.substr(0, most + 1).rfind(' ');
  const bool indented = blank != text.npos && blank <= indent_of(text);
  if (blank != text.npos && blank > 0 && !indented) return blank;
  if (is_wide(text.substr(0, most)) && most > 0) return most;
  return std::min(text.find(' ', std::max(most, indent_of(text))), text.size());
}

}  // namespace

std::string folded(std::string_view line, int hang, int columns) {
  std::string text, begin;
  while (display_width(line) + display_width(begin) > columns) {
    const std::size_t end = fitting_bytes(line, columns - display_width(begin));
    if (end >= line.size()) break;
    text += begin;
    const std::string_view part = line.substr(0, end);
    text += part.substr(0, part.find_last_not_of(' ') + 1);
    text += '\n';
    line.remove_prefix(end);
    line.remove_prefix(indent_of(line));
    begin.assign(static_cast<std::size_t>(hang), ' ');
  }
  return text + begin + std::string(line);
}

}  // namespace sumi::protocol
