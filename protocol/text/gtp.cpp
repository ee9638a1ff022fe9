// SPDX-License-Identifier: MIT
/// Follows section 3.1 of the standard.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/text/gtp.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

std::string cleaned(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  for (const char c : line) {
    if (c == '\t') {
      text += ' ';
    } else if (!is_control(c)) {
      text += c;
    }
  }
  return text;
}

}  // namespace

Result<std::optional<GtpRequest>> parse_gtp_line(std::string_view line) {
  std::string text = cleaned(line);
  text.erase(std::min(text.find('#'), text.size()));
  const std::vector<std::string_view> words = split_words(text);
  if (words.empty()) return std::optional<GtpRequest>();

  GtpRequest request;
  auto word = words.begin();
  if (all_digits(*word)) {
    if (!parse_int(*word)) {
      return gtp_syntax_error(fmt::format("id {} is not in 0..2147483647", sumi::quoted(*word)));
    }
    request.id = *word++;
  }
  if (word != words.end()) request.name = *word++;
  request.args.assign(word, words.end());
  return std::optional(std::move(request));
}

bool has_gtp_comment(std::string_view line) { return line.find('#') != line.npos; }

bool is_gtp_interrupt(std::string_view line) { return cleaned(line) == "# interrupt"; }

std::vector<std::string> gtp_response(std::string_view id, const Result<std::string>& reply) {
  const std::string whole = reply ? *reply : reply.error().message;
  std::string_view text = whole;
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string> lines{fmt::format("{}{}", reply ? '=' : '?', id)};
  for (bool first = true; !text.empty(); first = false) {
    const std::string line = cleaned(take_until(text, '\n'));
    if (first) {
      lines[0] += ' ' + line;
    } else {
      lines.push_back(line.empty() ? " " : line);
    }
  }
  lines.emplace_back();
  return lines;
}

Error gtp_syntax_error(std::string_view detail) {
  return {ErrorCode::kBadSyntax, fmt::format("syntax error: {}", detail)};
}

Result<int> parse_gtp_int(std::string_view text) {
  const std::optional<int> n = all_digits(text) ? parse_int(text) : std::nullopt;
  if (!n) {
    return gtp_syntax_error(fmt::format("{} is not an int (0..2147483647)", sumi::quoted(text)));
  }
  return *n;
}

Result<double> parse_gtp_float(std::string_view text) {
  const std::optional<double> number = parse_real(text);
  if (!number)
    return gtp_syntax_error(fmt::format("{} is not a number (such as 6.5)", sumi::quoted(text)));
  return *number;
}

Result<Color> parse_gtp_color(std::string_view text) {
  const std::string name = to_lower(text);
  if (name == "black" || name == "b") return Color::kBlack;
  if (name == "white" || name == "w") return Color::kWhite;
  return gtp_syntax_error(
      fmt::format("{} is not a color (black, b, white, w)", sumi::quoted(text)));
}

Result<Square> parse_gtp_vertex(std::string_view text, int size) {
  if (equal_ignoring_case(text, "pass")) return Square::kPass;
  if (text.size() == 2) {
    const int column = to_lower(text[0]) - 'a', row = text[1] - '1';
    if (column >= 0 && column < size && row >= 0 && row < size) {
      return square_at(column, row, size);
    }
  }
  return gtp_syntax_error(
      fmt::format("{} is not a vertex ({} or pass)", sumi::quoted(text), square_range(size)));
}

}  // namespace sumi::protocol
