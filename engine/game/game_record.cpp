// SPDX-License-Identifier: MIT
/// Replay, results, and what the codecs share (codec_text.h).
#include "engine/base/text.h"
#include "engine/game/codec_text.h"
#include "engine/game/game_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sumi {
namespace {

/// Length of the UTF-8 character at the front of `text`; 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xED && byte(1) >= 0xA0) || (lead == 0xF4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : length;
}

/// The scores of "37-27", "B+12" and "W+2.5".
std::optional<double> result_in_words(std::string_view result) {
  const std::size_t sign = result.find_first_of("+-", 1);
  if (sign == result.npos) return std::nullopt;
  if (sign + 1 == result.size() || !is_digit(result[sign + 1])) return std::nullopt;
  const std::optional<double> right = plain_number(result.substr(sign + 1));
  if (!right) return std::nullopt;
  const char side = to_lower(result[0]);
  if (sign == 1 && result[1] == '+' && side == 'b') return *right;
  if (sign == 1 && result[1] == '+' && side == 'w') return -*right;
  const std::optional<int> left = parse_count(result.substr(0, sign));
  if (!left || result[sign] != '-') return std::nullopt;
  return *left - *right;
}

}  // namespace

Game GameRecord::replay(std::size_t count) const {
  Game game(start);
  for (std::size_t i = 0; i < std::min(count, moves.size()); ++i) {
    [[maybe_unused]] const Result<void> played = game.play(moves[i]);
    assert(played);
  }
  return game;
}

std::optional<double> result_score(std::string_view result) {
  result = trim(result);
  if (result.empty() || result == "1-0" || result == "0-1") return std::nullopt;
  if (result == "1/2-1/2") return 0;
  if (const auto score = plain_number(result.substr(0, result.find(':')))) return score;
  return result_in_words(result);
}

std::optional<Color> result_winner(std::string_view result) {
  result = trim(result);
  if (const std::optional<double> score = result_score(result)) {
    if (*score == 0) return std::nullopt;
    return *score > 0 ? Color::kBlack : Color::kWhite;
  }
  if (result == "1-0") return Color::kBlack;
  if (result == "0-1") return Color::kWhite;
  const bool colored = result.size() >= 2 && result[1] == '+';
  if (!colored || (result.size() > 2 && !is_letter(result[2]))) return std::nullopt;
  const char side = to_lower(result[0]);
  return side == 'b'   ? std::optional(Color::kBlack)
         : side == 'w' ? std::optional(Color::kWhite)
                       : std::nullopt;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::optional<GameStart> find_game_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('(', from); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t next = at + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && text[next] == ';') return GameStart{at, next + 1};
  }
  return std::nullopt;
}

std::string utf8_of_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

std::string_view with_ascii_width(std::string_view text, std::string& plain) {
  constexpr std::string_view kLeads = "\xE3\xEF";  // first bytes of all of them
  if (text.find_first_of(kLeads) == text.npos) return text;
  plain.clear();
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view three = text.substr(at, 3);
    char found = '\0';
    if (three == "\u3000") found = ' ';
    if (three == "\u3001") found = ',';
    if (three == "\u3002") found = '.';
    if (three.size() == 3 && three[0] == kLeads[1] && utf8_length(three) == 3) {
      // U+FF01 to U+FF5E are ASCII's `!` to `~`.
      const int code = (static_cast<unsigned char>(three[1]) & 0x3F) << 6 |
                       (static_cast<unsigned char>(three[2]) & 0x3F);
      constexpr int kFirst = 0xF01, kLast = 0xF5E;
      if (code >= kFirst && code <= kLast) found = static_cast<char>('!' + (code - kFirst));
    }
    plain += found != '\0' ? found : text[at];
    at += found != '\0' ? 3 : 1;
  }
  return plain;
}

std::string latin1_of_utf8(std::string_view text) {
  std::string latin1;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const auto lead = static_cast<unsigned char>(text[0]);
    const bool known = length == 2 && lead <= 0xC3;
    latin1 += lead < 0x80 ? text[0]
              : known ? static_cast<char>(lead << 6 | (static_cast<unsigned char>(text[1]) & 0x3F))
                      : '?';
    text.remove_prefix(length);
  }
  return latin1;
}

std::string text_of_file(std::string_view text) {
  std::string plain = with_plain_line_ends(trim(text));
  std::ranges::replace_if(
      plain, [](char c) { return is_control(c) && c != '\n' && c != '\t'; }, ' ');
  plain = trim(plain);
  return is_utf8(plain) ? plain : utf8_of_latin1(plain);
}

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '\n' && c != '\r') {
      plain += c;
      continue;
    }
    plain += '\n';
    const char other = c == '\n' ? '\r' : '\n';
    if (i + 1 < text.size() && text[i + 1] == other) ++i;
  }
  return plain;
}

std::string comment_text(std::string_view comment) {
  std::string text = comment.empty() ? "" : " % ";
  for (const char c : comment) text += is_space(c) ? ' ' : c;
  return text;
}

void set_by_name(GameRecord& record, std::string_view name_in_file, std::string_view value) {
  std::string name = text_of_file(name_in_file), text = text_of_file(value);
  if (text.empty()) return;
  for (const NamedText& named : kNamedTexts) {
    if (name != named.name) continue;
    record.*named.field = std::move(text);
    return;
  }
  const std::optional<TheoreticalScore> theoretical = parse_theoretical(text);
  if (name == "Theoretical" && theoretical) {
    record.theoretical = theoretical;
  } else {
    record.extra.push_back({std::move(name), std::move(text)});
  }
}

std::string to_text(const TheoreticalScore& score) {
  return fmt::format("{:+}/{}", score.black.discs, score.empties);
}

std::optional<TheoreticalScore> parse_theoretical(std::string_view text) {
  constexpr int kMaxSquares = 64;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::optional<int> black = parse_int(text.substr(0, slash));
  const auto empties = parse_count(text.substr(std::min(slash + 1, text.size())));
  if (!black || std::abs(*black) > kMaxSquares || !empties || *empties > kMaxSquares) {
    return std::nullopt;
  }
  return TheoreticalScore{{*black}, *empties};
}

GameRecord record_of(const Game& game) {
  GameRecord record;
  record.start = game.start();
  set_moves(record, game);
  return record;
}

void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes) {
  record.moves.clear();
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  const bool noted = std::ranges::any_of(notes, [](auto& note) { return note != MoveNote{}; });
  notes.resize(noted ? record.moves.size() : 0);
  record.notes = std::move(notes);
}

MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at) {
  if (move.implicit || at >= record.notes.size()) return {};
  return record.notes[at++];
}

void append_comment(std::string& text, std::string_view comment) {
  if (!text.empty() && !comment.empty()) text += '\n';
  text += comment;
}

std::string short_number(double number) {
  constexpr double kParts = 10000;
  return fmt::format("{}", std::round(number * kParts) / kParts + 0.0);
}

std::optional<double> plain_number(std::string_view text) {
  constexpr std::size_t kMaxDigits = 30;
  constexpr double kMost = 1e9;
  text = trim(text);
  if (text.size() > kMaxDigits || text.find_first_of("eE") != text.npos) return std::nullopt;
  const std::optional<double> number = parse_real(text);
  return number && std::abs(*number) < kMost ? number : std::nullopt;
}

}  // namespace sumi
