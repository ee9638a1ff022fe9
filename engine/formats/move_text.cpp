// SPDX-License-Identifier: MIT
/// In free text, an unknown word before the first move of its line is a label; after the last move
/// of the text it is part of the comment.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace sumi {
namespace {

/// npos if missing.
std::size_t find_address(std::string_view text) {
  if (text.find("://") == text.npos && text.find('.') == text.npos) return text.npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_alnum(text[at - 1])) continue;
    for (const std::string_view front : {"http://", "https://", "www."}) {
      if (equal_ignoring_case(text.substr(at, front.size()), front)) return at;
    }
  }
  return text.npos;
}

/// Decodes percent escapes.
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

bool is_square_run(std::string_view word, int size) {
  if (word.empty() || word.size() % 2 != 0) return false;
  for (; !word.empty(); word.remove_prefix(2)) {
    if (!find_square(word.substr(0, 2), size)) return false;
  }
  return true;
}

/// The longest run of moves in an address; may be empty.
std::string moves_of_address(std::string_view address, int size) {
  constexpr std::string_view kSigns = "-_,.+ ";
  const std::string plain = without_escapes(address);
  std::string longest, row;
  std::size_t row_end = 0;
  for (std::size_t at = 0; at < plain.size();) {
    std::size_t end = at;
    while (end < plain.size() && is_alnum(plain[end])) ++end;
    const std::string_view word = std::string_view(plain).substr(at, end - at);
    const bool moves = is_square_run(word, size);
    const bool continues =
        at == row_end + 1 && kSigns.find(plain[row_end]) != kSigns.npos && !row.empty();
    if (!continues || !moves) row.clear();
    if (moves) row += word;
    row_end = end;
    if (row.size() > longest.size()) longest = row;
    at = end + 1;
  }
  return longest;
}

std::size_t end_of_address(std::string_view text, std::size_t begin) {
  return std::min(text.find_first_of(" \t\r\n\"'<>", begin), text.size());
}

}  // namespace

std::string with_moves_of_addresses(std::string_view text, int size) {
  std::string plain;
  for (std::size_t begin; (begin = find_address(text)) != text.npos;) {
    const std::size_t end = end_of_address(text, begin);
    plain += text.substr(0, begin);
    plain += moves_of_address(text.substr(begin, end - begin), size);
    plain += ' ';
    text.remove_prefix(end);
  }
  return plain.append(text);
}

Result<void> check_address(std::string_view text, int size) {
  text = trim(text);
  if (find_address(text) != 0 || end_of_address(text, 0) < text.size()) return {};
  if (!moves_of_address(text, size).empty()) return {};
  return Error{ErrorCode::kBadSyntax,
               fmt::format("game: the address {} holds no moves (f5d6c3): open it, copy the moves "
                           "or the game's file (GGF, SGF, PGN, JSON) there",
                           quoted(text))};
}

namespace {

/// Between moves, including a single dash: "F5-D6", "37-27".
constexpr CharSet kBetween(",;.:-/|()[]{}\"'=+!?*<>%");

bool is_word(char c) { return is_alnum(c) || c == '@'; }

template <class Is>
std::size_t run_of(std::string_view text, std::size_t at, Is is) {
  std::size_t end = at;
  while (end < text.size() && is(text[end])) ++end;
  return end - at;
}

/// "37-27", "1-0" or "B+12" at the front; else empty.
std::string_view leading_result(std::string_view text) {
  const bool colored = to_lower(text[0]) == 'b' || to_lower(text[0]) == 'w';
  const std::size_t first = colored ? 1 : run_of(text, 0, is_digit);
  if (first == 0 || first > 2 || first >= text.size()) return {};
  if (text[first] != (colored ? '+' : '-')) return {};
  const std::size_t last = run_of(text, first + 1, is_digit);
  if (last == 0 || last > 2) return {};
  return text.substr(0, first + 1 + last);
}

/// `at`, or the sign before it.
std::size_t sign_before(std::string_view text, std::size_t at) {
  const bool has_sign = at > 0 && std::string_view("+-").find(text[at - 1]) != text.npos;
  return has_sign ? at - 1 : at;
}

/// For passes in free text that parse_square() rejects.
bool is_free_pass(std::string_view word) {
  constexpr std::string_view kPasses[] = {"pp", "p", "@@", "passe", "passo", "passa", "paso"};
  return std::ranges::any_of(kPasses,
                             [word](auto pass) { return equal_ignoring_case(word, pass); });
}

bool is_pass(std::string_view word) {
  const std::optional<Square> square = find_square(word);
  return is_free_pass(word) || (square && *square == Square::kPass);
}

/// "5f6d" as "f5d6"; else empty.
std::string rank_first(std::string_view word) {
  if (word.size() % 2 != 0) return {};
  std::string turned;
  for (std::size_t i = 0; i < word.size(); i += 2) {
    const char file = to_lower(word[i + 1]);
    if (word[i] < '1' || word[i] > '8' || file < 'a' || file > 'h') return {};
    turned += {file, word[i]};
  }
  return turned;
}

/// Without a number, disc or "P@" directly before the squares.
std::string_view without_prefix(std::string_view word, int size) {
  const std::size_t at = word.find('@');
  if (at != word.npos && at <= 1 && is_square_run(word.substr(at + 1), size))
    return word.substr(at + 1);
  const bool color =
      word.size() % 2 == 1 && std::string_view("XxOoBbWw").find(word[0]) != word.npos;
  if (color && is_square_run(word.substr(1), size)) return word.substr(1);
  const std::size_t digits = run_of(word, 0, is_digit);
  if (digits > 0 && digits <= 2 && is_square_run(word.substr(digits), size))
    return word.substr(digits);
  return word;
}

std::optional<Color> color_of_word(std::string_view word) {
  return word == "*" || word == "0" ? std::nullopt : find_color(word);
}

/// [offset]: where the bracket or brace opened there closes; else 0.
std::vector<std::size_t> closings(std::string_view text) {
  std::vector<std::size_t> closes(text.size()), round, curly;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '{') (c == '(' ? round : curly).push_back(i);
    if (c != ')' && c != '}') continue;
    std::vector<std::size_t>& open = c == ')' ? round : curly;
    if (open.empty()) continue;
    closes[open.back()] = i;
    open.pop_back();
  }
  return closes;
}

template <class Visit>
void for_each_word(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    while (at + length < text.size() && is_word(text[at + length])) ++length;
    if (length > 0 && !visit(text.substr(at, length))) return;
    at += std::max<std::size_t>(length, 1);
  }
}

std::string squares_of(std::string_view word, int size) {
  if (std::string turned = rank_first(word); !turned.empty() && is_square_run(turned, size))
    return turned;
  const std::string_view bare = without_prefix(word, size);
  return is_square_run(bare, size) ? std::string(bare) : std::string();
}

}  // namespace

bool ends_with_number(std::string_view text) {
  const std::size_t all = text.size();
  while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
  return text.size() < all && (text.empty() || !is_letter(text.back()));
}

std::optional<Square> square_of_word(std::string_view word, int size) {
  constexpr std::size_t kLongest = 4;
  if (word.size() > kLongest || std::ranges::none_of(word, is_digit)) return std::nullopt;
  const std::string squares = squares_of(word, size);
  if (squares.size() != 2) return std::nullopt;
  return *find_square(squares, size);
}

std::size_t count_squares(std::string_view text, int size) {
  std::size_t letters = 0;
  for_each_word(text, [&](std::string_view word) {
    letters += squares_of(word, size).size();
    return true;
  });
  return letters / 2;
}

std::string_view MoveReader::rest() const {
  const std::string_view rest = trim(rest_);
  const bool of_move = rest.ends_with('.') || rest.ends_with(')');
  return of_move && parse_count(rest.substr(0, rest.size() - 1)) ? std::string_view() : rest;
}

Error MoveReader::no_move(std::string_view word) const {
  return {ErrorCode::kBadSyntax,
          fmt::format("game: {} is not a move (d3 or pass) at move {}", quoted(word), number_)};
}

bool MoveReader::is_legal(std::string_view word) const {
  Game next(game_.position());
  if (is_pass(word)) return next.play(Square::kPass).has_value();
  const int size = game_.position().size;
  const std::string squares = squares_of(word, size);
  return !squares.empty() && next.play(*find_square(squares.substr(0, 2), size)).has_value();
}

/// Bracketed text is a remark if it has no moves, or if its moves are illegal here and the text
/// after it continues the game.
bool MoveReader::is_remark(std::string_view inside) {
  const int size = game_.position().size;
  bool words = false;
  std::string_view first;
  for_each_word(inside, [&](std::string_view word) {
    const bool move = !squares_of(word, size).empty() || is_pass(word);
    words = words || !(move || all_digits(word) || color_of_word(word));
    if (move && first.empty()) first = word;
    return true;
  });
  if (first.empty()) return words;  // only numbers: a clock or score
  if (words) return true;
  // Not a variation: before the first move, or all moves are in brackets.
  bracketed_ = bracketed_ || game_.moves().size() == begun_ || is_legal(first);
  return !bracketed_;
}

Result<void> MoveReader::read(std::string_view text) {
  const bool free = words_ == MoveWords::kFreeText;
  bool line_has_moves = false;
  std::vector<std::size_t> closes;  // filled at the first bracket
  rest_ = {};
  begun_ = game_.moves().size();
  bracketed_ = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t length = 1;
    Result<void> done;
    if (const std::string_view result = leading_result(text.substr(at)); !result.empty()) {
      result_ = result;
      length = result.size();
    } else if (is_word(c)) {
      while (at + length < text.size() && is_word(text[at + length])) ++length;
      const std::string_view word = text.substr(at, length);
      const std::size_t moves = game_.moves().size();
      const std::string_view rest = rest_.empty() ? text.substr(sign_before(text, at)) : rest_;
      rest_ = rest;
      done = read_word(word);
      if (done && game_.moves().size() > moves) line_has_moves = true;
      // In a table, text beside a game is a comment.
      constexpr std::size_t kMovesOfGame = 3;
      const bool game = done && game_.moves().size() >= moves + kMovesOfGame;
      if (free && game && text.substr(at + length).starts_with('\t')) {
        at += length;
        if (rest_.empty()) rest_ = text.substr(at);
        done = skip_comment(text, at, length);
      }
      const bool is_word = game_.moves().size() == moves;  // a word, not moves followed by an error
      if (!done && free && is_word && done.error().code == ErrorCode::kBadSyntax) {
        color_.reset();
        done = {};
        if (line_has_moves) {
          done = skip_comment(text, at, length);
        } else if (game_.moves().empty()) {
          rest_ = {};  // a label
        }
      }
    } else if (c == '%' && !ends_with_number(text.substr(0, at))) {
      length = std::min(text.find('\n', at), text.size()) - at;
    } else if (c == '-') {
      length = run_of(text, at, [](char sign) { return sign == '-'; });
      if (length == 2) done = play(Square::kPass);
    } else if (free && (c == '(' || c == '{')) {
      if (closes.empty()) closes = closings(text);
      const std::size_t end = closes[at];
      if (end > 0 && is_remark(text.substr(at + 1, end - at - 1))) {
        length = end + 1 - at;
        const std::string_view remark = text.substr(at, length);
        if (c == '(' && contains_legal_move(remark)) return no_move(remark);
        add_remark(remark);
      }
    } else if (free && text.substr(at).starts_with("<br")) {
      length = std::min(text.find('>', at), text.size() - 1) + 1 - at;
    } else if (is_line_end(c)) {
      line_has_moves = false;
      color_.reset();
    } else if (!is_space(c) && !kBetween.has(c)) {
      if (!free) {
        done = read_word(text.substr(at));
      } else if (line_has_moves) {
        if (rest_.empty()) rest_ = text.substr(at);
        done = skip_comment(text, at, length);
      }
    }
    if (!done) return done;
    at += length;
  }
  return {};
}

void MoveReader::add_remark(std::string_view text) {
  text = trim(text);
  if (!remarks_.empty() && !text.empty()) remarks_ += ' ';
  remarks_ += text;
}

/// True if the comment has a legal move beside other words.
bool MoveReader::contains_legal_move(std::string_view comment) const {
  bool contains = false;
  for_each_word(comment, [&](std::string_view word) {
    contains = !all_digits(word) && !is_free_pass(word) && is_legal(word);
    return !contains;
  });
  return contains;
}

/// Fails if the rest of the line contains a legal move.
Result<void> MoveReader::skip_comment(std::string_view text, std::size_t at, std::size_t& length) {
  length = std::min(text.find_first_of("\r\n", at), text.size()) - at;
  const std::string_view comment = text.substr(at, length);
  if (!contains_legal_move(comment)) {
    skipped_ = comment;
    return {};
  }
  // Ignore one or two words if everything else is moves.
  std::string words, moves;
  int word_count = 0, move_count = 0;
  for_each_word(comment, [&](std::string_view word) {
    const bool move = !squares_of(word, game_.position().size).empty() || is_pass(word);
    move_count += move;
    word_count += !move && !all_digits(word);
    if (move) (moves += ' ') += word;
    if (!move) (words += words.empty() ? "" : " ") += word;
    return true;
  });
  constexpr int kMovesPerWord = 2;
  Game before = game_;
  const int number = number_;
  if (move_count < kMovesPerWord * word_count) return no_move(comment);
  bool legal = true;
  for_each_word(moves, [&](std::string_view word) { return legal = read_word(word).has_value(); });
  if (legal) {
    add_remark(words);
    rest_ = {};
    return {};
  }
  game_ = std::move(before);
  number_ = number;
  return no_move(comment);
}

Result<void> MoveReader::read_word(std::string_view word) {
  const int size = game_.position().size;
  const bool free = words_ == MoveWords::kFreeText;
  if (const auto square = find_square(word, size)) return play(*square);
  if (all_digits(word)) return {};
  if (free) {
    if (const auto color = color_of_word(word)) {
      color_ = color_ && *color_ != *color ? std::nullopt : color;
      return {};
    }
    const bool letter = word.size() == 1;  // "P" may be a name
    if (is_free_pass(word) && (!letter || is_legal(word))) return play(Square::kPass);
    if (const std::string turned = rank_first(word); !turned.empty()) {
      if (is_legal(word)) return read_square_run(turned);
      return no_move(word);
    }
  }
  return read_square_run(without_prefix(word, size));
}

Result<void> MoveReader::read_square_run(std::string_view word) {
  const int size = game_.position().size;
  while (!word.empty()) {
    std::size_t length = 2;
    std::optional<Square> square = find_square(word.substr(0, length), size);
    if (square.value_or(Square::kPass) == Square::kPass && word.size() >= 4) {
      // "pass" begins with "pa".
      if (const auto pass = find_square(word.substr(0, 4), size)) square = pass, length = 4;
    }
    if (!square) return no_move(word);
    if (const Result<void> played = play(*square); !played) return played;
    word.remove_prefix(length);
  }
  return {};
}

Result<void> MoveReader::play(Square square) {
  if (color_ && square != Square::kPass) {
    const Result<void> played = game_.play(*color_, square);
    if (!played) return at_move(played.error(), number_);
  } else if (const Result<void> played = game_.play(square); !played) {
    return at_move(played.error(), number_);
  }
  color_.reset();
  add_remark(std::exchange(skipped_, {}));
  if (square != Square::kPass) ++number_;
  rest_ = {};
  return {};
}

}  // namespace sumi
