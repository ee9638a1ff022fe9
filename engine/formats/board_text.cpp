// SPDX-License-Identifier: MIT
/// First splits lines into cells; the whole board then determines their meaning.
#include "engine/base/text.h"
#include "engine/formats/board_text.h"
#include "engine/formats/codec_text.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace sumi {
namespace {

constexpr CharSet kBlackSigns("XxBb@#"), kWhiteSigns("OoWw"), kEmptySigns("-._+?! ");
constexpr CharSet kSigns("XxBb@#*OoWw0-._+?!");
constexpr Cell kNumber = 1000;  // the number 0
constexpr Cell kScore = 2000;
constexpr int kMaxBoardMoves = 60;

bool contains(const CharSet& set, Cell cell) {
  return cell > 0 && cell < 128 && set.has(static_cast<char>(cell));
}
bool is_sign(char c) { return kSigns.has(c); }
bool is_number(Cell cell) { return cell >= kNumber - 1 && cell < kScore; }
int number_of(Cell cell) { return cell - kNumber; }

/// A sign or a number from -1; else nothing.
std::optional<Cell> cell_of(std::string_view text) {
  text = trim(text);
  if (text.empty()) return ' ';
  if (text.size() == 1 && is_sign(text[0]) && text[0] != '0') return text[0];
  // In quotes, as in program source, or in brackets, which mark the last move.
  if (text.size() == 3 && is_frame(text[0]) && is_frame(text[2]) && is_sign(text[1]))
    return text[1];
  if (text == "--" || text == "..") return '-';
  const std::optional<int> number = parse_int(text);
  if (number && *number >= -1 && *number <= kMaxBoardMoves && text[0] != '+')
    return kNumber + *number;
  const std::optional<double> score = plain_number(text);
  if (score && *score >= -64 && *score <= 64) return kScore;
  return std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != text.npos; begin = end + 1) {
    pieces.push_back(text.substr(begin, end - begin));
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

int label_of(std::string_view text) {
  text = trim(text);
  return text.size() == 1 && text[0] >= '1' && text[0] <= '8' ? text[0] - '0' : 0;
}

bool is_size(std::size_t count) { return count == 4 || count == 6 || count == 8; }

/// Nothing if a piece or the number of pieces is invalid.
std::optional<RankLine> rank_of_pieces(std::vector<std::string_view> pieces) {
  RankLine rank;
  if (pieces.size() % 2 == 1 && pieces.size() > 4) {
    if (const int front = label_of(pieces.front()); front > 0) {
      rank.label = front;
      pieces.erase(pieces.begin());
    } else if (const int back = label_of(pieces.back()); back > 0) {
      rank.label = back;
      pieces.pop_back();
    }
  } else if (pieces.size() == 10 || (pieces.size() > 4 && pieces.size() < 9)) {
    const int front = label_of(pieces.front()), back = label_of(pieces.back());
    const bool both = front > 0 && front == back && is_size(pieces.size() - 2);
    if (both && (pieces.size() == 10 || front > 2)) {
      rank.label = front;
      pieces.erase(pieces.begin());
      pieces.pop_back();
    }
  }
  if (!is_size(pieces.size())) return std::nullopt;
  for (const std::string_view piece : pieces) {
    const std::optional<Cell> cell = cell_of(piece);
    if (!cell) return std::nullopt;
    rank.cells.push_back(*cell);
  }
  return rank;
}

/// "| |X|O|...", also with labels and text beside it.
std::optional<RankLine> bar_rank(std::string_view line) {
  const std::size_t first = line.find('|'), last = line.rfind('|');
  if (first == line.npos || first == last) return std::nullopt;
  const std::string_view front = trim(line.substr(0, first)), back = trim(line.substr(last + 1));
  const bool closed = front.empty() || (label_of(front) > 0 && label_of(back) == label_of(front)) ||
                      (label_of(front) > 0 && !cell_of(back)) ||
                      (label_of(front) > 0 && back.empty());
  if (closed) {
    auto rank = rank_of_pieces(split(line.substr(first + 1, last - first - 1), '|'));
    if (rank && rank->label == 0) rank->label = label_of(front);
    if (rank) {
      rank->rest = label_of(back) > 0 ? std::string_view() : back;
      return rank;
    }
  }
  return rank_of_pieces(split(line, '|'));
}

/// "[0, 0, 1, -1, ...],"; ",,X,O,,"; a table row with tabs.
std::optional<RankLine> list_rank(std::string_view line) {
  for (const char separator : {',', '\t', ';'}) {
    if (line.find(separator) == line.npos) continue;
    std::string_view inner = line;
    if (separator == ',') {
      while (!inner.empty() && std::string_view("[{(").find(inner.front()) != inner.npos) {
        inner = trim(inner.substr(1));
      }
      const bool bracketed = inner.size() < line.size();
      while (!inner.empty() && (std::string_view("]});").find(inner.back()) != inner.npos ||
                                (bracketed && inner.back() == ','))) {
        inner = trim(inner.substr(0, inner.size() - 1));
      }
    }
    if (auto rank = rank_of_pieces(split(inner, separator))) return rank;
  }
  return std::nullopt;
}

/// "1 . . 3 60 ..."
std::optional<RankLine> word_rank(std::string_view line) {
  if (line.starts_with('|') && line.ends_with('|')) line = trim(line.substr(1, line.size() - 2));
  if (line.starts_with('[')) {
    while (!line.empty() && std::string_view("[ ").find(line.front()) != line.npos)
      line.remove_prefix(1);
    while (!line.empty() && std::string_view("], ").find(line.back()) != line.npos)
      line.remove_suffix(1);
  }
  std::string_view rest = line;
  if (!cell_of(take_word(rest))) return std::nullopt;
  const std::vector<std::string_view> words = split_words(line);
  return words.size() > 10 ? std::nullopt : rank_of_pieces(words);
}

/// "00012000"
std::optional<RankLine> digit_rank(std::string_view line) {
  if (!is_size(line.size()) || line.find_first_not_of("012") != line.npos) return std::nullopt;
  RankLine rank;
  for (const char c : line) rank.cells.push_back(kNumber + (c - '0'));
  return rank;
}

/// Signs with optional separators, frames and labels; text may follow.
std::optional<RankLine> sign_rank(std::string_view line) {
  RankLine rank;
  std::size_t at = 0;
  const auto skip = [&] {
    const std::size_t before = at;
    while (at < line.size() && (is_space(line[at]) || is_frame(line[at]))) ++at;
    return at > before;
  };
  skip();
  const auto digit_at = [&](std::size_t i) {
    return i < line.size() && line[i] >= '1' && line[i] <= '8' &&
           (i + 1 == line.size() || !is_digit(line[i + 1]));
  };
  if (digit_at(at)) rank.label = line[at++] - '0';
  bool apart = false;
  while (at < line.size()) {
    if (skip()) apart = true;
    if (at >= line.size()) break;
    const char c = line[at];
    const bool whole = is_size(rank.cells.size());
    // Stop at a side to move, a label, or a word that begins like a disc.
    const bool word =
        is_letter(c) && at + 1 < line.size() && is_letter(line[at + 1]) && !is_sign(line[at + 1]);
    const bool ends = !is_sign(c) || (whole && apart && word) || rank.cells.size() == 8;
    if (ends) break;
    rank.cells.push_back(c);
    ++at;
    apart = false;
  }
  if (!is_size(rank.cells.size())) return std::nullopt;
  if (at < line.size() && digit_at(at) && (rank.label == 0 || line[at] - '0' == rank.label)) {
    rank.label = line[at++] - '0';
    apart = true;
    if (at < line.size() && !is_space(line[at]) && !is_frame(line[at])) return std::nullopt;
  }
  if (at < line.size() && !apart) return std::nullopt;
  rank.rest = trim(line.substr(std::min(at, line.size())));
  // More squares follow, at least one of them a digit: not a rank of signs.
  if (rank.cells.size() < 8 && !rank.rest.empty()) {
    std::string_view rest = rank.rest;
    const std::string_view word = take_word(rest);
    if (all_digits(word) || std::ranges::all_of(word, [](char c) { return kEmptySigns.has(c); }))
      return std::nullopt;
  }
  return rank;
}

Error board_error(std::string message) { return {ErrorCode::kBadSyntax, std::move(message)}; }

struct Discs {
  Bitboard black = 0, white = 0;
};

Position position_of(const Discs& discs, int size, const BoardHints& hints) {
  return make_position(discs.black, discs.white, hints.side.value_or(Color::kBlack), size);
}

bool is_reachable(const Position& from, const Discs& wanted, int moves) {
  if (from.discs(Color::kBlack) == wanted.black && from.discs(Color::kWhite) == wanted.white)
    return true;
  if (moves == 0) return false;
  for (Bitboard left = rules::legal_moves(from.board, from.size); left != 0; left &= left - 1) {
    const Square square = first_square(left);
    Position next = from;
    next.board = from.board.played(square, rules::flips(from.board, square, from.size));
    next.to_move = !from.to_move;
    if (is_reachable(next, wanted, moves - 1)) return true;
  }
  return false;
}

bool is_playable(const Position& p) {
  return rules::legal_moves(p.board, p.size) != 0 || rules::game_over(p.board, p.size);
}

/// Decides which set of discs is Black's; nothing if ambiguous.
std::optional<Discs> decide(Bitboard first, Bitboard second, int size, const BoardHints& hints) {
  const Discs one{first, second}, other{second, first};
  if (hints.counts.black && hints.counts.white) {
    const int a = std::popcount(first), b = std::popcount(second);
    const bool fits_one = hints.counts.black == a && hints.counts.white == b;
    const bool fits_other = hints.counts.black == b && hints.counts.white == a;
    if (fits_one != fits_other) return fits_one ? one : other;
  }
  constexpr int kFewMoves = 6;
  if (const int moves = std::popcount(first | second) - 4; moves >= 0 && moves <= kFewMoves) {
    const Position start = start_position(size);
    const bool reach_one = is_reachable(start, one, moves),
               reach_other = is_reachable(start, other, moves);
    if (reach_one != reach_other) return reach_one ? one : other;
  }
  if (hints.side) {
    const bool good_one = is_playable(position_of(one, size, hints));
    const bool good_other = is_playable(position_of(other, size, hints));
    if (good_one != good_other) return good_one ? one : other;
  }
  return std::nullopt;
}

template <class IsWanted>
Bitboard squares_where(const std::vector<Cell>& cells, int size, IsWanted is_wanted) {
  Bitboard set = 0;
  for (int at = 0; at < static_cast<int>(cells.size()); ++at) {
    if (is_wanted(cells[static_cast<std::size_t>(at)])) {
      set |= bit(square_at(at % size, at / size, size));
    }
  }
  return set;
}

Bitboard squares_with(const std::vector<Cell>& cells, int size, const CharSet& signs) {
  return squares_where(cells, size, [&](Cell cell) { return contains(signs, cell); });
}

Bitboard squares_with_number(const std::vector<Cell>& cells, int size, int number) {
  return squares_where(cells, size, [number](Cell cell) { return cell == kNumber + number; });
}

GameRecord game_at(const Position& start) {
  GameRecord game;
  game.start = start;
  return game;
}

Result<GameRecord> board_of_signs(const std::vector<Cell>& cells, int size,
                                  const BoardHints& hints) {
  Discs discs{squares_with(cells, size, kBlackSigns), squares_with(cells, size, kWhiteSigns)};
  const Bitboard stars = squares_with(cells, size, CharSet("*"));
  const Bitboard zeros = squares_with(cells, size, CharSet("0"));
  // If both other discs occur, a star is a legal move and a zero an empty square.
  if (discs.black == 0) discs.black = stars;
  if (zeros != 0 && discs.white != 0) {
    if (squares_with(cells, size, kEmptySigns) != 0) {
      return board_error(
          "position: the board has O or W and 0, and 0 may be a disc or an empty square");
    }
  } else {
    discs.white |= zeros;
  }
  if (hints.sign) {
    const char sign = to_lower(hints.sign->sign);
    const bool black_sign = contains(kBlackSigns, sign) || (sign == '*' && discs.black == stars);
    const bool white_sign = contains(kWhiteSigns, sign);
    const bool black = hints.sign->color == Color::kBlack;
    if ((black_sign && !black) || (white_sign && black)) std::swap(discs.black, discs.white);
  }
  return game_at(position_of(discs, size, hints));
}

/// Reads a diagram of move numbers. Squares without a number are empty or contain the initial
/// discs.
Result<GameRecord> game_of_numbers(const std::vector<Cell>& cells, int size) {
  std::array<int, kMaxBoardMoves + 1> where{};
  where.fill(-1);
  int last = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int number = is_number(cells[i]) ? number_of(cells[i]) : 0;
    if (number == 0) continue;
    if (number < 0) return board_error("position: a diagram of move numbers has -1 in a square");
    int& square = where[static_cast<std::size_t>(number)];
    if (square >= 0)
      return board_error(fmt::format("position: move number {} is in two squares", number));
    square = static_cast<int>(i);
    last = std::max(last, number);
  }
  Game game(start_position(size));
  for (int number = 1; number <= last; ++number) {
    const int at = where[static_cast<std::size_t>(number)];
    if (at < 0) return board_error(fmt::format("position: move number {} is in no square", number));
    if (const Result<void> played = game.play(square_at(at % size, at / size, size)); !played) {
      return at_move(played.error(), number);
    }
  }
  return record_of(game);
}

/// Digit 0 is empty unless another sign is; the other two digits are discs.
Result<GameRecord> board_of_numbers(const std::vector<Cell>& cells, int size,
                                    const BoardHints& hints) {
  std::vector<int> numbers;
  for (const Cell cell : cells) {
    if (is_number(cell) && std::ranges::find(numbers, number_of(cell)) == numbers.end()) {
      numbers.push_back(number_of(cell));
    }
  }
  std::ranges::sort(numbers);
  const bool has_empty = squares_with(cells, size, kEmptySigns) != 0;
  if (!numbers.empty() && numbers.back() > 2) return game_of_numbers(cells, size);
  // In -1 0 1 and 0 1 2, 0 is empty. 0 and 1 beside another sign for empty are discs.
  const bool zero_is_disc = has_empty && numbers == std::vector{0, 1};
  std::vector<int> discs = numbers;
  if (!zero_is_disc) std::erase(discs, 0);
  if (discs.size() != 2) {
    return board_error(
        "position: a board of digits needs two of -1, 1 and 2 for the discs, and 0 for empty");
  }
  const Bitboard first = squares_with_number(cells, size, discs[0]);
  const Bitboard second = squares_with_number(cells, size, discs[1]);
  const auto sign = [](int number) { return number < 0 ? '-' : static_cast<char>('0' + number); };
  std::optional<Discs> decided;
  if (hints.sign) {
    const bool black = hints.sign->color == Color::kBlack;
    if (hints.sign->sign == sign(discs[0]))
      decided = black ? Discs{first, second} : Discs{second, first};
    if (hints.sign->sign == sign(discs[1]))
      decided = black ? Discs{second, first} : Discs{first, second};
  }
  if (!decided) decided = decide(first, second, size, hints);
  // Here "black: 1, white: 2" means digits, not disc counts.
  if (!decided && hints.counts.black == 1 && hints.counts.white == 2)
    decided = Discs{first, second};
  if (!decided && hints.counts.black == 2 && hints.counts.white == 1)
    decided = Discs{second, first};
  if (!decided) {
    return board_error(fmt::format(
        "position: {} or {} may be Black: add --black {} or --black {}, or a line \"{} = black\"",
        discs[0], discs[1], discs[0], discs[1], discs[0]));
  }
  return game_at(position_of(*decided, size, hints));
}

constexpr std::string_view kListSigns = " \t,[](){};|'\"";

/// A list, "[[0,0,...],[...]]", or eight words of eight digits.
std::optional<LineBoard> list_board(std::string_view line) {
  const std::size_t begin = line.find_first_of("[{(");
  const std::size_t last = line.find_last_of("]})");
  const bool bracketed = begin != line.npos && last != line.npos && last > begin;
  LineBoard board;
  board.begin = bracketed ? begin : 0;
  board.end = bracketed ? last + 1 : line.size();
  const std::string_view inner = line.substr(board.begin, board.end - board.begin);
  for (std::size_t at = 0; at < inner.size();) {
    at = inner.find_first_not_of(kListSigns, at);
    if (at == inner.npos) break;
    const std::size_t end = std::min(inner.find_first_of(kListSigns, at), inner.size());
    const std::string_view word = inner.substr(at, end - at);
    at = end;
    const bool digits = is_size(word.size()) && word.find_first_not_of("012") == word.npos;
    if (digits) {
      for (const char c : word) board.cells.push_back(kNumber + (c - '0'));
      continue;
    }
    const auto cell = cell_of(word);
    if (!cell || board.cells.size() > 64) return std::nullopt;
    board.cells.push_back(*cell);
  }
  const std::size_t count = board.cells.size();
  if (count != 64 && count != 36 && count != 16) return std::nullopt;
  if (count != 64 && !bracketed) return std::nullopt;
  board.size = count == 64 ? 8 : count == 36 ? 6 : 4;
  return board;
}

/// A run of exactly 64 signs or digits.
std::optional<LineBoard> run_board(std::string_view line) {
  constexpr std::size_t kSquares = 64;
  constexpr std::string_view kAll = "XxBb@*OoWw0-._+12";
  if (line.size() < kSquares) return std::nullopt;
  for (std::size_t at = 0; at < line.size();) {
    at = line.find_first_of(kAll, at);
    if (at == line.npos) break;
    const std::size_t end = std::min(line.find_first_not_of(kAll, at), line.size());
    const bool alone =
        (at == 0 || !is_alnum(line[at - 1])) && (end == line.size() || !is_alnum(line[end]));
    if (end - at == kSquares && alone) {
      LineBoard board;
      board.begin = at;
      board.end = end;
      const std::string_view run = line.substr(at, kSquares);
      const bool digits = run.find_first_of("12") != run.npos;
      for (const char c : run) {
        board.cells.push_back(digits && is_digit(c) ? kNumber + (c - '0') : c);
      }
      // Dashes are a separator, not an empty board.
      if (run.find_first_not_of(run[0]) != run.npos) return board;
    }
    at = end;
  }
  return std::nullopt;
}

/// Eight words of eight squares: ["........",".OOO..X.",...], or with escaped line ends,
/// "...XO...\n...".
std::optional<LineBoard> rows_board(std::string_view line) {
  constexpr CharSet kSquares("XxBb@*OoWw0-._+12"), kEnds(" \t,[](){};|'\"/\\");
  LineBoard board;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && !kEnds.has(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    if (word.size() == 8 && std::ranges::all_of(word, [&](char c) { return kSquares.has(c); })) {
      if (rows++ == 0) board.begin = at;
      if (rows > 8) return std::nullopt;
      board.end = end;
      for (const char c : word) board.cells.push_back(c == '1' || c == '2' ? kNumber + c - '0' : c);
    } else if (!word.empty() && rows < 8) {
      board.cells.clear();
      rows = 0;
    } else if (!word.empty()) {
      break;
    }
    at = end;
    while (line.substr(at, 2) == "\\n" || line.substr(at, 2) == "\\r") at += 2;
    if (at == end) ++at;
  }
  if (rows != 8) return std::nullopt;
  const bool digits = std::ranges::any_of(board.cells, is_number);
  for (Cell& cell : board.cells) cell = digits && cell == '0' ? kNumber : cell;
  return board;
}

struct HexWord {
  std::size_t begin, end;
  Bitboard value;
};

std::optional<HexWord> find_hex(std::string_view line, std::size_t from) {
  constexpr std::size_t kDigits = 16;
  const auto is_hex = [](char c) {
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
  };
  for (std::size_t at = from; at < line.size(); ++at) {
    if (at > 0 && is_alnum(line[at - 1])) continue;
    const bool marked = line.substr(at, 2) == "0x" || line.substr(at, 2) == "0X";
    const std::size_t begin = at + (marked ? 2 : 0);
    std::size_t end = begin;
    while (end < line.size() && (is_hex(line[end]) || (line[end] == '_' && end > begin))) ++end;
    if (!marked && end - begin < kDigits) continue;
    std::string digits;
    for (const char c : line.substr(begin, end - begin))
      digits += c == '_' ? "" : std::string(1, c);
    // A short number with leading zeros was truncated.
    const bool cut = digits.size() < kDigits && (!marked || digits.starts_with('0'));
    if (digits.empty() || digits.size() > kDigits || cut) continue;
    // Integer suffix, "...ULL"
    std::size_t behind = end;
    while (behind < line.size() && is_letter(line[behind])) ++behind;
    const std::string suffix = to_lower(line.substr(end, behind - end));
    if (!suffix.empty() && suffix != "ull" && suffix != "ul" && suffix != "u" && suffix != "l")
      continue;
    Bitboard value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return HexWord{at, behind, value};
  }
  return std::nullopt;
}

/// Two disjoint bitboards.
std::optional<LineBoard> bitboard_pair(std::string_view line) {
  const auto first = find_hex(line, 0);
  if (!first) return std::nullopt;
  const auto second = find_hex(line, first->end);
  if (!second || (first->value | second->value) == 0) return std::nullopt;
  LineBoard board;
  board.first = first->value;
  board.second = second->value;
  board.begin = first->begin;
  board.first_end = first->end;
  board.second_begin = second->begin;
  board.end = second->end;
  return board;
}

/// Set by the last of these words before a bitboard.
enum class Owner { kUnknown, kBlack, kWhite, kOwn, kOpponent };
Owner owner_of(std::string_view front) {
  Owner owner = Owner::kUnknown;
  std::string word;
  for (std::size_t i = 0; i <= front.size(); ++i) {
    if (i < front.size() && is_letter(front[i])) {
      word += to_lower(front[i]);
      continue;
    }
    const auto is = [&](std::initializer_list<std::string_view> names) {
      return std::ranges::find(names, word) != names.end();
    };
    if (is({"black", "b", "x"})) owner = Owner::kBlack;
    if (is({"white", "w", "o"})) owner = Owner::kWhite;
    if (is({"own", "me", "my", "self", "player", "p", "mover"})) owner = Owner::kOwn;
    if (is({"opp", "opponent", "enemy"})) owner = Owner::kOpponent;
    word.clear();
  }
  return owner;
}

}  // namespace

bool is_move_number(Cell cell) { return is_number(cell) && cell > kNumber + 2; }

std::optional<LineBoard> find_line_board(std::string_view line) {
  constexpr std::size_t kShortest = 16, kLongest = 4096;
  if (line.size() < kShortest) return std::nullopt;
  line = line.substr(0, kLongest);
  if (auto board = run_board(line)) return board;
  if (auto board = list_board(line)) return board;
  if (auto board = rows_board(line)) return board;
  return bitboard_pair(line);
}

Result<GameRecord> board_of_bitboards(const LineBoard& board, std::string_view line,
                                      const BoardHints& hints) {
  if ((board.first & board.second) != 0) {
    return board_error(fmt::format("position: the bitboards {:#x} and {:#x} share squares",
                                   board.first, board.second));
  }
  const Owner first = owner_of(line.substr(0, board.begin));
  const Owner second = owner_of(line.substr(board.first_end, board.second_begin - board.first_end));
  const bool white_moves = hints.side == Color::kWhite;
  const Discs one{board.first, board.second}, other{board.second, board.first};
  std::optional<Discs> decided;
  if (first == Owner::kBlack || second == Owner::kWhite) decided = one;
  if (first == Owner::kWhite || second == Owner::kBlack) decided = other;
  if (first == Owner::kOwn || second == Owner::kOpponent) decided = white_moves ? other : one;
  if (first == Owner::kOpponent) decided = white_moves ? one : other;
  if (!decided && hints.sign && hints.sign->sign == '1')
    decided = hints.sign->color == Color::kBlack ? one : other;
  if (!decided && hints.sign && hints.sign->sign == '2')
    decided = hints.sign->color == Color::kBlack ? other : one;
  if (!decided) decided = decide(board.first, board.second, 8, hints);
  if (!decided) {
    return board_error(
        "position: either bitboard may be Black's: add --black 1 or --black 2, or write "
        "black=0x... white=0x...");
  }
  return game_at(position_of(*decided, 8, hints));
}

bool is_file_line(std::string_view line) {
  char wanted = 'a';
  for (const char c : line) {
    if (is_space(c) || c == '|' || c == '+') continue;
    if (to_lower(c) != wanted) break;
    ++wanted;
  }
  return wanted >= 'e';
}

std::size_t end_of_frame(std::string_view line) {
  constexpr std::size_t kShortest = 3, kShortestBesideText = 8;
  std::size_t end = std::min(line.find_first_not_of("+-=|:_~ "), line.size());
  const bool text = end < line.size();
  if (text && (line[end - std::min<std::size_t>(end, 1)] != ' ' || end < kShortestBesideText))
    return 0;
  const std::string_view frame = trim(line.substr(0, end));
  const bool lines =
      frame.find_first_of("+=|") != frame.npos && frame.find_first_of("-=") != frame.npos;
  return frame.size() >= kShortest && lines ? end : 0;
}

std::optional<RankLine> read_rank_line(std::string_view line) {
  line = trim(line);
  constexpr std::size_t kLongest = 512;
  if (line.size() < 4 || line.size() > kLongest || end_of_frame(line) > 0) return std::nullopt;
  if (auto rank = bar_rank(line)) return rank;
  if (auto rank = list_rank(line)) return rank;
  if (auto rank = digit_rank(line)) return rank;
  auto words = word_rank(line);
  if (words && std::ranges::all_of(words->cells, is_number)) return words;
  if (auto rank = sign_rank(line)) return rank;
  return words;
}

Result<GameRecord> board_of_cells(const std::vector<Cell>& cells, int size,
                                  const BoardHints& hints) {
  const auto any = [&](auto is) { return std::ranges::any_of(cells, is); };
  const bool letters = any([](Cell cell) {
    return contains(kBlackSigns, cell) || contains(kWhiteSigns, cell) || cell == '*';
  });
  const bool scores = any([](Cell cell) { return cell == kScore || cell == kNumber - 1; });
  // Diagrams of move numbers also show the four initial discs.
  const bool moves = !scores && any(is_move_number);
  Result<GameRecord> record = board_error("position: the board has scores, but no discs");
  if (!letters && any([](Cell cell) { return cell == kScore; })) return record;
  if (any(is_number) && (!letters || moves)) {
    record = board_of_numbers(cells, size, hints);
  } else {
    // Numbers beside letters are scores of moves to empty squares.
    std::vector<Cell> signs = cells;
    for (Cell& cell : signs) {
      if (cell == '0' && scores) cell = ' ';
      if (cell != kScore && !is_number(cell)) continue;
      const bool zero = cell == kNumber && !scores;
      if (!zero && !scores) return board_error("position: the board mixes letters and digits");
      cell = zero ? '0' : ' ';
    }
    record = board_of_signs(signs, size, hints);
  }
  if (record && (record->start.board.own | record->start.board.opp) == 0) {
    return board_error("position: the board has no discs");
  }
  return record;
}

}  // namespace sumi
