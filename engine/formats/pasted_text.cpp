// SPDX-License-Identifier: MIT
/// Each line begins, continues or describes an entry, or is skipped.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/board_text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_text.h"
#include "engine/formats/paste_lines.h"
#include "engine/formats/side_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sumi {
namespace {

/// In bytes. Moves of a longer game are not tested for the next game, so that reading takes linear
/// time.
constexpr std::size_t kLongestGame = 8192;

class PasteReader {
 public:
  PasteReader(std::string_view text, bool complete, const TextOptions& options)
      : text_(text), complete_(complete), options_(options), lines_(text, complete, options.size) {
    if (options.black != '\0') hints_.sign = SignOfColor{options.black, Color::kBlack};
  }

  TextEntry read();

 private:
  using Line = PasteLine;
  struct Side {
    std::string text;
    Color color;
  };

  void look_around(std::string_view words);
  bool read_two_lines(std::size_t i);
  bool read_table(std::size_t i);
  bool read_diagram(std::size_t i);
  bool read_line_board(std::size_t i);
  void read_suffix(const Line& line, std::size_t from);
  bool side_belongs_below(std::size_t i);
  void read_below(std::size_t i);
  void read_moves(std::size_t i);
  void continue_moves(std::size_t i, bool may_wait);
  bool continues(const Line& line);
  std::string moves_from(std::size_t i);
  bool continue_game(const std::vector<Position>& starts, std::string_view moves) const;
  bool belongs_to_board(std::string_view moves);
  bool begins_game(std::size_t i);
  void add_moves(const Line& line);
  void end_behind(const Line& line) { found_.used = line.next; }

  Result<GameRecord> start();
  void finish();
  void finish_moves(GameRecord record);
  TextEntry nothing_found();
  TextEntry wait_for_more();

  const std::string_view text_;
  const bool complete_;
  const TextOptions options_;
  PasteLines lines_;

  TextEntry found_;
  // Parsed, drawn with cells, or two bitboards.
  bool has_board_ = false;
  std::optional<Position> position_;
  bool has_side_ = false;
  std::vector<Cell> cells_;
  int size_ = 8;
  std::optional<LineBoard> bitboards_;
  std::string bitboards_line_;
  std::vector<Side> sides_;
  BoardHints hints_;
  std::string caption_;  ///< Words directly below the board.
  MoveLines moves_{options_.size};
};

TextEntry PasteReader::read() {
  std::size_t frame = 0;  // end of labels or frame above a diagram
  for (std::size_t i = 0; Line* line = lines_.at(i); ++i) {
    bool found = false;
    switch (line->kind) {
      case LineKind::kComment:
        read_hints(line->words, hints_);
        continue;
      case LineKind::kBlank:
      case LineKind::kServerMove:
        continue;
      case LineKind::kFiles:
      case LineKind::kFrame:
        if (frame == 0) frame = i + 1;
        continue;
      case LineKind::kRank:
        found_.begin = lines_[frame > 0 ? frame - 1 : i].begin;
        found = read_diagram(i);
        break;
      case LineKind::kBoard:
        found_.begin = line->begin;
        found = read_line_board(i);
        break;
      case LineKind::kMoves:
        found_.begin = line->begin;
        found = true;
        read_moves(i);
        break;
      case LineKind::kOther:
        found_.begin = line->begin;
        end_behind(*line);
        found_.entry = Error{ErrorCode::kBadSyntax,
                             fmt::format("game: {} is GGF or SGF, in a text of another format",
                                         quoted(line->words))};
        return std::move(found_);
      case LineKind::kTable:
        found_.begin = line->begin;
        found = read_table(i);
        if (!found && !lines_.wait()) continue;
        break;
      case LineKind::kWords:
        found_.begin = line->begin;
        found = read_two_lines(i);
        break;
    }
    if (lines_.wait()) return wait_for_more();
    if (found) {
      finish();
      return std::move(found_);
    }
    frame = 0;
    look_around(lines_[i].words);
    if (sides_.empty() || sides_.back().text != lines_[i].words) {
      if (found_.skipped_lines++ == 0) found_.first_skipped = lines_[i].begin;
    }
  }
  return nothing_found();
}

TextEntry PasteReader::wait_for_more() {
  TextEntry more;
  if (!sides_.empty() || found_.skipped_lines == 0) return more;
  more.used = found_.begin;
  more.skipped_lines = found_.skipped_lines;
  more.first_skipped = found_.first_skipped;
  return more;
}

/// Consumes lines without an entry, unless later text may complete one.
TextEntry PasteReader::nothing_found() {
  constexpr std::size_t kMaxBytesWithoutEntry = 1 << 16;
  // Keep an incomplete line, whatever its length.
  if (!complete_ && (text_.size() < kMaxBytesWithoutEntry || lines_.read().empty())) return {};
  TextEntry nothing;
  nothing.used = lines_.read().empty() ? text_.size() : lines_.read().back().next;
  nothing.skipped_lines = found_.skipped_lines;
  nothing.first_skipped = found_.first_skipped;
  for (const Line& line : lines_.read()) {
    if (line.kind == LineKind::kWords && side_of_line(line.words)) {
      if (nothing.skipped_lines++ == 0) nothing.first_skipped = line.begin;
    }
  }
  return nothing;
}

void PasteReader::look_around(std::string_view words) {
  if (words.empty()) return;
  if (const auto color = side_of_line(words)) sides_.push_back({std::string(words), *color});
  read_hints(words, hints_);
}

/// False if line `i` does not begin an entry on two lines.
bool PasteReader::read_two_lines(std::size_t i) {
  if (lines_[i].words.find("0x") == std::string_view::npos) return false;
  const Line* next = lines_.at(i + 1);
  if (next == nullptr || next->words.find("0x") == std::string_view::npos) return false;
  bitboards_line_ = fmt::format("{} {}", lines_[i].words, next->words);
  auto board = find_line_board(bitboards_line_);
  if (!board || !board->cells.empty()) return false;
  bitboards_ = *board;
  has_board_ = true;
  end_behind(*next);
  read_below(i + 2);
  return true;
}

/// Reads a table from its header at line `i` to a blank line; false if it is not a game.
bool PasteReader::read_table(std::size_t i) {
  Table table = *table_of_head(lines_.raw(lines_[i]));
  std::size_t k = i + 1;
  std::string moves;
  for (; const Line* line = lines_.at(k); ++k) {
    if (line->words.empty()) break;
    const std::vector<std::string_view> cells = table_cells(lines_.raw(*line));
    if (cells.size() <= table.move || line->kind == LineKind::kFrame) continue;
    const auto unquoted = [](std::string_view cell) {
      while (cell.starts_with('"')) cell = cell.substr(1);
      while (cell.ends_with('"')) cell.remove_suffix(1);
      return cell;
    };
    // In "move,player,square", the moves are in "square".
    if (moves.empty() && all_digits(unquoted(cells[table.move]))) {
      const auto square = std::ranges::find_if(
          cells, [&](auto cell) { return find_square(unquoted(cell)).has_value(); });
      if (square == cells.end()) continue;
      table.move = static_cast<std::size_t>(square - cells.begin());
      table.is_game = true;
    }
    const std::string_view move = unquoted(cells[table.move]);
    if (find_square(move)) (moves += move) += '\n';
  }
  if (lines_.wait()) return false;
  // Skip the rest of the report, up to the next diagram.
  while (const Line* line = lines_.at(k)) {
    const bool next = line->kind == LineKind::kFiles || line->kind == LineKind::kRank ||
                      line->kind == LineKind::kBoard || side_of_line(line->words);
    if (next) break;
    ++k;
  }
  if (lines_.wait()) return false;
  for (std::size_t row = i; row < k; ++row) lines_[row].kind = LineKind::kComment;
  if (!table.is_game || moves.empty()) return false;
  moves_.add(moves, {});
  end_behind(lines_[k - 1]);
  return true;
}

/// False if line `i` only looks like a rank.
bool PasteReader::read_diagram(std::size_t i) {
  const std::size_t size = lines_[i].rank->cells.size();
  std::vector<RankLine> ranks;
  std::size_t last = i, gap = 0, first_gap = 0;  // lines between two ranks
  for (std::size_t k = i; ranks.size() < size; ++k) {
    const Line* line = lines_.at(k);
    if (line == nullptr) break;
    if (line->kind == LineKind::kFrame) {
      look_around(trim(line->words.substr(end_of_frame(line->words))));
    }
    if (line->kind == LineKind::kBlank || line->kind == LineKind::kFrame) {
      ++gap;
      continue;
    }
    if (!line->rank || line->rank->cells.size() != size) break;
    // A wider gap separates two diagrams.
    if (ranks.size() == 1) first_gap = gap;
    if (ranks.size() > 1 && gap != first_gap) break;
    gap = 0;
    ranks.push_back(*line->rank);
    last = k;
  }
  if (lines_.wait()) return false;
  constexpr std::size_t kCertain = 3;  // fewer lines may be words
  if (ranks.size() < size && size < 8 && ranks.size() < kCertain) return false;
  has_board_ = true;
  size_ = static_cast<int>(size);
  end_behind(lines_[last]);
  const auto bad = [&](std::string what) {
    found_.entry = Error{ErrorCode::kBadSyntax, std::move(what)};
    return true;
  };
  if (ranks.size() == 1) {
    return bad(fmt::format("position: the diagram has 1 rank of {} squares, need {}", size, size));
  }
  if (ranks.size() < size) {
    return bad(fmt::format("position: the diagram has {} ranks of {} squares, need {}",
                           ranks.size(), size, size));
  }
  const bool downwards = ranks.front().label == size_ && ranks.back().label == 1;
  if (downwards) std::ranges::reverse(ranks);
  for (std::size_t k = 0; k < size; ++k) {
    const int wanted = static_cast<int>(k) + 1;
    if (ranks[k].label != 0 && ranks[k].label != wanted) {
      return bad(fmt::format("position: the diagram has rank {} where rank {} belongs",
                             ranks[k].label, wanted));
    }
    cells_.insert(cells_.end(), ranks[k].cells.begin(), ranks[k].cells.end());
    look_around(ranks[k].rest);
  }
  read_below(last + 1);
  return true;
}

bool PasteReader::read_line_board(std::size_t i) {
  Line& line = lines_[i];
  const auto& leading = line.board;
  has_board_ = true;
  end_behind(line);
  std::size_t end = 0;
  if (leading && *leading) {
    position_ = (*leading)->position;
    size_ = position_->size;
    has_side_ = (*leading)->has_side;
    end = (*leading)->end;
  } else if (auto board = find_line_board(line.words)) {
    look_around(trim(line.words.substr(0, board->begin)));
    size_ = board->size;
    cells_ = board->cells;
    end = board->end;
    if (cells_.empty()) {
      bitboards_ = *board;
      bitboards_line_ = line.words;
    }
  } else {
    found_.entry = leading.error();
    return true;
  }
  const std::string_view behind = line.words.substr(end);
  if (behind.find(';') != behind.npos && behind.find(':') != behind.npos) {
    // In OBF, moves have scores.
    if (auto scored = parse_obf_line(lines_.raw(line));
        scored && *scored && !(*scored)->moves.empty()) {
      found_.entry = FileEntry(std::move(**scored));
      return true;
    }
  }
  read_suffix(line, end);
  if (has_moves(behind)) {
    continue_moves(i + 1, false);
  } else {
    read_below(i + 1);
  }
  return true;
}

void PasteReader::read_suffix(const Line& line, std::size_t from) {
  const std::string_view plain = line.plain.text();
  const auto begin = static_cast<std::size_t>(line.words.data() - plain.data());
  std::string_view words = line.words.substr(from);
  const std::size_t skipped = std::min(words.find_first_not_of(" \t;,|\"')]}"), words.size());
  words.remove_prefix(skipped);
  from += skipped;
  if (!has_side_) {
    const std::string_view word = words.substr(0, words.find_first_of(" \t;,|\"')]}%#"));
    const std::string_view phrase = trim(words.substr(0, words.find_first_of("%#")));
    if (const auto color = find_color(word)) {
      sides_.push_back({std::string(word), *color});
      from += word.size();
    } else if (!has_moves(phrase) && side_of_line(phrase)) {
      look_around(phrase);
      from += phrase.size();
    }
  }
  moves_.add(line.plain.raw(begin + from, plain.size()),
             line.words.substr(std::min(from, line.words.size())));
}

/// True if the side at line `i` belongs to another board below.
bool PasteReader::side_belongs_below(std::size_t i) {
  const bool is_game = std::ranges::any_of(cells_, is_move_number);
  if (is_game) return false;
  if (sides_.empty() && !has_side_ && !hints_.turn) return true;
  const auto parts = [](const Line* line) {
    return line == nullptr || line->kind == LineKind::kBlank || is_rule(line->words);
  };
  if (!parts(&lines_[i - 1])) {
    std::size_t end = i + 1;
    while (lines_.at(end) != nullptr && lines_[end].kind == LineKind::kWords) ++end;
    if (parts(lines_.at(end))) return true;
  }
  for (std::size_t k = i + 1; const Line* line = lines_.at(k); ++k) {
    if (line->kind == LineKind::kRank || line->kind == LineKind::kBoard) return false;
    if (line->kind == LineKind::kMoves) return true;
  }
  return true;
}

/// Reads labels, side and moves. Words directly below the board are its comment; later words are
/// skipped if a side follows.
void PasteReader::read_below(std::size_t i) {
  constexpr std::size_t kMaxLines = 16;
  bool words = false, labels = false, touches = true;
  bool parted = false;  // by a separator: moves below it are another game
  for (std::size_t k = i; k < i + kMaxLines; ++k) {
    Line* line = lines_.at(k);
    if (line == nullptr) return;
    switch (line->kind) {
      case LineKind::kBlank:
        touches = touches && !line->words.empty();
        continue;
      case LineKind::kComment: {
        const std::string_view comment = line->words.substr(
            std::min(line->words.find_first_not_of("#%/* "), line->words.size()));
        if (!side_of_line(comment) || !sides_.empty() || has_side_) return;
        look_around(comment);
        end_behind(*line);
        continue;
      }
      case LineKind::kFrame:
      case LineKind::kFiles: {
        // Labels may belong to the next diagram.
        const Line* next = lines_.at(k + 1);
        if (words || labels || (next != nullptr && next->kind == LineKind::kRank && k > i)) return;
        parted = parted || is_rule(line->words);
        labels = line->kind == LineKind::kFiles;
        end_behind(*line);
        continue;
      }
      case LineKind::kRank:
      case LineKind::kBoard:
      case LineKind::kTable:
      case LineKind::kOther:
        return;
      case LineKind::kServerMove:
      case LineKind::kMoves:
        if (!words && !parted && belongs_to_board(moves_from(k))) read_moves(k);
        return;
      case LineKind::kWords:
        break;
    }
    if (side_of_line(line->words)) {
      if (!side_belongs_below(k)) return;
      look_around(line->words);
      end_behind(*line);
      words = false;
    } else if (touches) {
      look_around(line->words);
      end_behind(*line);
      caption_ += caption_.empty() ? "" : "\n";
      caption_ += line->words;
    } else {
      look_around(line->words);
      words = true;
    }
  }
}

std::string PasteReader::moves_from(std::size_t i) {
  constexpr std::size_t kMaxLines = 128;
  const bool waited = lines_.wait();
  std::string moves;
  for (std::size_t k = i; k < i + kMaxLines; ++k) {
    const Line* line = lines_.at(k);
    const bool continues =
        line != nullptr && (line->kind == LineKind::kMoves || line->kind == LineKind::kServerMove);
    if (!continues) break;
    (moves += line->words) += '\n';
  }
  lines_.set_wait(waited);
  return moves;
}

/// True if the moves continue the game from one of `starts`, or if more of them are legal there
/// than at the start position.
bool PasteReader::continue_game(const std::vector<Position>& starts, std::string_view moves) const {
  std::string comment;
  const std::string before = without_comments(moves_.text(), comment);
  const PlainText plain(before);
  const std::size_t squares = count_squares(moves, options_.size);
  std::size_t most = 0;
  for (const Position& start : starts) {
    MoveReader reader(start, MoveWords::kFreeText);
    if (!reader.read(plain.text())) continue;
    const std::size_t moves_before = reader.game().moves().size();
    const bool legal = reader.read(moves).has_value();
    const std::size_t played = reader.game().moves().size() - moves_before;
    if (legal && played >= squares) return true;
    most = std::max(most, played);
  }
  MoveReader own(start_position(options_.size), MoveWords::kFreeText);
  const bool legal = own.read(moves).has_value();
  const std::size_t played = own.game().moves().size();
  return !(legal && played >= squares) && played <= most;
}

bool PasteReader::belongs_to_board(std::string_view moves) {
  const Result<GameRecord> record = start();
  if (!record) return true;
  if (!record->moves.empty()) return false;  // a diagram of move numbers is a whole game
  std::vector<Position> starts{record->start};
  if (!has_side_ && !hints_.side) starts.push_back(record->start.passed());
  return continue_game(starts, moves);
}

/// True if the moves at line `i`, separated only by a gap from the last moves, begin a game.
bool PasteReader::begins_game(std::size_t i) {
  if (moves_.text().size() > kLongestGame) return false;
  const std::string moves = moves_from(i);
  return has_board_ ? !belongs_to_board(moves)
                    : !continue_game({start_position(options_.size)}, moves);
}

/// By number, as a score sheet, or after a board.
bool PasteReader::continues(const Line& line) {
  if (const auto told = moves_.continues(line.words)) return *told;
  if (moves_.text().size() > kLongestGame) return true;
  return has_board_ ? belongs_to_board(line.words) : moves_.wraps(line.words);
}

void PasteReader::add_moves(const Line& line) {
  std::string_view raw = text_.substr(line.begin, line.end - line.begin);
  if (const std::string_view bar = trim(raw);
      bar.starts_with('|') && bar.find('|', 1) == bar.npos) {
    raw = bar.substr(1);
  }
  moves_.add(raw, line.words);
  end_behind(line);
}

void PasteReader::read_moves(std::size_t i) {
  if (!has_board_) moves_.begin_sheet(lines_[i].words);
  add_moves(lines_[i]);
  continue_moves(i + 1, moves_.is_sheet() || has_board_);
}

/// Waits for input only if moves are numbered, on a score sheet or below a board.
void PasteReader::continue_moves(std::size_t i, bool may_wait) {
  bool gap = false;
  for (std::size_t k = i;; ++k) {
    const bool waited = lines_.wait();
    Line* line = lines_.at(k);
    if (line == nullptr) {
      if (!may_wait && !moves_.numbered()) lines_.set_wait(waited);
      return;
    }
    if (line->kind == LineKind::kBlank || line->kind == LineKind::kComment) {
      gap = true;
      continue;
    }
    const bool pass =
        moves_.is_sheet() && line->kind == LineKind::kWords && !sheet_moves(line->words).empty();
    if (line->kind != LineKind::kMoves && line->kind != LineKind::kServerMove && !pass) return;
    if (!continues(*line) || (gap && begins_game(k))) return;
    gap = false;
    add_moves(*line);
  }
}

Result<GameRecord> PasteReader::start() {
  for (const Side& side : sides_) {
    const bool other = side.color != sides_.front().color;
    if (other || (has_side_ && side.color != position_->to_move)) {
      return Error{
          ErrorCode::kBadSyntax,
          fmt::format("position: {} and {} disagree on who is to move", quoted(side.text),
                      other ? quoted(sides_.front().text) : "the side beside the squares")};
    }
  }
  if (!sides_.empty()) {
    hints_.side = sides_.front().color;
  } else if (hints_.turn && hints_.sign && !is_letter(hints_.sign->sign)) {
    hints_.side = *hints_.turn == hints_.sign->sign ? hints_.sign->color : !hints_.sign->color;
  }
  if (bitboards_) return board_of_bitboards(*bitboards_, bitboards_line_, hints_);
  if (!position_) return board_of_cells(cells_, size_, hints_);
  GameRecord record;
  record.start = *position_;
  if (!has_centre(record.start)) return no_centre(record.start);
  if (hints_.side && *hints_.side != record.start.to_move) record.start = record.start.passed();
  return record;
}

void PasteReader::finish() {
  if (found_.entry) return;  // an error
  if (!has_board_) {
    GameRecord record;
    record.start = start_position(options_.size);
    return finish_moves(std::move(record));
  }
  Result<GameRecord> record = start();
  if (!record) {
    found_.entry = record.error();
    return;
  }
  finish_moves(std::move(*record));
}

void PasteReader::finish_moves(GameRecord record) {
  std::string comment;
  const std::string raw = without_comments(moves_.text(), comment);
  const PlainText plain_text(raw);
  std::string plain = with_moves_of_addresses(plain_text.text(), record.start.size);
  const bool same = plain == plain_text.text();
  std::string sorted = in_number_order(plain);
  const bool ordered = sorted == plain;

  const bool side_known = has_side_ || hints_.side || !has_board_ || !record.moves.empty() ||
                          record.start.board == kStartBoard;
  MoveReader reader(record.start, MoveWords::kFreeText);
  Result<void> read = reader.read(sorted);
  bool assumed = !side_known;
  if (!side_known) {
    // Choose the side for which the moves are legal, if only one.
    MoveReader other(record.start.passed(), MoveWords::kFreeText);
    const bool white = other.read(sorted).has_value() && !other.game().moves().empty();
    assumed = white ? read.has_value() : reader.game().moves().empty();
    if (white && !read) {
      assumed = false;
      record.start = record.start.passed();
      reader = std::move(other);
      read = {};
    }
  }
  if (record.moves.empty()) {
    for (const PlayedMove& move : reader.game().moves()) record.moves.push_back(move.square);
  }
  record.result = reader.result();
  if (read && !has_board_ && record.moves.empty()) {
    read = Error{ErrorCode::kBadSyntax, fmt::format("game: {} has no move", quoted(trim(raw)))};
  }
  if (!read) {
    found_.entry = read.error();
    if (read.error().code == ErrorCode::kIllegalMove) found_.legal_prefix = std::move(record);
    return;
  }
  const std::string_view rest = reader.rest();
  if (!rest.empty()) {
    std::string_view words = rest;
    if (same && ordered) {
      const auto at = static_cast<std::size_t>(rest.data() - sorted.data());
      words = plain_text.raw(at, at + rest.size());
    }
    std::string ascii;
    record.comment = with_ascii_width(words, ascii);
    found_.warnings.push_back(fmt::format("{} after the {} is read as a comment",
                                          quoted(record.comment),
                                          record.moves.empty() ? "board" : "moves"));
  }
  if (!caption_.empty()) {
    found_.warnings.push_back(
        fmt::format("{} below the board is read as a comment", quoted(caption_)));
    append_comment(record.comment, caption_);
  }
  if (!reader.remarks().empty()) {
    found_.warnings.push_back(
        fmt::format("{} between the moves is read as a comment", quoted(reader.remarks())));
    append_comment(record.comment, reader.remarks());
  }
  append_comment(record.comment, comment);
  if (assumed) found_.warnings.emplace_back(kAssumedSide);
  if (!record.moves.empty()) {
    found_.entry = FileEntry(std::move(record));
    return;
  }
  ObfLine line;
  line.position = record.start;
  line.comment = record.comment;
  if (!record.result.empty()) {
    append_comment(line.comment, record.result);
    found_.warnings.push_back(fmt::format(
        "the result {} of a board without moves is read as a comment", quoted(record.result)));
  }
  found_.entry = FileEntry(std::move(line));
}

}  // namespace

TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options) {
  return PasteReader(text, complete, options).read();
}

constinit const FormatRow kBoardRow{
    {FileFormat::kBoard, "board", "brd",
     "64 squares and a side per line; also diagrams, such as those of GGS",
     "1行に64マスと手番、GGSなどの盤面図も", false, true},
    read_pasted,
    write_position<to_text>};

}  // namespace sumi
