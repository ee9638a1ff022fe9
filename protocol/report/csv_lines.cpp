// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/report/csv_lines.h"

#include <string_view>

namespace sumi::protocol {
namespace {

bool needs_quotes(std::string_view cell) {
  if (cell.empty()) return false;
  return cell.find_first_of(",\"\r\n") != cell.npos || is_space(cell.front()) ||
         is_space(cell.back());
}

}  // namespace

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  bool first = true;
  for (const std::string& cell : cells) {
    if (!first) line += ',';
    first = false;
    if (!needs_quotes(cell)) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
    line += '"';
  }
  return line + "\r\n";
}

}  // namespace sumi::protocol
