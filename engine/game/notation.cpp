// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace sumi {
namespace {

constexpr CharSet kBlackLetters("Xx*@Bb"), kDiscs("Xx*@BbOo0Ww"), kSigns("Xx*@BbOo0Ww-._");
constexpr std::size_t kMaxPositionText = 64 * 1024;

bool is_disc(char c) { return kDiscs.has(c); }
bool is_square(char c) { return kSigns.has(c); }

Color color_of(char disc) { return kBlackLetters.has(disc) ? Color::kBlack : Color::kWhite; }

/// Reads a board with `size` squares a side from the front of a text, unless a size precedes it.
/// Digits are rank labels where a rank begins or ends; no disc letter is a digit.
class BoardReader {
 public:
  BoardReader(std::string_view text, int size) : text_(text), size_(size) {}

  /// Reads squares and side to move. On failure good() is false and error() has the reason. The
  /// board "start" has size `start_size`.
  void read(int start_size);
  bool good() const { return squares_ == size_ * size_ && wrong_size_.empty(); }

  Position position() const {
    // If both other discs occur, a star marks a legal move.
    const Bitboard black = black_ == 0 || white_ == 0 ? black_ | stars_ : black_;
    return make_position(black, white_, side_.value_or(Color::kBlack), size_);
  }
  bool has_side() const { return side_.has_value() || named_; }
  Error error() const;

  int squares() const { return squares_; }

  std::size_t end() const { return at_; }  ///< Of the text that read() consumed.

  /// After the board, without leading comments and separators.
  std::string_view rest();

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool word_here(std::string_view word) const;
  bool skip_word(std::string_view word);
  void skip_blanks();
  bool skip_files();
  bool skip_rank();
  void skip_size();
  void take_square();
  void read_squares();
  bool read_side();
  void count_extra_squares();

  std::string_view text_;
  int size_;
  bool size_is_written_ = false;
  std::size_t at_ = 0;
  Bitboard black_ = 0, white_ = 0, stars_ = 0;
  int squares_ = 0;
  int last_label_ = 1;  ///< Twice the number of the last label, plus one if it followed its rank.
  std::array<std::size_t, 3> last_{};  ///< Offsets of the last three squares, latest first.
  std::optional<Color> side_;
  bool named_ = false;  ///< The position is "start".
  std::string_view wrong_size_;
};

void BoardReader::skip_blanks() {
  while (at_ < text_.size()) {
    if (peek() == '%') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (is_space(peek()) || is_frame(peek())) {
      ++at_;
    } else {
      return;
    }
  }
}

bool BoardReader::word_here(std::string_view word) const {
  return equal_ignoring_case(text_.substr(at_, word.size()), word) && !is_alnum(peek(word.size()));
}

bool BoardReader::skip_word(std::string_view word) {
  if (!word_here(word)) return false;
  at_ += word.size();
  return true;
}

/// File labels start with "A", not a disc letter; their "B" would otherwise be a disc.
bool BoardReader::skip_files() {
  const std::size_t start = at_;
  const char last = static_cast<char>('a' + size_ - 1);
  for (char file = 'a'; file <= last; ++file) {
    if (to_lower(peek()) != file) {
      at_ = start;
      return false;
    }
    ++at_;
    if (file != last) skip_blanks();
  }
  return true;
}

/// Skips the label of the rank that begins or ends here. Labels must be consecutive: otherwise one
/// row of a large board could read as two rows of a small one.
bool BoardReader::skip_rank() {
  if (peek() < '1' || peek() > '0' + size_ || squares_ % size_ != 0) return false;
  const int rank = peek() - '0', done = squares_ / size_;
  if (rank != done && rank != done + 1) return false;
  const int label = rank == done ? 2 * rank + 1 : 2 * rank;
  if (label <= last_label_ || label > last_label_ + 2) return false;
  last_label_ = label;
  ++at_;
  return true;
}

/// A "1" is the label of the first rank, not a size.
void BoardReader::skip_size() {
  if (equal_ignoring_case(text_.substr(at_, 3), "BO[")) at_ += 3;
  skip_blanks();
  std::size_t length = 0;
  while (is_digit(peek(length))) ++length;
  const std::string_view size = text_.substr(at_, length);
  const bool label = size == "1" || (size.starts_with("10") && !is_space(peek(length)));
  if (length == 0 || size[0] == '0' || label) return;
  const int number = parse_int(size).value_or(0);
  if (is_board_size(number)) {
    size_ = number;
  } else {
    wrong_size_ = size;
  }
  size_is_written_ = true;
  at_ += length;
}

void BoardReader::take_square() {
  last_ = {at_, last_[0], last_[1]};
  ++squares_;
  ++at_;
}

void BoardReader::read_squares() {
  for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
    const bool more = squares_ < size_ * size_;
    if (more && is_square(peek()) && !word_here("black") && !word_here("white")) {
      if (is_disc(peek())) {
        const Square here = square_at(squares_ % size_, squares_ / size_, size_);
        (peek() == '*' ? stars_ : color_of(peek()) == Color::kBlack ? black_ : white_) |= bit(here);
      }
      take_square();
    } else if (!skip_rank() && !skip_files()) {
      return;
    }
  }
}

/// "X", "white", "* to move".
bool BoardReader::read_side() {
  if (skip_word("black")) {
    side_ = Color::kBlack;
  } else if (skip_word("white")) {
    side_ = Color::kWhite;
  } else if (is_disc(peek()) && !is_square(peek(1)) && !is_alnum(peek(1))) {
    side_ = color_of(peek());
    ++at_;
  } else {
    return false;
  }
  const std::size_t after_side = at_;
  skip_blanks();
  bool phrase = skip_word("to");
  if (phrase) skip_blanks();
  phrase = phrase && (skip_word("move") || skip_word("play"));
  if (!phrase) at_ = after_side;
  return true;
}

/// Counts the squares after the last, for the error message. A letter directly before a letter or
/// digit belongs to the following text, as in "b3".
void BoardReader::count_extra_squares() {
  while (is_square(peek()) && (!is_alnum(peek()) || !is_alnum(peek(1)) || is_square(peek(1)))) {
    take_square();
    skip_blanks();
  }
}

void BoardReader::read(int start_size) {
  at_ = text_.size() - without_bom(text_).size();
  skip_blanks();
  if (skip_word("startpos") || skip_word("start")) {
    size_ = start_size;
    named_ = true;
    squares_ = size_ * size_;
    black_ = kStartBoard.own;
    white_ = kStartBoard.opp;
    skip_blanks();
    read_side();
    return;
  }
  skip_size();
  read_squares();
  if (read_side()) return;
  if (squares_ == size_ * size_) count_extra_squares();
  // In "OX...X X" the last letter is the side to move, not a square.
  const bool last_alone = last_[0] > last_[1] + 1 && last_[1] == last_[2] + 1;
  if (squares_ > 2 && last_alone && is_disc(text_[last_[0]])) --squares_;
}

Error BoardReader::error() const {
  if (!wrong_size_.empty()) {
    return {ErrorCode::kBadSyntax,
            fmt::format("position: board size {} is not 4, 6 or 8", quoted(wrong_size_))};
  }
  const std::string_view rest = trim(text_.substr(at_));
  const bool stopped = squares_ < size_ * size_ && !rest.empty();
  return {ErrorCode::kBadSyntax,
          fmt::format("position: {} has {} squares{}, need {} of X O - and the side (X or O)",
                      quoted(trim(text_)), squares_, stopped ? " before " + quoted(rest) : "",
                      size_is_written_ ? std::to_string(size_ * size_) : "64 (36, 16)")};
}

std::string_view BoardReader::rest() {
  for (skip_blanks(); peek() == ';'; skip_blanks()) ++at_;
  return trim(text_.substr(at_));
}

/// Ignores the fields that chess programs append, "- - 0 1".
Result<LeadingPosition> read_fen(std::string_view text) {
  const Result<Position> position = parse_fen(text);
  if (!position) return position.error();
  std::string_view rest = text;
  take_word(rest);
  take_word(rest);
  bool chess = false;
  for (std::string_view behind = rest; !behind.empty(); rest = behind) {
    const std::string_view word = take_word(behind);
    chess = chess || word == "-";
    if (word != "-" && !(chess && parse_count(word))) break;
  }
  return LeadingPosition{*position, static_cast<std::size_t>(rest.data() - text.data()), true};
}

/// A 64-character word is an 8x8 board, perhaps with a bad character; never a smaller one.
std::size_t first_word_size(std::string_view text) { return take_word(text).size(); }

/// The largest board at the front of `text`, else the best attempt.
BoardReader read_board(std::string_view text, int start_size) {
  // Text after a board may look like squares: a side, a pass, the "b" of a move. Longer text means
  // a larger board with missing squares.
  constexpr int kMaxBehind = 8;
  BoardReader best(text, 8);
  best.read(start_size);
  for (const int size : {6, 4}) {
    const bool small = best.squares() <= size * size + kMaxBehind;
    if (best.good() || !small || first_word_size(text) == 64) break;
    BoardReader reader(text, size);
    reader.read(start_size);
    if (reader.good() || reader.squares() > best.squares()) best = reader;
  }
  return best;
}

}  // namespace

std::string to_text(Square s, int size) {
  if (s == Square::kPass) return "pass";
  return {static_cast<char>('a' + file_of(s, size)), static_cast<char>('1' + rank_of(s, size))};
}

std::string to_capitals(Square s, int size) {
  if (s == Square::kPass) return "PA";
  std::string text = to_text(s, size);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string square_range(int size) {
  return "a1.." + to_text(square_at(size - 1, size - 1, size), size);
}

std::optional<Square> find_square(std::string_view text, int size) {
  if (text.size() == 2) {
    const int file = to_lower(text[0]) - 'a', rank = text[1] - '1';
    if (file >= 0 && file < size && rank >= 0 && rank < size) return square_at(file, rank, size);
  }
  constexpr std::string_view kPasses[] = {"pass", "pa", "ps", "--", "0000", "@@@@", "null"};
  for (const std::string_view pass : kPasses) {
    if (equal_ignoring_case(text, pass)) return Square::kPass;
  }
  return std::nullopt;
}

Result<Square> parse_square(std::string_view text, int size) {
  if (const auto square = find_square(text, size)) return *square;
  return Error{ErrorCode::kBadSyntax,
               fmt::format("square: {} is not {} or pass", quoted(text), square_range(size))};
}

std::string_view to_text(Color c) { return c == Color::kBlack ? "black" : "white"; }

std::optional<Color> find_color(std::string_view text) {
  constexpr std::string_view kBlackWords[] = {"b", "black", "x", "*"};
  constexpr std::string_view kWhiteWords[] = {"w", "white", "o", "0"};
  for (const std::string_view black : kBlackWords) {
    if (equal_ignoring_case(text, black)) return Color::kBlack;
  }
  for (const std::string_view white : kWhiteWords) {
    if (equal_ignoring_case(text, white)) return Color::kWhite;
  }
  return std::nullopt;
}

Result<Color> parse_color(std::string_view text) {
  if (const auto color = find_color(text)) return *color;
  return Error{ErrorCode::kBadSyntax,
               fmt::format("color: {} is not black (b, x, *) or white (w, o, 0)", quoted(text))};
}

namespace {

char letter(const Position& p, int file, int rank, char empty) {
  const Bitboard here = bit(square_at(file, rank, p.size));
  return p.discs(Color::kBlack) & here ? 'X' : p.discs(Color::kWhite) & here ? 'O' : empty;
}

}  // namespace

std::string to_text(const Position& p) {
  std::string text;
  for (int rank = 0; rank < p.size; ++rank) {
    for (int file = 0; file < p.size; ++file) text += letter(p, file, rank, '-');
  }
  return text + (p.to_move == Color::kBlack ? " X" : " O");
}

std::string diagram(const Position& p) {
  std::string files = "  ";
  for (int file = 0; file < p.size; ++file) files += {static_cast<char>('A' + file), ' '};
  files += ' ';
  std::string text = files;
  for (int rank = 0; rank < p.size; ++rank) {
    text += fmt::format("\n{} ", rank + 1);
    for (int file = 0; file < p.size; ++file) text += {letter(p, file, rank, '.'), ' '};
    text += fmt::format("{}", rank + 1);
  }
  return text + "\n" + files;
}

Result<Position> parse_position(std::string_view text, int size) {
  if (text.size() > kMaxPositionText) {
    return Error{ErrorCode::kBadSyntax, fmt::format("position: {} is longer than {} bytes",
                                                    quoted(text), kMaxPositionText)};
  }
  const auto behind = [](std::string_view rest) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("position: {} after the squares is not a side (X or O) or a % comment",
                             quoted(rest))};
  };
  if (const std::string_view fen = trim(without_bom(text)); begins_with_fen(fen)) {
    const Result<LeadingPosition> read = read_fen(fen);
    if (!read) return read.error();
    const std::string_view rest = trim(fen.substr(read->end));
    if (!rest.empty() && rest[0] != '%' && rest[0] != ';') return behind(rest);
    return read->position;
  }
  BoardReader reader = read_board(text, size);
  if (!reader.good()) return reader.error();
  if (const std::string_view rest = reader.rest(); !rest.empty()) return behind(rest);
  return reader.position();
}

Result<std::optional<LeadingPosition>> parse_leading_position(std::string_view text, int size) {
  // Text with more squares is a board, valid or not, instead of a list of moves.
  constexpr int kMaxSquaresOfMoves = 8;
  const std::string_view fen = trim(without_bom(text));
  if (begins_with_fen(fen)) {
    Result<LeadingPosition> read = read_fen(fen);
    if (!read) return read.error();
    read->end += static_cast<std::size_t>(fen.data() - text.data());
    return std::optional(*read);
  }
  const BoardReader reader = read_board(text, size);
  if (reader.squares() <= kMaxSquaresOfMoves) return std::nullopt;
  if (!reader.good()) return reader.error();
  return LeadingPosition{reader.position(), reader.end(), reader.has_side()};
}

// FEN as in chess, in the two variants of Othello programs.

namespace {

Error fen_error(std::string_view text, std::string_view what) {
  return {ErrorCode::kBadSyntax,
          fmt::format("FEN: {} {}, need the form 8/8/8/3ox3/3xo3/8/8/8 x", quoted(text), what)};
}

/// `chess`: Edax's variant.
std::optional<Color> disc(char letter, bool chess) {
  if (chess) {
    return letter == 'p'   ? std::optional(Color::kBlack)
           : letter == 'P' ? std::optional(Color::kWhite)
                           : std::nullopt;
  }
  return to_lower(letter) == 'x'   ? std::optional(Color::kBlack)
         : to_lower(letter) == 'o' ? std::optional(Color::kWhite)
                                   : std::nullopt;
}

struct Discs {
  Bitboard black = 0, white = 0;
};

/// Reads one rank, such as "3ox3".
Result<void> read_rank(std::string_view text, int rank, int size, bool chess, Discs& discs) {
  int file = 0;
  for (const char c : text) {
    if (file >= size) return fen_error(text, fmt::format("is longer than {} squares", size));
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const std::optional<Color> color = disc(c, chess)) {
      (*color == Color::kBlack ? discs.black : discs.white) |= bit(square_at(file, rank, size));
      ++file;
    } else {
      return fen_error(text, fmt::format("has {}", quoted({&c, 1})));
    }
  }
  if (file != size) return fen_error(text, fmt::format("has {} squares, not {}", file, size));
  return {};
}

}  // namespace

bool begins_with_fen(std::string_view text) {
  const std::string_view board = take_word(text);
  const auto slashes = std::ranges::count(board, '/');
  return (slashes == 7 || slashes == 5 || slashes == 3) &&
         board.find_first_of("12345678pP") != board.npos &&
         board.find_first_not_of("/12345678xXoOpP") == board.npos;
}

std::string to_fen(const Position& p) {
  std::string text;
  for (int rank = 0; rank < p.size; ++rank) {
    if (rank > 0) text += '/';
    int empty = 0;
    for (int file = 0; file < p.size; ++file) {
      const Bitboard here = bit(square_at(file, rank, p.size));
      if (!((p.board.own | p.board.opp) & here)) {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += p.discs(Color::kBlack) & here ? 'x' : 'o';
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
  }
  return text + (p.to_move == Color::kBlack ? " x" : " o");
}

Result<Position> parse_fen(std::string_view text) {
  std::string_view rest = text;
  const std::string_view board = take_word(rest), side = take_word(rest);
  const auto ranks = std::ranges::count(board, '/') + 1;
  if (ranks != 4 && ranks != 6 && ranks != 8) {
    return fen_error(trim(text), fmt::format("has {} ranks, not 8 (6, 4)", ranks));
  }
  if (side.empty()) return fen_error(trim(text), "does not say who is to move");
  const Result<Color> to_move = parse_color(side);
  if (!to_move) return to_move.error();

  const int size = static_cast<int>(ranks);
  const bool chess = board.find_first_of("pP") != board.npos;
  Discs discs;
  std::size_t at = 0;
  for (int row = 0; row < size; ++row) {
    const std::size_t end = std::min(board.find('/', at), board.size());
    const int rank = chess ? size - 1 - row : row;
    const Result<void> read = read_rank(board.substr(at, end - at), rank, size, chess, discs);
    if (!read) return read.error();
    at = end + 1;
  }
  return make_position(discs.black, discs.white, *to_move, size);
}

}  // namespace sumi
