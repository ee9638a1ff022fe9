// SPDX-License-Identifier: MIT
/// Games as people type and paste them: words that are moves, and what stands between.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace sumi {
namespace {

/// Punctuation between moves. A single dash is one too: "F5-D6", "37-27".
constexpr std::string_view kBetween = ",;.:-/|()[]{}\"'=+!?*<>";

constexpr std::string_view kDigits = "0123456789";

bool is_word(char c) { return is_alnum(c) || c == '@'; }

/// The run of characters from `at` on that are in `set`.
std::string_view run_of(std::string_view text, std::size_t at, std::string_view set) {
  return text.substr(at, std::min(text.find_first_not_of(set, at), text.size()) - at);
}

/// The result at the front of `text`, "37-27", "1-0" or "B+12"; empty if there is none.
std::string_view leading_result(std::string_view text) {
  const bool colored = std::string_view("BbWw").find(text[0]) != text.npos;
  const std::size_t first = colored ? 1 : run_of(text, 0, kDigits).size();
  if (first == 0 || first > 2 || first >= text.size()) return {};
  if (text[first] != (colored ? '+' : '-')) return {};
  const std::size_t last = run_of(text, first + 1, kDigits).size();
  if (last == 0 || last > 2) return {};
  return text.substr(0, first + 1 + last);
}

/// Where the number at `at` begins, with its sign.
std::size_t sign_before(std::string_view text, std::size_t at) {
  const bool has_sign = at > 0 && std::string_view("+-").find(text[at - 1]) != text.npos;
  return has_sign ? at - 1 : at;
}

/// Reads moves into a game, one after the other.
class MoveReader {
 public:
  explicit MoveReader(const Position& start) : game_(start) {}

  Result<void> read(std::string_view text);
  const Game& game() const { return game_; }
  std::string_view result() const { return result_; }
  /// The text from the first word behind the last move on; empty if that is only the number of a
  /// move to come.
  std::string_view rest() const;

 private:
  Result<void> read_word(std::string_view word);
  Result<void> play(std::string_view move);

  Game game_;
  int number_ = 1;  ///< The number of the next move; passes do not count.
  std::string_view result_;
  std::string_view rest_;
};

std::string_view MoveReader::rest() const {
  const std::string_view rest = trim(rest_);
  const bool of_move = rest.ends_with('.') || rest.ends_with(')');
  return of_move && parse_count(rest.substr(0, rest.size() - 1)) ? std::string_view() : rest;
}

Result<void> MoveReader::read(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t length = 1;
    Result<void> done;
    if (const std::string_view result = leading_result(text.substr(at)); !result.empty()) {
      result_ = result;
      length = result.size();
    } else if (is_word(c)) {
      while (at + length < text.size() && is_word(text[at + length])) ++length;
      if (rest_.empty()) rest_ = text.substr(sign_before(text, at));
      done = read_word(text.substr(at, length));
    } else if (c == '%') {
      length = std::min(text.find('\n', at), text.size()) - at;
    } else if (c == '-') {
      length = run_of(text, at, "-").size();
      if (length == 2) done = play("--");
    } else if (!is_space(c) && kBetween.find(c) == kBetween.npos) {
      done = read_word(text.substr(at));
    }
    if (!done) return done;
    at += length;
  }
  return {};
}

/// Reads moves without anything between, or a move number.
Result<void> MoveReader::read_word(std::string_view word) {
  const int size = game_.position().size;
  if (parse_square(word, size)) return play(word);
  if (run_of(word, 0, kDigits) == word) return {};
  while (!word.empty()) {
    std::size_t length = 4;  // first, because "pass" begins with "pa"
    if (word.size() < 4 || !parse_square(word.substr(0, 4), size)) length = 2;
    if (!parse_square(word.substr(0, length), size)) {
      return Error{
          ErrorCode::kBadSyntax,
          fmt::format("game: {} is not a move (d3 or pass) at move {}", quoted(word), number_)};
    }
    if (const Result<void> played = play(word.substr(0, length)); !played) return played;
    word.remove_prefix(length);
  }
  return {};
}

Result<void> MoveReader::play(std::string_view move) {
  const Square square = *parse_square(move, game_.position().size);
  if (const Result<void> played = game_.play(square); !played) {
    return Error{played.error().code,
                 fmt::format("{} at move {}", played.error().message, number_)};
  }
  if (square != Square::kPass) ++number_;
  rest_ = {};
  return {};
}

bool is_address(std::string_view word) {
  for (const std::string_view front : {"http://", "https://", "www."}) {
    if (equal_ignoring_case(word.substr(0, front.size()), front)) return true;
  }
  return false;
}

/// "%2C" as the character that it stands for.
std::string without_escapes(std::string_view address) {
  std::string plain;
  for (std::size_t at = 0; at < address.size(); ++at) {
    const std::string_view digits = address.substr(std::min(at + 1, address.size()), 2);
    unsigned code = 0;
    const bool escape =
        address[at] == '%' && digits.size() == 2 &&
        std::from_chars(digits.data(), digits.data() + 2, code, 16).ptr == digits.data() + 2;
    plain += escape ? static_cast<char>(code) : address[at];
    if (escape) at += 2;
  }
  return plain;
}

/// Glued moves and nothing else.
bool is_moves(std::string_view word, int size) {
  for (; word.size() >= 2; word.remove_prefix(2)) {
    if (!parse_square(word.substr(0, 2), size)) return false;
  }
  return word.empty();
}

/// The longest row of moves that a web address holds, glued or with one sign between; else empty.
std::string moves_of_address(std::string_view address, int size) {
  constexpr std::string_view kSigns = "-_,.+ ";
  const std::string plain = without_escapes(address);
  std::string longest, row;
  std::size_t row_end = 0;
  for (std::size_t at = 0; at < plain.size();) {
    std::size_t end = at;
    while (end < plain.size() && is_alnum(plain[end])) ++end;
    const std::string_view word = std::string_view(plain).substr(at, end - at);
    const bool moves = !word.empty() && is_moves(word, size);
    const bool goes_on =
        at == row_end + 1 && kSigns.find(plain[row_end]) != kSigns.npos && !row.empty();
    if (!goes_on || !moves) row.clear();
    if (moves) row += word;
    row_end = end;
    if (row.size() > longest.size()) longest = row;
    at = end + 1;
  }
  return longest;
}

/// `text` with the moves of the web address that it begins with in place of the address. Fails if
/// there are no moves at all.
Result<std::string> with_moves_of_address(std::string_view text, int size) {
  std::string_view rest = text;
  const std::string_view address = take_word(rest);
  std::string moves = moves_of_address(address, size);
  if (moves.empty() && rest.empty()) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("game: the address {} holds no moves (f5d6c3), only the page that it "
                             "leads to does: copy them from there",
                             quoted(address))};
  }
  return std::move(moves += ' ').append(rest);
}

}  // namespace

Result<GameRecord> parse_game(std::string_view text, int size) {
  text = without_bom(text);
  if (text.size() > kMaxGameText) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("game: {} is longer than {} bytes", quoted(text), kMaxGameText)};
  }
  std::string plain;
  text = with_ascii_width(text, plain);
  if (std::string_view rest = text; is_address(take_word(rest))) {
    Result<std::string> moves = with_moves_of_address(text, size);
    if (!moves) return moves.error();
    plain = std::move(*moves);
    text = plain;
  }
  GameRecord record;
  record.start = start_position(size);
  const Result<std::optional<LeadingPosition>> board = parse_leading_position(text, size);
  if (!board) return board.error();
  if (*board) {
    record.start = (*board)->position;
    text.remove_prefix((*board)->end);
  }
  MoveReader moves(record.start);
  if (const Result<void> read = moves.read(text); !read) return read.error();
  for (const PlayedMove& move : moves.game().moves()) record.moves.push_back(move.square);
  record.result = moves.result();
  record.comment = moves.rest();
  return record;
}

std::string to_transcript(const GameRecord& game) {
  std::string text;
  for (const Square square : game.moves) {
    if (square != Square::kPass) text += to_text(square, game.start.size);
  }
  return text;
}

}  // namespace sumi
