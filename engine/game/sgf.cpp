// SPDX-License-Identifier: MIT
/// SGF (https://www.red-bean.com/sgf/), as far as Othello programs write it.
#include "engine/base/text.h"
#include "engine/game/game_record.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kMaxGameText = 1 << 20;

Error sgf_error(std::string what) { return {ErrorCode::kBadSyntax, "sgf: " + std::move(what)}; }

/// "dc" (file and rank, both as letters from the top left) or "d3".
std::optional<Square> read_point(std::string_view value, int size) {
  if (value.size() != 2) return std::nullopt;
  const int file = to_lower(value[0]) - 'a';
  const int rank = is_digit(value[1]) ? value[1] - '1' : to_lower(value[1]) - 'a';
  if (file < 0 || file >= size || rank < 0 || rank >= size) return std::nullopt;
  return square_at(file, rank, size);
}

/// A point or, as "aa:cc", a rectangle of points.
std::optional<Bitboard> read_points(std::string_view value, int size) {
  const std::size_t colon = std::min(value.find(':'), value.size());
  const auto from = read_point(trim(value.substr(0, colon)), size);
  const auto to = colon < value.size() ? read_point(trim(value.substr(colon + 1)), size) : from;
  if (!from || !to) return std::nullopt;
  const auto [left, right] = std::minmax({file_of(*from), file_of(*to)});
  const auto [top, bottom] = std::minmax({rank_of(*from), rank_of(*to)});
  Bitboard points = 0;
  for (int rank = top; rank <= bottom; ++rank) {
    for (int file = left; file <= right; ++file) points |= bit(square_at(file, rank));
  }
  return points;
}

/// Collects the properties of the main line into a game.
class SgfGame {
 public:
  /// Takes one value of a property; those that say nothing about the game are ignored.
  Result<void> add(std::string_view name, std::string_view value);

  GameRecord record();

 private:
  Result<void> set_size(std::string_view value);
  Result<void> set_up(std::string_view name, std::string_view points);
  Result<void> play(Color color, std::string_view square);
  void start(Color default_mover);

  GameRecord record_;
  std::optional<Game> game_;  ///< From the first move on.
  Bitboard black_ = kStartBoard.own, white_ = kStartBoard.opp;
  bool set_up_ = false;         ///< A disc was set.
  bool squares_named_ = false;  ///< By AB, AW or AE.
  int size_ = 8;
  std::optional<Color> to_move_;
  int number_ = 1;  ///< Of the next move; passes do not count.
};

Result<void> SgfGame::add(std::string_view name, std::string_view value) {
  if (name == "B" || name == "W") return play(name == "B" ? Color::kBlack : Color::kWhite, value);
  if (name == "AB" || name == "AW" || name == "AE") return set_up(name, value);
  if (name == "GM" && parse_int(value) != 2) {
    return sgf_error(fmt::format("game {} is not Othello, GM[2]", quoted(value)));
  }
  if (name == "SZ") return set_size(value);
  if (name == "PB") record_.black = value;
  if (name == "PW") record_.white = value;
  if (name == "RE") record_.result = value;
  if (name == "PL" && !game_) {
    const Result<Color> color = parse_color(value);
    if (!color) return sgf_error("PL: " + color.error().message);
    to_move_ = *color;
  }
  return {};
}

/// The size says what the squares mean, so it comes before them.
Result<void> SgfGame::set_size(std::string_view value) {
  const int size = parse_int(value).value_or(0);
  if (!is_board_size(size)) {
    return sgf_error(fmt::format("board size {} is not 4, 6 or 8", quoted(value)));
  }
  if (size != size_ && (game_ || squares_named_)) {
    return sgf_error(fmt::format("SZ: {} after squares is not supported", quoted(value)));
  }
  size_ = size;
  return {};
}

/// The first disc set takes the four of the start position off the board.
Result<void> SgfGame::set_up(std::string_view name, std::string_view points) {
  if (game_) {
    return sgf_error(fmt::format("{}: {} after a move is not supported", name, quoted(points)));
  }
  const std::optional<Bitboard> set = read_points(points, size_);
  if (!set) {
    return sgf_error(fmt::format("{}: {} is not a square (dc or d3)", name, quoted(points)));
  }
  squares_named_ = true;
  if (name == "AE") {
    black_ &= ~*set;
    white_ &= ~*set;
    return {};
  }
  if (!set_up_) black_ = white_ = 0;
  set_up_ = true;
  (name == "AB" ? black_ : white_) |= *set;
  if ((black_ & white_) != 0) {
    return sgf_error(fmt::format("{}: {} is both black and white", name, quoted(points)));
  }
  return {};
}

void SgfGame::start(Color default_mover) {
  record_.start = make_position(black_, white_, to_move_.value_or(default_mover), size_);
  game_.emplace(record_.start);
}

Result<void> SgfGame::play(Color color, std::string_view square) {
  const bool pass = square.empty() || equal_ignoring_case(square, "tt");
  std::optional<Square> move = pass ? Square::kPass : read_point(square, size_);
  if (!move) {
    // What else parse_square() takes is a pass: "PA", "--".
    const Result<Square> parsed = parse_square(square, size_);
    if (!parsed) {
      return sgf_error(fmt::format("{} is not a move (dc, d3 or empty)", quoted(square)));
    }
    move = *parsed;
  }
  // Without PL, whoever moves first was to move.
  if (!game_) start(color);
  if (const Result<void> played = game_->play(color, *move); !played) {
    return Error{played.error().code,
                 fmt::format("{} at move {}", played.error().message, number_)};
  }
  if (*move != Square::kPass) ++number_;
  return {};
}

GameRecord SgfGame::record() {
  if (!game_) start(Color::kBlack);
  for (const PlayedMove& move : game_->moves()) record_.moves.push_back(move.square);
  return record_;
}

/// Walks the main line. The first child is the main line, so the line goes on through every "("
/// and ends at the first ")": no nesting to keep track of, however deep.
class SgfReader {
 public:
  explicit SgfReader(std::string_view text) : text_(text) {}

  Result<GameRecord> read();

 private:
  bool at_end() const { return at_ >= text_.size(); }
  bool find_game();
  void skip_blanks();
  Result<void> read_property();
  Result<std::string> read_value();

  std::string_view text_;
  std::size_t at_ = 0;
  SgfGame game_;
};

void SgfReader::skip_blanks() {
  while (!at_end() && is_space(text_[at_])) ++at_;
}

/// Goes behind the first "(;". Files may have a greeting in front of it.
bool SgfReader::find_game() {
  while ((at_ = std::min(text_.find('(', at_), text_.size())) < text_.size()) {
    ++at_;
    skip_blanks();
    if (!at_end() && text_[at_] == ';') return true;
  }
  return false;
}

Result<GameRecord> SgfReader::read() {
  if (!find_game()) return sgf_error(fmt::format("{} has no game, (; ... )", quoted(text_)));
  for (skip_blanks(); !at_end(); skip_blanks()) {
    const char c = text_[at_];
    if (c == ')') return game_.record();
    if (c == ';' || c == '(') {
      ++at_;
    } else if (is_letter(c)) {
      if (const Result<void> read = read_property(); !read) return read.error();
    } else {
      return sgf_error(fmt::format("{} is not a property, NAME[value]", quoted(text_.substr(at_))));
    }
  }
  return sgf_error("the text ends inside the game, ')' is missing");
}

/// Reads "NAME[value][value]...". Small letters in a name mean nothing (FF[3]).
Result<void> SgfReader::read_property() {
  const std::size_t start = at_;
  std::string name;
  for (; !at_end() && is_alnum(text_[at_]); ++at_) {
    if (to_lower(text_[at_]) != text_[at_]) name += text_[at_];
  }
  skip_blanks();
  if (at_end() || text_[at_] != '[') {
    return sgf_error(fmt::format("{} has no value, NAME[value]", quoted(text_.substr(start))));
  }
  for (; !at_end() && text_[at_] == '['; skip_blanks()) {
    const Result<std::string> value = read_value();
    if (!value) return value.error();
    if (const Result<void> added = game_.add(name, trim(*value)); !added) return added;
  }
  return {};
}

/// Reads "[value]" as simple text: on one line, without escapes.
Result<std::string> SgfReader::read_value() {
  const std::size_t start = at_++;
  std::string value;
  for (; !at_end(); ++at_) {
    char c = text_[at_];
    if (c == ']') {
      ++at_;
      return value;
    }
    if (c == '\\') {
      if (++at_ == text_.size()) break;
      c = text_[at_];
      if (c == '\r' && text_.substr(at_).starts_with("\r\n")) ++at_;
      if (c == '\r' || c == '\n') continue;  // a line break for the eye only
    }
    value += is_space(c) ? ' ' : c;
  }
  return sgf_error(fmt::format("{} has no ]", quoted(text_.substr(start))));
}

}  // namespace

Result<GameRecord> parse_sgf(std::string_view text) {
  // A file of many games may be long: only the first one counts.
  const Result<GameRecord> record = SgfReader(text.substr(0, kMaxGameText)).read();
  if (!record && text.size() > kMaxGameText) {
    return sgf_error(
        fmt::format("no game in the first {} bytes: {}", kMaxGameText, record.error().message));
  }
  return record;
}

}  // namespace sumi
