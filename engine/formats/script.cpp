// SPDX-License-Identifier: MIT
/// Squares and a side; the rest is comment.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/script.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace sumi {
namespace {

constexpr std::size_t kMaxText = 64 * 1024;

Error too_long(std::string_view text) {
  return {ErrorCode::kBadSyntax,
          fmt::format("position: {} is longer than {} bytes", quoted(text), kMaxText)};
}

}  // namespace

Result<std::optional<ObfLine>> parse_script_line(std::string_view line) {
  const std::size_t percent = std::min(line.find('%'), line.size());
  const std::string_view position_text = trim(without_bom(line.substr(0, percent)));
  if (position_text.empty()) return std::nullopt;
  const Result<Position> position = parse_position(position_text);
  if (!position) return position.error();
  ObfLine read;
  read.position = *position;
  if (percent < line.size()) read.comment = text_of_file(line.substr(percent + 1, kMaxText));
  return read;
}

std::string to_script_line(const ObfLine& line) {
  return to_text(line.position) + comment_text(line.comment);
}

Result<ObfLine> parse_pos(std::string_view text) {
  text = without_bom(text);
  if (text.size() > kMaxText) return too_long(text);
  const Result<std::optional<LeadingPosition>> leading = parse_leading_position(text);
  if (!leading) return leading.error();
  if (!*leading) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("position: {} does not begin with 64 squares of X O -", quoted(text))};
  }
  ObfLine read;
  read.position = (*leading)->position;
  std::string_view comment = trim(text.substr((*leading)->end));
  comment.remove_prefix(comment.starts_with('%') ? 1 : 0);
  read.comment = text_of_file(with_plain_line_ends(comment));
  return read;
}

}  // namespace sumi
