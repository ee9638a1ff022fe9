// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_lines.h"
#include "engine/formats/move_text.h"
#include "engine/formats/paste_lines.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sumi {
namespace {

/// "f5" or "--" alone: what a cell of a score sheet holds.
bool is_lone_move(std::string_view word) { return find_square(word).has_value(); }

/// The move number that a line begins with, "12." or "12)", or "12" before a blank and a move;
/// else 0. It is cut off.
int take_number(std::string_view& line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > 3 || digits == line.size()) return 0;
  const bool marked = line[digits] == '.' || line[digits] == ')';
  std::string_view behind = line.substr(digits);
  if (!marked && !(is_space(behind[0]) && is_lone_move(take_word(behind)))) return 0;
  const int number = parse_int(line.substr(0, digits)).value_or(0);
  line = trim(line.substr(digits + (marked ? 1 : 0)));
  return number;
}

/// The position after the moves; nothing if one is illegal.
std::optional<Position> played(const Position& start, const std::vector<Square>& moves) {
  Game game(start);
  for (const Square square : moves) {
    if (!game.play(square)) return std::nullopt;
  }
  return game.position();
}

/// The first moves of the line begin a game: a few, as lists of openings have many lines.
bool begins_game(std::string_view line, int size) {
  constexpr std::size_t kBytesOfFewMoves = 6;
  const std::size_t end = std::min(line.find_first_of(" \t,;"), line.size());
  const bool glued = end >= kBytesOfFewMoves && begins_with_square(line);
  return fits(start_position(size), glued ? line.substr(0, kBytesOfFewMoves) : line);
}

/// The sign at `mark`, # or %, begins a comment: it is no part of a web address or a percentage,
/// and no number in front of the moves of a line, "game #3".
bool begins_comment(std::string_view line, std::size_t mark) {
  const std::string_view front = line.substr(0, mark);
  if (line[mark] == '#' && mark + 1 < line.size() && is_digit(line[mark + 1]) &&
      !has_moves(front)) {
    return false;
  }
  if (line[mark] == '%' && ends_with_number(front)) return false;  // "45%", not "f5d6%"
  constexpr std::size_t kLongestAddress = 2048;
  const std::string_view near = front.substr(mark - std::min(mark, kLongestAddress));
  const std::size_t blank = near.find_last_of(" \t");
  const std::string_view word = near.substr(blank == near.npos ? 0 : blank + 1);
  return word.find("://") == word.npos && word.find("www.") == word.npos;
}

}  // namespace

MoveLines::Numbers MoveLines::numbers_of(std::string_view line) {
  Numbers found;
  for (line = trim(line); !line.empty();) {
    if (const int number = take_number(line); number > 0) {
      if (found.first == 0) found.first = number;
      found.last = number;
      found.moves_behind = 0;
      continue;
    }
    std::string_view word = take_word(line);
    for (; begins_with_square(word); word.remove_prefix(2)) ++found.moves_behind;
  }
  return found;
}

std::vector<Square> sheet_moves(std::string_view line) {
  constexpr std::size_t kColumns = 2;
  std::vector<Square> moves;
  for (std::size_t at = 0; at < line.size() && moves.size() <= kColumns;) {
    std::size_t end = at;
    const auto is_word = [&](char c) { return is_alnum(c) || c == '@'; };
    while (end < line.size() && is_word(line[end])) ++end;
    if (line.substr(at, 2) == "--") end = at + 2;
    const std::string_view word = line.substr(at, end - at);
    at = std::max(end, at + 1);
    if (word.empty()) continue;
    const std::optional<Square> square = find_square(word);
    const std::optional<Square> turned = square_of_word(word);
    if (square || turned) {
      moves.push_back(square ? *square : *turned);
    } else if (begins_with_square(word) ||
               (!moves.empty() && !is_digit(word[0]) && !find_color(word))) {
      return {};
    }
  }
  return moves.size() <= kColumns ? moves : std::vector<Square>();
}

bool fits(const Position& start, std::string_view line) {
  MoveReader reader(start, MoveWords::kFreeText);
  return reader.read(line).has_value() && !reader.game().moves().empty();
}

std::string in_number_order(std::string text) {
  if (const std::string_view words = trim(text); words.empty() || !is_digit(words[0])) return text;
  std::map<int, std::string_view> moves;
  bool ordered = true;
  for (std::string_view rest = text; !trim(rest).empty();) {
    std::string_view word = take_word(rest);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const std::optional<int> number = parse_count(word.substr(0, digits));
    word.remove_prefix(digits);
    if (word.starts_with('.') || word.starts_with(')')) word.remove_prefix(1);
    if (word.empty()) word = take_word(rest);
    if (!number || !find_square(word)) return text;
    ordered = ordered && (moves.empty() || *number > moves.rbegin()->first);
    if (!moves.emplace(*number, word).second) return text;
  }
  if (ordered) return text;
  std::string sorted;
  for (const auto& [number, move] : moves) sorted += fmt::format("{}. {} ", number, move);
  return sorted;
}

std::string without_comments(std::string_view text, std::string& comment) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    std::size_t mark = std::min(line.find_first_of("#%"), line.size());
    while (mark < line.size() && !begins_comment(line, mark)) {
      mark = std::min(line.find_first_of("#%", mark + 1), line.size());
    }
    plain += line.substr(0, mark);
    plain += '\n';
    if (mark < line.size()) append_comment(comment, trim(line.substr(mark + 1)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return plain;
}

/// Plays on down a score sheet. No first move of a game is a legal reply to one, so the second line
/// of a sheet of one column tells for certain; with two columns a line that can be either goes on.
/// Further down only what can be nothing else begins a new game.
bool MoveLines::sheet_goes_on(const std::vector<Square>& now) {
  const std::optional<Position> longer = played(*sheet_, now);
  if (longer) sheet_ = longer;
  const bool goes_on = longer || (sheet_lines_ > 1 && !played(Position(), now));
  sheet_lines_ += goes_on;
  return goes_on;
}

bool MoveLines::wraps(std::string_view words) const {
  if (numbered() || sheet_ || begins_game(words, size_)) return false;
  std::string comment;
  const std::string before = without_comments(text_, comment);
  MoveReader reader(start_position(size_), MoveWords::kFreeText);
  const PlainText plain(before);
  return reader.read(plain.text()) && reader.read(words);
}

std::optional<bool> MoveLines::goes_on(std::string_view words) {
  const Numbers now = numbers_of(words);
  const std::vector<Square> sheet = now.last == 0 ? sheet_moves(words) : std::vector<Square>();
  if (sheet_ && !sheet.empty() && sheet_goes_on(sheet)) return true;
  const bool numbered = this->numbered() && numbers_.moves_behind <= 2;
  // Columns of numbers side by side, "1 f5 31 b2": both go on.
  const bool columns = numbered && numbers_.last > numbers_.first + 1 &&
                       now.first == numbers_.first + 1 &&
                       (now.last == numbers_.last + 1 || now.last == now.first);
  if (columns || (numbered && now.first == numbers_.last + 1)) return true;
  if (numbered && numbers_.moves_behind == 1 && now.first == 0 && now.last == 0) return true;
  if (now.last != 0) return false;
  return std::nullopt;
}

void MoveLines::add(std::string_view line, std::string_view words) {
  const Numbers now = numbers_of(words);
  if (now.last > 0) {
    numbers_ = now;
  } else {
    numbers_.moves_behind += now.moves_behind;
  }
  text_ += line;
  text_ += '\n';
}

void MoveLines::begin_sheet(std::string_view words) {
  const std::vector<Square> sheet = sheet_moves(words);
  if (sheet.empty() || numbers_of(words).last != 0) return;
  sheet_ = played(start_position(size_), sheet);
  sheet_lines_ = 1;
}

}  // namespace sumi
