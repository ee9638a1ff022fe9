// SPDX-License-Identifier: MIT
/// SGF (https://www.red-bean.com/sgf/), as Othello programs use it.
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace sumi {
namespace {

Error sgf_error(std::string what) { return {ErrorCode::kBadSyntax, "sgf: " + std::move(what)}; }

/// The rank of row "a", the top row. In Othello it is rank 1; Go programs such as GoGui put rank 1
/// at the bottom.
enum class FirstRow { kRank1, kLastRank };

/// "dc" (file and rank as letters), or "d3", which does not depend on the row order.
std::optional<Square> read_point(std::string_view value, int size, FirstRow first_row) {
  if (value.size() != 2) return std::nullopt;
  const int file = to_lower(value[0]) - 'a';
  int rank = is_digit(value[1]) ? value[1] - '1' : to_lower(value[1]) - 'a';
  if (file < 0 || file >= size || rank < 0 || rank >= size) return std::nullopt;
  if (!is_digit(value[1]) && first_row == FirstRow::kLastRank) rank = size - 1 - rank;
  return square_at(file, rank, size);
}

/// A point, or a rectangle of points, "aa:cc".
std::optional<Bitboard> read_points(std::string_view value, int size, FirstRow first_row) {
  const std::size_t colon = std::min(value.find(':'), value.size());
  const auto from = read_point(trim(value.substr(0, colon)), size, first_row);
  const auto to =
      colon < value.size() ? read_point(trim(value.substr(colon + 1)), size, first_row) : from;
  if (!from || !to) return std::nullopt;
  const auto [left, right] = std::minmax({file_of(*from), file_of(*to)});
  const auto [top, bottom] = std::minmax({rank_of(*from), rank_of(*to)});
  Bitboard points = 0;
  for (int rank = top; rank <= bottom; ++rank) {
    for (int file = left; file <= right; ++file) points |= bit(square_at(file, rank));
  }
  return points;
}

struct PropertyText {
  std::string_view name;
  std::string GameRecord::*field;
};
constexpr PropertyText kPropertyTexts[] = {
    {"PB", &GameRecord::black},        {"PW", &GameRecord::white},
    {"BR", &GameRecord::black_rating}, {"WR", &GameRecord::white_rating},
    {"EV", &GameRecord::event},        {"RO", &GameRecord::round},
    {"DT", &GameRecord::date},         {"PC", &GameRecord::place},
    {"RE", &GameRecord::result},
};

/// Prefix of AP in files of GoGui and tools such as gogui-twogtp.
constexpr std::string_view kGoGui = "gogui";

/// Properties of the file; the writer sets its own.
bool is_file_property(std::string_view name) {
  return name == "GM" || name == "FF" || name == "CA" || name == "AP";
}

/// Extras named like a known property are written as XT.
bool is_known_property(std::string_view name) {
  constexpr std::string_view kOthers[] = {"SZ", "AB", "AW", "AE", "PL", "B",
                                          "W",  "C",  "GC", "XT", "V",  "MT"};
  return is_file_property(name) || std::ranges::find(kOthers, name) != std::end(kOthers) ||
         std::ranges::find(kPropertyTexts, name, &PropertyText::name) != std::end(kPropertyTexts);
}

class SgfGame {
 public:
  explicit SgfGame(FirstRow first_row) : first_row_(first_row) {}

  Result<void> add(std::string_view name, std::string_view value);

  /// Call after the last property of a node.
  void end_node();

  /// Call once, after the last end_node().
  GameRecord record();

  /// Evidence for the row order.
  struct Signs {
    bool othello = false;     ///< By GM, an Othello program wrote the file.
    bool gogui = false;       ///< GoGui or one of its tools wrote the file.
    bool set_up = false;      ///< The file sets up a start position.
    bool usual_start = true;  ///< That start position is the usual one.
    std::size_t moves = 0;
  };
  Signs signs() const;

 private:
  Result<void> set_size(std::string_view value);
  Result<void> set_up(std::string_view name, std::string_view points);
  Result<void> set_side(std::string_view side);
  Result<void> play(Color color, std::string_view square);
  void start(Color default_mover);
  void tell(std::string_view name, std::string_view value);

  const FirstRow first_row_;
  bool othello_ = false, gogui_ = false;
  GameRecord record_;
  std::optional<Game> game_;  ///< Set by the first move.
  std::vector<MoveNote> notes_;
  MoveNote node_note_;  ///< Of the current node; the evaluation is Black's.
  Bitboard black_ = kStartBoard.own, white_ = kStartBoard.opp;
  bool set_up_ = false;
  bool squares_named_ = false;  ///< AB, AW or AE named squares.
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
  if (name == "GM") othello_ = true;
  if (name == "AP") gogui_ = to_lower(value.substr(0, kGoGui.size())) == kGoGui;
  if (name == "SZ") return set_size(value);
  if (name == "PL") return set_side(value);
  if (!is_file_property(name)) tell(name, value);
  return {};
}

/// Adds a property on which no other property depends.
void SgfGame::tell(std::string_view name, std::string_view value) {
  std::string text = text_of_file(value);
  const auto known = std::ranges::find(kPropertyTexts, name, &PropertyText::name);
  const std::size_t equals = text.find('=');
  if (known != std::end(kPropertyTexts)) {
    std::ranges::replace(text, '\n', ' ');
    record_.*known->field = text;
  } else if (name == "C") {
    append_comment(node_note_.comment, text);
  } else if (name == "GC") {
    append_comment(record_.comment, text);
  } else if (name == "V" && game_) {
    node_note_.discs = plain_number(text);
  } else if (name == "MT" && game_) {
    node_note_.seconds = plain_number(text);
  } else if (name == "XT" && equals != text.npos) {
    set_by_name(record_, text.substr(0, equals), text.substr(equals + 1));
  } else if (!game_ && !name.empty() && !text.empty()) {
    record_.extra.push_back({std::string(name), text});
  }
}

/// Adds the note to the last move, or to the game before the first move.
void SgfGame::end_node() {
  MoveNote note = std::exchange(node_note_, {});
  if (!game_ || game_->moves().empty()) {
    append_comment(record_.comment, note.comment);
    return;
  }
  const PlayedMove& move = game_->moves().back();
  notes_.resize(game_->moves().size());
  MoveNote& last = notes_.back();
  if (note.discs) last.discs = (move.color == Color::kBlack ? *note.discs : -*note.discs) + 0.0;
  if (note.seconds) last.seconds = note.seconds;
  append_comment(last.comment, note.comment);
}

Result<void> SgfGame::set_side(std::string_view side) {
  if (game_) return {};
  const Result<Color> color = parse_color(side);
  if (!color) return sgf_error("PL: " + color.error().message);
  to_move_ = *color;
  return {};
}

/// Must precede squares, which depend on the size.
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

/// The first disc replaces the start position.
Result<void> SgfGame::set_up(std::string_view name, std::string_view points) {
  if (game_) {
    return sgf_error(fmt::format("{}: {} after a move is not supported", name, quoted(points)));
  }
  const std::optional<Bitboard> set = read_points(points, size_, first_row_);
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
  std::optional<Square> move = pass ? Square::kPass : read_point(square, size_, first_row_);
  if (!move) {
    // parse_square() accepts passes in other forms: "PA", "--".
    const Result<Square> parsed = parse_square(square, size_);
    if (!parsed) {
      return sgf_error(fmt::format("{} is not a move (dc, d3 or empty)", quoted(square)));
    }
    move = *parsed;
  }
  // Without PL, the first player to move is the side to move.
  if (!game_) start(color);
  if (const Result<void> played = game_->play(color, *move); !played) {
    return at_move(played.error(), number_);
  }
  if (*move != Square::kPass) ++number_;
  return {};
}

GameRecord SgfGame::record() {
  if (!game_) start(Color::kBlack);
  set_moves(record_, *game_, notes_);
  return record_;
}

SgfGame::Signs SgfGame::signs() const {
  const Bitboard black = kStartBoard.own, white = kStartBoard.opp;
  return {othello_, gogui_, set_up_, black_ == black && white_ == white,
          game_ ? game_->moves().size() : 0};
}

/// Follows the main line, first children, through every "(" to the first ")".
class SgfReader {
 public:
  SgfReader(std::string_view text, FirstRow first_row) : text_(text), game_(first_row) {}

  Result<GameRecord> read(LegalPrefix legal_prefix);
  SgfGame::Signs signs() const { return game_.signs(); }

 private:
  bool at_end() const { return at_ >= text_.size(); }
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

Result<GameRecord> SgfReader::read(LegalPrefix legal_prefix) {
  const std::optional<GameStart> start = find_sgf_start(text_);
  if (!start) return sgf_error(fmt::format("{} has no game, (; ... )", quoted(text_)));
  at_ = start->end;
  for (skip_blanks(); !at_end(); skip_blanks()) {
    const char c = text_[at_];
    if (c == ')' || c == ';' || c == '(') game_.end_node();
    if (c == ')') return game_.record();
    if (c == ';' || c == '(') {
      ++at_;
    } else if (is_letter(c)) {
      if (const Result<void> read = read_property(); !read) {
        if (read.error().code == ErrorCode::kIllegalMove) *legal_prefix = game_.record();
        return read.error();
      }
    } else {
      return sgf_error(fmt::format("{} is not a property, NAME[value]", quoted(text_.substr(at_))));
    }
  }
  return sgf_error("the text ends inside the game, ')' is missing");
}

/// From the usual start, the first move is legal in one row order only. A set-up position is
/// mirrored with its moves, so both orders are legal: the program that wrote the file decides, else
/// the order with the usual start.
Result<GameRecord> read_in_either_order(std::string_view text, LegalPrefix legal_prefix) {
  SgfReader from_top(text, FirstRow::kRank1);
  std::optional<GameRecord> before_top, before_bottom;
  Result<GameRecord> read = from_top.read(&before_top);
  const SgfGame::Signs top = from_top.signs();
  if (read && !top.set_up) return read;
  SgfReader from_bottom(text, FirstRow::kLastRank);
  Result<GameRecord> mirrored = from_bottom.read(&before_bottom);
  const SgfGame::Signs bottom = from_bottom.signs();
  bool mirror = bottom.moves > top.moves;
  if (top.set_up) mirror = top.gogui || (!top.othello && bottom.usual_start && !top.usual_start);
  if (legal_prefix != nullptr) *legal_prefix = mirror ? before_bottom : before_top;
  return mirror ? mirrored : read;
}

/// NAME[value][value]... Ignores lower-case letters in a name (FF[3]).
Result<void> SgfReader::read_property() {
  const std::size_t start = at_;
  std::string name;
  for (; !at_end() && is_alnum(text_[at_]); ++at_) {
    if (to_lower(text_[at_]) != text_[at_]) name += text_[at_];
  }
  if (name.empty()) {  // without capitals the whole word is the name
    for (const char c : text_.substr(start, at_ - start))
      name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
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

/// Removes escapes and converts line ends to LF.
Result<std::string> SgfReader::read_value() {
  const std::size_t start = at_++;
  std::string value;
  for (; !at_end(); ++at_) {
    char c = text_[at_];
    if (c == ']') {
      ++at_;
      return value;
    }
    const bool escaped = c == '\\';
    if (escaped && ++at_ == text_.size()) break;
    c = text_[at_];
    if (c == '\r' || c == '\n') {
      const std::string_view pair = text_.substr(at_, 2);
      if (pair == "\r\n" || pair == "\n\r") ++at_;
      if (!escaped) value += '\n';  // an escaped line break is not part of the value
    } else {
      value += is_space(c) ? ' ' : c;
    }
  }
  return sgf_error(fmt::format("{} has no ]", quoted(text_.substr(start))));
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == ']' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

/// "dc"
std::string point(Square s, int size) {
  return {static_cast<char>('a' + file_of(s, size)), static_cast<char>('a' + rank_of(s, size))};
}

/// "B+12", "0", or the text itself.
std::string result_text(const std::string& result) {
  const std::optional<double> score = result_score(result);
  if (score && *score == 0) return "0";
  if (score) return (*score > 0 ? "B+" : "W+") + short_number(std::abs(*score));
  if (result == "1-0") return "B+";
  return result == "0-1" ? "W+" : result;
}

class SgfWriter {
 public:
  explicit SgfWriter(const GameRecord& record) : record_(record) {}

  void header();
  void start();
  void moves();
  std::string take() { return std::move(text_) + ")"; }

 private:
  void property(std::string_view name, std::string_view value) {
    if (!value.empty()) fmt::format_to(std::back_inserter(text_), "{}[{}]", name, escaped(value));
  }
  void named(std::string_view name, std::string_view value);
  void extras();
  void points(std::string_view name, Bitboard squares);
  void node(const PlayedMove& move, const MoveNote& note);

  const GameRecord& record_;
  std::string text_ = "(;GM[2]FF[4]CA[UTF-8]AP[Sumi]";
  std::vector<ExtraTag> named_;  ///< To write in XT.
};

void SgfWriter::named(std::string_view name, std::string_view value) {
  if (!value.empty()) named_.push_back({"XT", fmt::format("{}={}", name, value)});
}

void SgfWriter::header() {
  property("SZ", std::to_string(record_.start.size));
  for (const auto& [name, field] : kPropertyTexts) {
    const std::string& value = record_.*field;
    property(name, name == "RE" ? result_text(value) : value);
  }
  property("GC", record_.comment);
  // RE cannot express both the score and how the game ended.
  if (record_.result.find(':') != record_.result.npos) named("Result", record_.result);
  named("BlackClock", record_.black_clock);
  named("WhiteClock", record_.white_clock);
  if (record_.theoretical) named("Theoretical", to_text(*record_.theoretical));
  extras();
}

/// Collects values, because a property may occur only once per node.
void SgfWriter::extras() {
  std::vector<ExtraTag> tags = std::move(named_);
  for (const ExtraTag& tag : record_.extra) {
    const bool property =
        !tag.name.empty() && !is_known_property(tag.name) &&
        std::ranges::all_of(tag.name, [](char c) { return c >= 'A' && c <= 'Z'; });
    tags.push_back(property ? tag : ExtraTag{"XT", tag.name + "=" + tag.value});
  }
  std::ranges::stable_sort(tags, {}, &ExtraTag::name);
  std::string_view last;
  for (const auto& [name, value] : tags) {
    if (name != last) text_ += name;
    last = name;
    text_ += "[" + escaped(value) + "]";
  }
}

void SgfWriter::points(std::string_view name, Bitboard squares) {
  if (squares == 0) return;
  text_ += name;
  for (; squares != 0; squares &= squares - 1) {
    text_ += "[" + point(first_square(squares), record_.start.size) + "]";
  }
}

void SgfWriter::start() {
  const Position& start = record_.start;
  if (start == start_position(start.size)) return;
  const Bitboard black = start.discs(Color::kBlack), white = start.discs(Color::kWhite);
  const Bitboard usual = kStartBoard.own | kStartBoard.opp;
  if ((black | white) == 0) points("AE", usual);
  points("AB", black);
  points("AW", white);
  property("PL", start.to_move == Color::kBlack ? "B" : "W");
}

void SgfWriter::node(const PlayedMove& move, const MoveNote& note) {
  const bool black = move.color == Color::kBlack;
  const bool pass = move.square == Square::kPass;
  text_ += black ? ";B[" : ";W[";
  if (!pass) text_ += point(move.square, record_.start.size);
  text_ += ']';
  if (note.discs) property("V", short_number(black ? *note.discs : -*note.discs));
  if (note.seconds) property("MT", short_number(*note.seconds));
  property("C", note.comment);
}

void SgfWriter::moves() {
  const Game game = record_.replay();
  std::size_t at = 0;
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    const PlayedMove& move = game.moves()[i];
    const MoveNote note = next_note(record_, move, at);
    // The rules imply a pass before a move.
    const bool told = move.square == Square::kPass && i + 1 < game.moves().size() &&
                      game.moves()[i + 1].square != Square::kPass;
    if (!told || note != MoveNote{}) node(move, note);
  }
}

}  // namespace

std::string to_sgf(const GameRecord& game) {
  SgfWriter writer(game);
  writer.header();
  writer.start();
  writer.moves();
  return writer.take();
}

Result<GameRecord> parse_sgf(std::string_view text, LegalPrefix legal_prefix) {
  // Limits the time for a file of many games.
  const Result<GameRecord> record =
      read_in_either_order(text.substr(0, kMaxGameText), legal_prefix);
  if (!record && text.size() > kMaxGameText) {
    return sgf_error(
        fmt::format("no game in the first {} bytes: {}", kMaxGameText, record.error().message));
  }
  return record;
}

constinit const FormatRow kSgfRow{
    {FileFormat::kSgf, "sgf", "sgf", "Quarry, GoGui, Edax and Go editors",
     "Quarry、GoGui、Edax、囲碁の棋譜エディタ", true, true},
    next_by<find_sgf, parse_sgf>,
    write_game<to_sgf>,
    kHoldsAll | kHoldsMoves};

}  // namespace sumi
