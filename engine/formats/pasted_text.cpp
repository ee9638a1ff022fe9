// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/pasted_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace sumi {
namespace {

/// `text` without what stands behind `#` or `%` on each of its lines, which goes to `comment`.
std::string without_comments(std::string_view text, std::string& comment) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t mark = std::min(line.find_first_of("#%"), line.size());
    plain += line.substr(0, mark);
    plain += '\n';
    if (mark < line.size()) {
      if (!comment.empty()) comment += '\n';
      comment += trim(line.substr(mark + 1));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return plain;
}

/// The words of `text` up to the first that is no move, as a game, with the rest as its comment;
/// the error of the whole text if there is no move in front of it.
Result<GameRecord> parse_front(std::string_view text, const Error& error) {
  std::vector<std::size_t> ends;
  const auto board = parse_leading_position(text);
  const std::size_t begin = board && *board ? (*board)->end : 0;
  for (std::size_t at = std::max<std::size_t>(begin, 1); at < text.size(); ++at) {
    if (is_space(text[at]) && !is_space(text[at - 1])) ends.push_back(at);
  }
  // A text that is wrong stays wrong when more words follow: search for the first wrong word.
  const auto bad = std::partition_point(ends.begin(), ends.end(), [&](std::size_t end) {
    return parse_game(text.substr(0, end)).has_value();
  });
  if (bad == ends.begin()) return error;
  const std::size_t end = *(bad - 1);
  Result<GameRecord> game = parse_game(text.substr(0, end));
  if (!game || game->moves.empty()) return error;
  if (!game->comment.empty()) game->comment += ' ';
  game->comment += trim(text.substr(end));
  return game;
}

/// The moves of a score sheet with two columns of numbers side by side ("1 f5 31 b2", below it
/// "2 d6 32 c1") in the order of the numbers; `text` itself if it is anything else.
std::string in_number_order(std::string text) {
  std::map<int, std::string_view> moves;
  bool ordered = true;
  for (std::string_view rest = text; !trim(rest).empty();) {
    std::string_view word = take_word(rest);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const std::optional<int> number = parse_count(word.substr(0, digits));
    word.remove_prefix(digits);
    if (word.starts_with('.') || word.starts_with(')')) word.remove_prefix(1);
    if (word.empty()) word = take_word(rest);
    if (!number || !parse_square(word)) return text;
    ordered = ordered && (moves.empty() || *number > moves.rbegin()->first);
    if (!moves.emplace(*number, word).second) return text;
  }
  if (ordered) return text;
  std::string sorted;
  for (const auto& [number, move] : moves) sorted += fmt::format("{}. {} ", number, move);
  return sorted;
}

}  // namespace

Result<GameRecord> parse_pasted_game(std::string_view text, std::vector<std::string>& warnings) {
  std::string comment;
  const std::string bare = without_comments(text, comment);
  std::string ascii;
  const std::string plain = in_number_order(std::string(with_ascii_width(bare, ascii)));
  Result<GameRecord> game = parse_game(plain);
  // An illegal move is no comment, even if it is the first word that does not fit.
  if (!game && game.error().code == ErrorCode::kBadSyntax) {
    game = parse_front(trim(plain), game.error());
  }
  if (game && !game->comment.empty()) {
    warnings.push_back(fmt::format("{} after the {} is taken for a comment", quoted(game->comment),
                                   game->moves.empty() ? "board" : "moves"));
  }
  if (game && !comment.empty()) append_comment(game->comment, comment);
  return game;
}

Result<std::optional<FileEntry>> parse_pasted_board(std::string_view text,
                                                    std::vector<std::string>& warnings) {
  Result<GameRecord> game = parse_pasted_game(text, warnings);
  if (!game) return game.error();
  if (!game->moves.empty()) return std::optional<FileEntry>(std::move(*game));
  ObfLine line;
  line.position = game->start;
  line.comment = game->comment;
  if (!game->result.empty()) {
    append_comment(line.comment, game->result);
    warnings.push_back(fmt::format("the result {} of a board without moves is taken for a comment",
                                   quoted(game->result)));
  }
  return std::optional<FileEntry>(std::move(line));
}

}  // namespace sumi
