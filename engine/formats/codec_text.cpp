// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sumi {

std::optional<GameStart> find_game_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('(', from); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t next = at + 1;
    while (next < text.size() && is_space(text[next])) ++next;
    if (next < text.size() && text[next] == ';') return GameStart{at, next + 1};
  }
  return std::nullopt;
}

std::optional<GameStart> find_sgf_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('(', from); at != text.npos; at = text.find('(', at + 1)) {
    std::size_t next = at + 1;
    const auto skip = [&](auto is_skipped) {
      while (next < text.size() && is_skipped(text[next])) ++next;
    };
    skip(is_space);
    const std::size_t first = next;
    if (next < text.size() && text[next] == ';') return GameStart{at, next + 1};
    skip([](char c) { return c >= 'A' && c <= 'Z'; });
    if (next > first && next < text.size() && text[next] == '[') return GameStart{at, first};
  }
  return std::nullopt;
}

std::string text_of_file(std::string_view text) {
  std::string plain = with_plain_line_ends(trim(text));
  std::ranges::replace_if(
      plain, [](char c) { return is_control(c) && c != '\n' && c != '\t'; }, ' ');
  plain = trim(plain);
  return utf8_of_any(plain);
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

void set_moves(GameRecord& record, const Game& game, std::vector<MoveNote> notes) {
  record.moves.clear();
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  const bool noted = std::ranges::any_of(notes, [](auto& note) { return note != MoveNote{}; });
  notes.resize(noted ? record.moves.size() : 0);
  record.notes = std::move(notes);
}

Error at_move(const Error& error, int number) {
  return {error.code, fmt::format("{} at move {}", error.message, number)};
}

MoveNote next_note(const GameRecord& record, const PlayedMove& move, std::size_t& at) {
  if (move.implicit || at >= record.notes.size()) return {};
  return record.notes[at++];
}

bool has_centre(const Position& position) {
  const Bitboard taken = position.board.own | position.board.opp;
  const Bitboard centre = kStartBoard.own | kStartBoard.opp;
  return taken != 0 && (position.size == 8 || (taken & centre) == centre);
}

Error no_centre(const Position& position) {
  return {ErrorCode::kBadSyntax, fmt::format("position: the {} squares have no disc in the centre",
                                             position.size * position.size)};
}

bool side_is_assumed(std::string_view text) {
  const auto board = parse_leading_position(text);
  return board && *board && !(*board)->side_told && (*board)->position.board != kStartBoard;
}

void append_comment(std::string& text, std::string_view comment) {
  if (!text.empty() && !comment.empty()) text += '\n';
  text += comment;
}

std::string short_number(double number) {
  constexpr double kParts = 10000;
  return fmt::format("{}", std::round(number * kParts) / kParts + 0.0);
}

}  // namespace sumi
