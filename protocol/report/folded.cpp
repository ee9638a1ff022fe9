// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/report/folded.h"
#include "protocol/text/utf8.h"

#include <algorithm>
#include <cstddef>

namespace sumi::protocol {
namespace {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Where the text of a list's entry begins: behind the first two blanks; without them a bit deeper
/// than the entry.
std::size_t hang_of(std::string_view line) {
  const std::size_t begin = indent_of(line);
  if (begin == 0) return 0;
  const std::size_t gap = line.find("  ", begin);
  if (gap == line.npos) return begin + 2;
  return std::min(line.find_first_not_of(' ', gap), line.size());
}

/// Further lines of that entry are told by their indentation.
bool has_hang(std::string_view line) {
  const std::size_t begin = indent_of(line);
  return begin == 0 || line.find("  ", begin) != line.npos;
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

std::string folded(std::string_view line, int hang, std::string_view mark, int columns) {
  std::string text, begin;
  const int room = columns - display_width(mark);
  while (display_width(line) + display_width(begin) > columns) {
    const std::size_t end = fitting_bytes(line, room - display_width(begin));
    if (end >= line.size()) break;
    text += begin;
    const std::string_view part = line.substr(0, end);
    text += part.substr(0, part.find_last_not_of(' ') + 1);
    text += mark;
    text += '\n';
    line.remove_prefix(end);
    line.remove_prefix(indent_of(line));
    begin.assign(static_cast<std::size_t>(hang), ' ');
  }
  return text + begin + std::string(line);
}

std::vector<TextEntry> text_entries(std::string_view text) {
  constexpr int kFullLine = 60;  // a shorter one ends its paragraph
  std::vector<TextEntry> entries;
  bool open = false;  // the last one may go on
  int last_width = 0;
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    const std::size_t indent = indent_of(line);
    const bool goes_on = open && indent < line.size() && has_hang(entries.back().text) &&
                         indent == hang_of(entries.back().text) &&
                         (indent > 0 || last_width >= kFullLine);
    if (goes_on) {
      entries.back().text += ' ';
      entries.back().text += line.substr(indent);
    } else {
      entries.push_back({std::string(line), static_cast<int>(indent),
                         static_cast<int>(hang_of(line)), indent > 0 && has_hang(line)});
    }
    open = !line.empty();
    last_width = display_width(line);
  }
  return entries;
}

std::string reflowed(std::string_view text) {
  std::string out;
  for (const TextEntry& entry : text_entries(text)) out += folded(entry.text, entry.hang) + '\n';
  return out;
}

}  // namespace sumi::protocol
