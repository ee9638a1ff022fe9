// SPDX-License-Identifier: MIT
/// Looks at one line after the other: it begins an entry, continues it, says something of it, or is
/// lost.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/board_text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_text.h"
#include "engine/formats/pasted_text.h"
#include "engine/formats/plain_text.h"
#include "engine/formats/side_text.h"
#include "engine/formats/web_address.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>

namespace sumi {
namespace {

constexpr std::size_t kMaxLook = 4096;  // a longer line is no rank and says nothing of the side

/// A file letter and a rank digit, at the beginning of `text`.
bool begins_with_square(std::string_view text) {
  return text.size() >= 2 && to_lower(text[0]) >= 'a' && to_lower(text[0]) <= 'h' &&
         text[1] >= '1' && text[1] <= '8';
}

/// True if a word of the line begins like a move, or means one in another way ("5f", "Xf5").
bool has_moves(std::string_view line) {
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    // A number and a point may be glued to the move: "1.f5".
    if (!in_word && begins_with_square(line.substr(at))) return true;
    if (is_alnum(line[at]) && (at == 0 || !is_alnum(line[at - 1]))) {
      std::size_t end = at;
      while (end < line.size() && (is_alnum(line[end]) || line[end] == '@')) ++end;
      if (end - at <= 4 && square_of_word(line.substr(at, end - at))) return true;
    }
    in_word = is_letter(line[at]) || (in_word && is_digit(line[at]));
  }
  return false;
}

/// "f5" or "--" alone: what a cell of a score sheet holds.
bool is_lone_move(std::string_view word) { return parse_square(word).has_value(); }

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

/// The numbers in a line of numbered moves.
struct Numbers {
  int first = 0, last = 0;  ///< 0: there is no number.
  int moves_behind = 0;     ///< Moves behind the last number.
};

Numbers numbers_of(std::string_view line) {
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

/// A line of a score sheet: one move, or Black's and White's. Names, colours, numbers and clocks
/// may be in front of a move, and numbers behind it. Empty for any other line: glued moves are
/// games, as in lists of openings.
std::vector<Square> sheet_moves(std::string_view line) {
  constexpr std::size_t kColumns = 2;
  std::vector<Square> moves;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    const auto is_word = [&](char c) { return is_alnum(c) || c == '@'; };
    while (end < line.size() && is_word(line[end])) ++end;
    if (line.substr(at, 2) == "--") end = at + 2;
    const std::string_view word = line.substr(at, end - at);
    at = std::max(end, at + 1);
    if (word.empty()) continue;
    const Result<Square> square = parse_square(word);
    const std::optional<Square> turned = square_of_word(word);
    if (square || turned) {
      moves.push_back(square ? *square : *turned);
    } else if (begins_with_square(word) ||
               (!moves.empty() && !all_digits(word) && !parse_color(word))) {
      return {};
    }
  }
  return moves.size() <= kColumns ? moves : std::vector<Square>();
}

/// Plays what is legal; nothing if something is not.
std::optional<Game> played(Game game, const std::vector<Square>& moves) {
  for (const Square square : moves) {
    if (!game.play(square)) return std::nullopt;
  }
  return game;
}

/// The moves of a line fit here.
bool fits(const Position& start, std::string_view line) {
  MoveReader reader(start, MoveWords::kFreeText);
  return reader.read(line).has_value() && !reader.game().moves().empty();
}

/// The first moves of the line begin a game: a few, as lists of openings have many lines.
bool begins_game(std::string_view line, int size) {
  constexpr std::size_t kBytesOfFewMoves = 6;
  const std::size_t end = std::min(line.find_first_of(" \t,;"), line.size());
  const bool glued = end >= kBytesOfFewMoves && begins_with_square(line);
  return fits(start_position(size), glued ? line.substr(0, kBytesOfFewMoves) : line);
}

/// "12: F5//1.50"
bool is_ggs_move(std::string_view line) {
  const std::string_view number = take_until(line, ':');
  return parse_count(number).has_value() && !trim(line).empty() && is_letter(trim(line)[0]);
}

/// True for the line over the columns of a score sheet.
bool is_sheet_header(std::string_view line) {
  constexpr std::string_view kHeads[] = {"black", "white", "move", "moves", "no", "no.", "#", "手"};
  int words = 0;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t,;|"), line.size());
    const std::string word = to_lower(line.substr(0, end));
    if (end > 0 && std::ranges::find(kHeads, word) == std::end(kHeads)) return false;
    words += end > 0;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words > 1;
}

/// The moves of a score sheet with two columns of numbers side by side ("1 f5 31 b2", below it
/// "2 d6 32 c1") in the order of the numbers; `text` itself if it is anything else.
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
    if (!number || !parse_square(word)) return text;
    ordered = ordered && (moves.empty() || *number > moves.rbegin()->first);
    if (!moves.emplace(*number, word).second) return text;
  }
  if (ordered) return text;
  std::string sorted;
  for (const auto& [number, move] : moves) sorted += fmt::format("{}. {} ", number, move);
  return sorted;
}

/// The sign at `mark`, # or %, begins a comment: it is no part of a web address or a percentage,
/// and no number in front of the moves of a line, "game #3".
bool begins_comment(std::string_view line, std::size_t mark) {
  const std::string_view front = line.substr(0, mark);
  if (line[mark] == '#' && mark + 1 < line.size() && is_digit(line[mark + 1]) &&
      !has_moves(front)) {
    return false;
  }
  if (line[mark] == '%' && mark > 0 && is_digit(line[mark - 1])) return false;  // "45%"
  const std::size_t blank = front.find_last_of(" \t");
  const std::string_view word = front.substr(blank == front.npos ? 0 : blank + 1);
  return word.find("://") == word.npos && word.find("www.") == word.npos;
}

/// Strips # and % comments from each line and appends them to `comment`.
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

/// One sign again and again: a rule between parts of a text.
bool is_rule(std::string_view line) {
  return line.size() > 8 && std::string_view("-=_*~.+#").find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == line.npos;
}

/// The columns of a table of moves, told by its head.
struct Table {
  std::size_t move = 0;  ///< The column of the move.
  bool is_game = false;  ///< It has move numbers: the rows are a game; else moves to choose from.
};

std::vector<std::string_view> table_cells(std::string_view line) {
  const bool bars = line.find_first_of("|,\t") != line.npos;
  std::vector<std::string_view> cells;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(bars ? "|,\t" : " "), line.size());
    const std::string_view cell = trim(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
    if (!cell.empty()) cells.push_back(cell);
  }
  return cells;
}

/// "#  side  move  before  after ...", "move  score  depth ...", "ply,colour,move", in Japanese
/// too.
std::optional<Table> table_of_head(std::string_view line) {
  Table table;
  bool has_move = false;
  const std::vector<std::string_view> cells = table_cells(line);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string cell = to_lower(cells[i]);
    std::erase(cell, '"');
    if (!cell.empty() && is_digit(cell[0])) return std::nullopt;
    if (!has_move && (cell == "move" || cell == "\u7740\u624B")) {
      has_move = true;
      table.move = i;
    }
    table.is_game = table.is_game || cell == "#" || cell == "no" || cell == "no." ||
                    cell == "ply" || cell == "n";
  }
  if (!has_move || cells.size() < 2 || side_of_line(line)) return std::nullopt;
  return table;
}

/// The words of a plain line as a rank may have them: colours written out are discs.
std::string rank_words(std::string_view words) {
  std::string text(words);
  for (const auto& [word, sign] : {std::pair{" black ", "X"},
                                   {" white ", "O"},
                                   {"black ", "X"},
                                   {"white ", "O"},
                                   {" black", "X"},
                                   {" white", "O"},
                                   {"\u7A7A", "."}}) {
    for (std::size_t at; (at = text.find(word)) != text.npos;) {
      text.replace(at, std::string_view(word).size(), sign);
    }
  }
  return text;
}

bool is_not_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// Four words or more in front of a move or two: a sentence that names moves, no game.
bool is_prose(std::string_view line) {
  constexpr int kWordsOfSentence = 4;
  constexpr std::size_t kBytesOfWord = 6;  // of Japanese text, which has no blanks
  int words = 0, moves = 0;
  std::size_t other = 0;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_alnum(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    if (word.empty()) {
      other += moves == 0 && is_not_ascii(line[at]);
      if (moves == 0 && line[at] == ':') words = 0, other = 0;
      at = end + 1;
      continue;
    }
    if (begins_with_square(word) || square_of_word(word)) {
      moves += static_cast<int>(word.size() / 2);
    } else if (moves == 0 && word.size() > 1 && !is_digit(word[0]) && !parse_color(word)) {
      ++words;
    }
    at = end;
  }
  constexpr int kFewMoves = 2;
  return moves <= kFewMoves && line.find("://") == line.npos &&
         words + static_cast<int>(other / kBytesOfWord) >= kWordsOfSentence;
}

/// What a line is by itself.
enum class LineKind {
  kWords,  ///< Nothing that is known: perhaps the side to move.
  kBlank,
  kComment,  ///< Also what a server says between games, and the head of a score sheet.
  kFiles,    ///< File labels of a diagram.
  kFrame,
  kRank,
  kBoard,  ///< Squares of a whole board.
  kMoves,
  kTable,       ///< The head of a table of moves.
  kOther,       ///< A game of GGF or SGF.
  kServerMove,  ///< A move line of GGS.
};

class PasteReader {
 public:
  PasteReader(std::string_view text, bool complete, const TextOptions& options)
      : text_(text), complete_(complete), options_(options) {
    if (options.black != '\0') hints_.sign = SignOfColor{options.black, Color::kBlack};
  }

  TextEntry read();

 private:
  struct Line {
    std::size_t begin, end, next;  ///< In the text: the line, and where the next one begins.
    PlainText plain;
    std::string_view words;  ///< Of `plain`, without blanks around, GGS's bar and a mail's >.
    LineKind kind;
    std::optional<RankLine> rank = std::nullopt;
    std::string rank_text{};  ///< What `rank` was read from, if not from `words`.
  };
  /// A text that says who is to move.
  struct Side {
    std::string text;
    Color color;
  };

  Line* line_at(std::size_t i);
  std::string_view raw(const Line& line) const {
    return trim(text_.substr(line.begin, line.end - line.begin));
  }
  LineKind kind_of(Line& line, bool server) const;

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
  bool goes_on(const Line& line);
  bool sheet_goes_on(const std::vector<Square>& now);
  bool belongs_to_board(const Line& line);
  bool wraps(const Line& line) const;
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
  std::deque<Line> lines_;
  bool waits_ = false;  ///< A line was wanted that has not come yet.

  TextEntry found_;
  // The board: read, or drawn by cells, or by two bitboards.
  bool has_board_ = false;
  std::optional<Position> position_;
  bool side_told_ = false;  ///< position_ says who is to move.
  std::vector<Cell> cells_;
  int size_ = 8;
  std::optional<LineBoard> bitboards_;
  std::string bitboards_line_;
  std::vector<Side> sides_;
  BoardHints hints_;
  std::string caption_;  ///< Words that touch the board from below.
  // The moves.
  std::string moves_;  ///< Raw lines.
  Numbers numbers_;
  std::optional<Game> sheet_;  ///< The game of a score sheet so far, up to its first illegal move.
  int sheet_lines_ = 0;
};

/// Line `i`; null if there is none, or if it may not be whole yet.
PasteReader::Line* PasteReader::line_at(std::size_t i) {
  while (lines_.size() <= i) {
    const std::size_t begin = lines_.empty() ? 0 : lines_.back().next;
    if (begin >= text_.size() && (complete_ || !lines_.empty() || text_.empty())) {
      waits_ = waits_ || !complete_;
      return nullptr;
    }
    std::size_t end = text_.find_first_of("\r\n", begin);
    if (end == text_.npos && !complete_) {
      waits_ = true;
      return nullptr;
    }
    end = std::min(end, text_.size());
    const bool crlf = text_.substr(end, 2) == "\r\n";
    const std::string_view raw = text_.substr(begin, std::min(end - begin, kMaxLook));
    lines_.push_back(
        {begin, end, std::min(end + (crlf ? 2 : 1), text_.size()), PlainText(raw), {}, {}});
    Line& line = lines_.back();
    line.words = trim(line.plain.text());
    while (line.words.starts_with('>')) line.words = trim(line.words.substr(1));
    const bool server = line.words.starts_with('|') && line.words.find('|', 1) == line.words.npos;
    if (server) line.words = trim(line.words.substr(1));
    line.kind = kind_of(line, server);
  }
  return &lines_[i];
}

LineKind PasteReader::kind_of(Line& line, bool server) const {
  const std::string_view words = line.words;
  const auto is_sign = [](char c) { return !is_alnum(c) && static_cast<unsigned char>(c) < 0x80; };
  if (words.empty()) return LineKind::kBlank;
  if (words.find("(;GM[") != words.npos || words.find("(;FF[") != words.npos) {
    return LineKind::kOther;
  }
  // Players of GGS have their clocks in brackets, and may have names that look like discs.
  if (words.starts_with("/os:") || words == "READY" || (server && words.find('(') != words.npos)) {
    return LineKind::kComment;
  }
  if (server && is_ggs_move(words)) return LineKind::kServerMove;
  if (begins_with_square(words)) return LineKind::kMoves;
  if (is_file_line(words)) return LineKind::kFiles;
  const bool one_sign = words.find_first_not_of(words[0]) == words.npos;
  if (words[0] == '%' || (words[0] == '#' && (one_sign || !read_rank_line(words)))) {
    return table_of_head(raw(line)) ? LineKind::kTable : LineKind::kComment;
  }
  if (is_rule(words) || end_of_frame(words) > 0) return LineKind::kFrame;
  const auto board = parse_leading_position(words, options_.size);
  const bool has_discs =
      board && *board && ((*board)->position.board.own | (*board)->position.board.opp) != 0;
  if (has_discs || find_line_board(words)) return LineKind::kBoard;
  line.rank = read_rank_line(words);
  if (!line.rank &&
      std::ranges::any_of(text_.substr(line.begin, line.end - line.begin), is_not_ascii)) {
    line.rank_text = rank_words(words);
    const auto is_sign_cell = [](Cell cell) { return cell < 128; };
    if (line.rank_text != words) line.rank = read_rank_line(line.rank_text);
    if (line.rank && !std::ranges::all_of(line.rank->cells, is_sign_cell)) line.rank.reset();
  }
  if (line.rank) return LineKind::kRank;
  if (side_of_line(words)) return LineKind::kWords;
  if (std::ranges::all_of(words, is_sign)) {
    return words == "--" ? LineKind::kWords : LineKind::kBlank;
  }
  if (!board || *board) return LineKind::kBoard;
  if (table_of_head(raw(line))) return LineKind::kTable;
  if (has_moves(words)) return is_prose(words) ? LineKind::kWords : LineKind::kMoves;
  return server || is_sheet_header(words) ? LineKind::kComment : LineKind::kWords;
}

TextEntry PasteReader::read() {
  std::size_t frame = 0;  // behind the first line of the labels or the frame above a diagram
  for (std::size_t i = 0; Line* line = line_at(i); ++i) {
    bool found = false;
    switch (line->kind) {
      case LineKind::kComment:
        read_hints(line->words, hints_.sign, hints_.counts);
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
        if (!found && !(waits_ && !complete_)) continue;
        break;
      case LineKind::kWords:
        found_.begin = line->begin;
        found = read_two_lines(i);
        break;
    }
    if (waits_ && !complete_) return wait_for_more();
    if (found) {
      finish();
      return std::move(found_);
    }
    frame = 0;
    look_around(lines_[i].words);
    if (sides_.empty() || sides_.back().text != lines_[i].words) {
      if (found_.lines_lost++ == 0) found_.first_lost = lines_[i].begin;
    }
  }
  return nothing_found();
}

/// The entry needs more text. Lines before it that say nothing of it are done with.
TextEntry PasteReader::wait_for_more() {
  TextEntry more;
  if (!sides_.empty() || found_.lines_lost == 0) return more;
  more.used = found_.begin;
  more.lines_lost = found_.lines_lost;
  more.first_lost = found_.first_lost;
  return more;
}

/// Lines without an entry are done with, if no more can come that they belong to.
TextEntry PasteReader::nothing_found() {
  constexpr std::size_t kMostWithoutEntry = 1 << 16;
  if (!complete_ && text_.size() < kMostWithoutEntry) return {};
  TextEntry nothing;
  nothing.used = lines_.empty() ? text_.size() : lines_.back().next;
  nothing.lines_lost = found_.lines_lost;
  nothing.first_lost = found_.first_lost;
  for (const Line& line : lines_) {
    if (line.kind == LineKind::kWords && side_of_line(line.words)) {
      if (nothing.lines_lost++ == 0) nothing.first_lost = line.begin;
    }
  }
  return nothing;
}

/// Takes what a text beside a board says of the side to move, of the signs and of the discs.
void PasteReader::look_around(std::string_view words) {
  if (words.empty()) return;
  if (const auto color = side_of_line(words)) sides_.push_back({std::string(words), *color});
  read_hints(words, hints_.sign, hints_.counts);
}

/// Reads two bitboards on two lines. False: line `i` is something else.
bool PasteReader::read_two_lines(std::size_t i) {
  if (lines_[i].words.find("0x") == std::string_view::npos) return false;
  const Line* next = line_at(i + 1);
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

/// Reads a table of moves from its head at line `i` on, up to a blank line. False: it is no game.
bool PasteReader::read_table(std::size_t i) {
  const Table table = *table_of_head(raw(lines_[i]));
  std::size_t k = i + 1;
  std::string moves;
  for (; const Line* line = line_at(k); ++k) {
    if (line->words.empty()) break;
    const std::vector<std::string_view> cells = table_cells(raw(*line));
    if (cells.size() <= table.move || line->kind == LineKind::kFrame) continue;
    std::string_view move = cells[table.move];
    while (move.starts_with('"')) move = move.substr(1);
    while (move.ends_with('"')) move.remove_suffix(1);
    if (parse_square(move)) (moves += move) += '\n';
  }
  if (waits_ && !complete_) return false;
  // What a report says of the moves follows them; it ends where a diagram begins.
  while (const Line* line = line_at(k)) {
    const bool next = line->kind == LineKind::kFiles || line->kind == LineKind::kRank ||
                      line->kind == LineKind::kBoard || side_of_line(line->words);
    if (next) break;
    ++k;
  }
  if (waits_ && !complete_) return false;
  for (std::size_t row = i; row < k; ++row) lines_[row].kind = LineKind::kComment;
  if (!table.is_game || moves.empty()) return false;
  moves_ = moves;
  end_behind(lines_[k - 1]);
  return true;
}

/// Reads the ranks of a diagram from line `i` on. False: a line that only looks like a rank.
bool PasteReader::read_diagram(std::size_t i) {
  const std::size_t size = lines_[i].rank->cells.size();
  std::vector<RankLine> ranks;
  std::size_t last = i;
  for (std::size_t k = i; ranks.size() < size; ++k) {
    const Line* line = line_at(k);
    if (line == nullptr) break;
    if (line->kind == LineKind::kFrame) {
      look_around(trim(line->words.substr(end_of_frame(line->words))));
    }
    if (line->kind == LineKind::kBlank || line->kind == LineKind::kFrame) continue;
    if (!line->rank || line->rank->cells.size() != size) break;
    ranks.push_back(*line->rank);
    last = k;
  }
  if (waits_ && !complete_) return false;
  constexpr std::size_t kCertain = 3;  // so many lines of a small board are no words
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

/// Reads a line with a whole board and the text after it.
bool PasteReader::read_line_board(std::size_t i) {
  Line& line = lines_[i];
  const auto leading = parse_leading_position(line.words, options_.size);
  has_board_ = true;
  end_behind(line);
  std::size_t end = 0;
  if (leading && *leading) {
    position_ = (*leading)->position;
    size_ = position_->size;
    side_told_ = (*leading)->side_told;
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
    // A line of OBF: the moves have scores.
    if (auto scored = parse_obf_line(raw(line)); scored && *scored && !(*scored)->moves.empty()) {
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

/// The text behind a board on its line: the side, moves, a comment.
void PasteReader::read_suffix(const Line& line, std::size_t from) {
  const std::string_view plain = line.plain.text();
  const auto begin = static_cast<std::size_t>(line.words.data() - plain.data());
  std::string_view words = line.words.substr(from);
  const std::size_t skipped = std::min(words.find_first_not_of(" \t;,|\"')]}"), words.size());
  words.remove_prefix(skipped);
  from += skipped;
  if (!side_told_) {
    const std::string_view word = words.substr(0, words.find_first_of(" \t;,|\"')]}%#"));
    const std::string_view phrase = trim(words.substr(0, words.find_first_of("%#")));
    if (parse_color(word)) {
      sides_.push_back({std::string(word), *parse_color(word)});
      from += word.size();
    } else if (!has_moves(phrase) && side_of_line(phrase)) {
      look_around(phrase);
      from += phrase.size();
    }
  }
  moves_ = line.plain.raw(begin + from, plain.size());
  moves_ += '\n';
  numbers_ = numbers_of(line.words.substr(std::min(from, line.words.size())));
}

/// Whether a line about the side, at `i` below a board, is the board's, not that of another board
/// further down.
bool PasteReader::side_belongs_below(std::size_t i) {
  if (sides_.empty() && !side_told_) return true;
  const auto parts = [](const Line* line) {
    return line == nullptr || line->kind == LineKind::kBlank || is_rule(line->words);
  };
  if (!parts(&lines_[i - 1]) && parts(line_at(i + 1))) return true;
  for (std::size_t k = i + 1; const Line* line = line_at(k); ++k) {
    if (line->kind == LineKind::kRank || line->kind == LineKind::kBoard) return false;
    if (line->kind == LineKind::kMoves) return true;
  }
  return true;
}

/// Takes what follows a board: labels, the side, moves. Words that touch the board are its comment;
/// others between cost nothing if a side follows.
void PasteReader::read_below(std::size_t i) {
  constexpr std::size_t kMostLines = 16;
  bool words = false, labels = false, touches = true;
  bool parted = false;  // by a rule: moves below it are another game
  for (std::size_t k = i; k < i + kMostLines; ++k) {
    Line* line = line_at(k);
    if (line == nullptr) return;
    switch (line->kind) {
      case LineKind::kBlank:
        touches = touches && !line->words.empty();
        continue;
      case LineKind::kComment: {
        const std::string_view comment = line->words.substr(
            std::min(line->words.find_first_not_of("#%/* "), line->words.size()));
        if (!side_of_line(comment) || !sides_.empty() || side_told_) return;
        look_around(comment);
        end_behind(*line);
        continue;
      }
      case LineKind::kFrame:
      case LineKind::kFiles: {
        // Labels may also be above the next diagram.
        const Line* next = line_at(k + 1);
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
        if (!words && !parted && belongs_to_board(*line)) read_moves(k);
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

/// Plays on down a score sheet. No first move of a game is a legal reply to one, so the second line
/// of a sheet of one column tells for certain; with two columns a line that can be either goes on.
/// Further down only what can be nothing else begins a new game.
bool PasteReader::sheet_goes_on(const std::vector<Square>& now) {
  std::optional<Game> longer = played(*sheet_, now);
  const bool legal = longer.has_value();
  if (legal) sheet_ = std::move(longer);
  const bool goes_on = legal || (sheet_lines_ > 1 && !played(Game(), now));
  sheet_lines_ += goes_on;
  return goes_on;
}

/// The moves of the line can be made on the board, after those that were read; or they begin no
/// game either, and are a mistake.
bool PasteReader::belongs_to_board(const Line& line) {
  const Result<GameRecord> record = start();
  if (!record) return true;
  if (!record->moves.empty()) return false;  // a diagram of move numbers is a whole game
  std::string comment;
  const std::string before = without_comments(moves_, comment);
  const PlainText plain(before);
  for (const Position& position : {record->start, record->start.passed()}) {
    MoveReader reader(position, MoveWords::kFreeText);
    if (reader.read(plain.text()) && reader.read(line.words)) return true;
    if (side_told_ || hints_.side) break;
  }
  return !fits(start_position(size_), line.words);
}

/// The moves of the line continue those before it, and begin no game.
bool PasteReader::wraps(const Line& line) const {
  if (begins_game(line.words, options_.size)) return false;
  std::string comment;
  const std::string before = without_comments(moves_, comment);
  MoveReader reader(start_position(options_.size), MoveWords::kFreeText);
  const PlainText plain(before);
  return reader.read(plain.text()) && reader.read(line.words);
}

/// Moves go on after a board, after numbered moves where the numbers do, and down a score sheet.
bool PasteReader::goes_on(const Line& line) {
  const Numbers now = numbers_of(line.words);
  const std::vector<Square> sheet = now.last == 0 ? sheet_moves(line.words) : std::vector<Square>();
  if (sheet_ && !sheet.empty() && sheet_goes_on(sheet)) return true;
  const bool numbered = numbers_.last > 0 && numbers_.moves_behind <= 2;
  // Columns of numbers side by side, "1 f5 31 b2": both go on.
  const bool columns = numbered && numbers_.last > numbers_.first + 1 &&
                       now.first == numbers_.first + 1 &&
                       (now.last == numbers_.last + 1 || now.last == now.first);
  if (columns || (numbered && now.first == numbers_.last + 1)) return true;
  if (numbered && numbers_.moves_behind == 1 && now.first == 0 && now.last == 0) return true;
  if (now.last != 0) return false;
  if (has_board_) return belongs_to_board(line);
  return numbers_.last == 0 && !sheet_ && wraps(line);
}

void PasteReader::add_moves(const Line& line) {
  const Numbers now = numbers_of(line.words);
  if (now.last > 0) {
    numbers_ = now;
  } else {
    numbers_.moves_behind += now.moves_behind;
  }
  std::string_view raw = text_.substr(line.begin, line.end - line.begin);
  if (const std::string_view bar = trim(raw);
      bar.starts_with('|') && bar.find('|', 1) == bar.npos) {
    raw = bar.substr(1);
  }
  moves_ += raw;
  moves_ += '\n';
  end_behind(line);
}

/// Reads the moves from line `i` on.
void PasteReader::read_moves(std::size_t i) {
  if (!has_board_) {
    const std::vector<Square> sheet = numbers_of(lines_[i].words).last == 0
                                          ? sheet_moves(lines_[i].words)
                                          : std::vector<Square>();
    if (!sheet.empty()) {
      sheet_ = played(Game(start_position(options_.size)), sheet);
      sheet_lines_ = 1;
    }
  }
  add_moves(lines_[i]);
  continue_moves(i + 1, sheet_ || has_board_);
}

/// Without numbers no line goes on with moves, unless it is one of a score sheet, is below a board
/// or is there already: one typed into a pipe does not wait for it.
void PasteReader::continue_moves(std::size_t i, bool may_wait) {
  for (std::size_t k = i;; ++k) {
    const bool waited = waits_;
    Line* line = line_at(k);
    if (line == nullptr) {
      if (!may_wait && numbers_.last == 0) waits_ = waited;
      return;
    }
    if (line->kind == LineKind::kBlank || line->kind == LineKind::kComment) continue;
    const bool pass = sheet_ && line->kind == LineKind::kWords && !sheet_moves(line->words).empty();
    if (line->kind != LineKind::kMoves && line->kind != LineKind::kServerMove && !pass) return;
    if (!goes_on(*line)) return;
    add_moves(*line);
  }
}

/// The start of the game: the board with the side that the text tells.
Result<GameRecord> PasteReader::start() {
  for (const Side& side : sides_) {
    const bool other = side.color != sides_.front().color;
    if (other || (side_told_ && side.color != position_->to_move)) {
      return Error{
          ErrorCode::kBadSyntax,
          fmt::format("position: {} and {} disagree on who is to move", quoted(side.text),
                      other ? quoted(sides_.front().text) : "the side beside the squares")};
    }
  }
  if (!sides_.empty()) hints_.side = sides_.front().color;
  if (bitboards_) return board_of_bitboards(*bitboards_, bitboards_line_, hints_);
  if (!position_) return board_of_cells(cells_, size_, hints_);
  GameRecord record;
  record.start = *position_;
  const Bitboard taken = record.start.board.own | record.start.board.opp;
  const Bitboard centre = kStartBoard.own | kStartBoard.opp;
  if (taken == 0 || (size_ < 8 && (taken & centre) != centre)) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("position: the {} squares have no disc in the centre", size_ * size_)};
  }
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
  const std::string raw = without_comments(moves_, comment);
  const PlainText plain_text(raw);
  std::string plain = with_moves_of_addresses(plain_text.text(), record.start.size);
  const bool same = plain == plain_text.text();
  std::string sorted = in_number_order(plain);
  const bool ordered = sorted == plain;

  const bool side_known = side_told_ || hints_.side || !has_board_ || !record.moves.empty() ||
                          record.start.board == kStartBoard;
  MoveReader reader(record.start, MoveWords::kFreeText);
  Result<void> read = reader.read(sorted);
  bool assumed = !side_known;
  if (!side_known) {
    // The moves tell the side, if only one of the two can make them.
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
    if (read.error().code == ErrorCode::kIllegalMove) found_.before_fault = std::move(record);
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
    found_.warnings.push_back(fmt::format("{} after the {} is taken for a comment",
                                          quoted(record.comment),
                                          record.moves.empty() ? "board" : "moves"));
  }
  if (!caption_.empty()) {
    found_.warnings.push_back(
        fmt::format("{} below the board is taken for a comment", quoted(caption_)));
    append_comment(record.comment, caption_);
  }
  if (!reader.remarks().empty()) {
    found_.warnings.push_back(
        fmt::format("{} between the moves is taken for a comment", quoted(reader.remarks())));
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
        "the result {} of a board without moves is taken for a comment", quoted(record.result)));
  }
  found_.entry = FileEntry(std::move(line));
}

}  // namespace

TextEntry read_pasted(std::string_view text, bool complete, const TextOptions& options) {
  return PasteReader(text, complete, options).read();
}

}  // namespace sumi
