// SPDX-License-Identifier: MIT
/// The parts that messages are made of: types, clocks, names, moves.
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/text/ggf_clock.h"
#include "protocol/text/ggs.h"
#include "protocol/text/ggs_terms.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr char kEscape = '\x1B', kDelete = '\x7F';
constexpr unsigned char kTelnetCommand = 0xFF, kTelnetWill = 0xFB;

/// "15:00", "15:00,N40" (set) or "14:59,N3:40" (running: moves made, and of how many).
Result<GgsTime> parse_part(std::string_view text, int standard_moves,
                           std::optional<int>* moves_made = nullptr) {
  const std::string_view whole = text;
  GgsTime part;
  part.moves = standard_moves;
  if (text.empty()) return part;
  std::string_view time_text = take_until(text, ',');
  const bool late = time_text.starts_with('-');  // below zero nothing is left
  if (late) time_text.remove_prefix(1);
  const auto time = parse_ggf_time(time_text);
  if (!time) return time.error();
  part.time = late ? Millis{} : *time;
  part.is_not = text.starts_with('N') || text.starts_with('n');
  if (part.is_not) text.remove_prefix(1);
  if (text.find(':') != text.npos) {
    const auto made = parse_count(take_until(text, ':'));
    if (!made) return ggs_error("clock", whole, "time,[N]made:moves");
    if (moves_made) *moves_made = made;
  }
  if (!text.empty()) {
    const auto moves = parse_count(text);
    if (!moves) return ggs_error("clock", whole, "time[,[N]moves]");
    part.moves = *moves;
  }
  return part;
}

/// How many bytes at `at` are a telnet command or an escape sequence; 0 if none.
std::size_t noise_length(std::string_view line, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < line.size() ? static_cast<unsigned char>(line[i]) : 0;
  };
  if (byte(at) == kTelnetCommand) return byte(at + 1) >= kTelnetWill ? 3 : 2;
  if (line[at] != kEscape) return 0;
  if (byte(at + 1) != '[') return 1;
  std::size_t end = at + 2;
  while (end < line.size() && !is_letter(line[end])) ++end;
  return end + 1 - at;
}

}  // namespace

Error ggs_error(std::string_view what, std::string_view text, std::string_view form) {
  return syntax_error(fmt::format("ggs {}", what), text, form);
}

Result<GgsType> parse_ggs_type(std::string_view text) {
  const auto bad = [whole = text] {
    return ggs_error("type", whole, "[s]size[b|w][k][a][r[discs]], such as 8 or s8r18");
  };
  GgsType type;
  type.synchro = text.starts_with('s');
  if (type.synchro) text.remove_prefix(1);
  const auto take_number = [&text] {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    const auto number = parse_int(text.substr(0, digits));
    text.remove_prefix(digits);
    return number;
  };
  const auto size = take_number();
  if (!size) return bad();
  type.size = *size;
  while (!text.empty()) {
    const char letter = to_lower(text[0]);
    text.remove_prefix(1);
    if (letter == 'k') {
      type.komi = true;
    } else if (letter == 'a') {
      type.anti = true;
    } else if (letter == 'r') {
      const bool any = text.empty() || !is_digit(text[0]);
      type.random_discs = any ? 0 : take_number();
      if (!type.random_discs) return bad();
    } else if ((letter == 'b' || letter == 'w') && !type.color) {
      type.color = letter == 'b' ? Color::kBlack : Color::kWhite;
    } else {
      return bad();
    }
  }
  return type;
}

std::string to_text(const GgsType& type) {
  std::string text = fmt::format("{}{}", type.synchro ? "s" : "", type.size);
  if (type.color) text += *type.color == Color::kBlack ? 'b' : 'w';
  if (type.komi) text += 'k';
  if (type.anti) text += 'a';
  if (type.random_discs) text += 'r';
  if (type.random_discs.value_or(0) > 0) text += std::to_string(*type.random_discs);
  return text;
}

Result<GgsTimes> parse_ggs_clock(std::string_view text) {
  const std::string_view whole = text;
  GgsTimes clock;
  const auto main = parse_part(take_until(text, '/'), 0, &clock.moves_made);
  if (!main) return main.error();
  const auto increment = parse_part(take_until(text, '/'), 1);
  if (!increment) return increment.error();
  const auto extension = parse_part(take_until(text, '/'), 0);
  if (!extension) return extension.error();
  if (whole.empty() || !text.empty()) {
    return ggs_error("clock", whole, "main/increment/extension");
  }
  clock.main = *main;
  clock.increment = *increment;
  clock.extension = *extension;
  return clock;
}

std::string clean_ggs_line(std::string_view line) {
  std::string text;
  text.reserve(line.size());
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t noise = noise_length(line, at);
    if (noise > 0) {
      at += noise;
      continue;
    }
    const char c = line[at++];
    if (c == '\t') text += ' ';
    if (!is_control(c)) text += c;
  }
  return clean(text);  // the upper controls, 0x80 to 0x9F, are left: terminals obey them too
}

Result<std::string> parse_ggs_login(std::string_view text) {
  constexpr std::string_view kNowhere = ",\\", kNotFirst = "._/";
  const bool printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c < kDelete; });
  if (text.size() < 2 || text.size() > 8 || !printable ||
      text.find_first_of(kNowhere) != text.npos || kNotFirst.find(text[0]) != kNotFirst.npos) {
    return ggs_error("login", text,
                     "2 to 8 characters without blanks , and \\, not beginning with . _ or /");
  }
  return std::string(text);
}

std::string ggs_play(std::string_view id, Square move, Value value, Millis used) {
  if (move == Square::kPass) return fmt::format("tell /os play {} pa", id);
  constexpr double kLeastSeconds = 0.01;
  const double seconds = to_seconds(used);
  return fmt::format("tell /os play {} {}/{:.2f}/{:.2f}", id, to_text(move), to_discs(value),
                     std::max(seconds, kLeastSeconds));
}

}  // namespace sumi::protocol
