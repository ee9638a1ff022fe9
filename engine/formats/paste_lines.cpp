// SPDX-License-Identifier: MIT
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/move_text.h"
#include "engine/formats/paste_lines.h"
#include "engine/formats/side_text.h"
#include "engine/game/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace sumi {
namespace {

constexpr bool is_in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// ASCII for box-drawing characters, U+2500 to U+256C.
std::string_view frame_sign(char32_t c) {
  constexpr std::u32string_view kHorizontal = U"─━┄┅┈┉╌╍═", kVertical = U"│┃┆┇┊┋╎╏║";
  return kHorizontal.find(c) != kHorizontal.npos ? "="
         : kVertical.find(c) != kVertical.npos   ? "|"
                                                 : "+";
}

/// The replacement of `c`, if any.
std::optional<std::string_view> ascii_of(char32_t c) {
  constexpr std::string_view kAscii =
      "!\"#$%&'()*+,-./"
      "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
  constexpr std::u32string_view kBlack = U"●⚫⬤🖤🌑⛂",
                                kWhite = U"○⚪◯〇🤍🌕⛀",
                                kEmpty = U"・･·∙⋅•□◻⬜▫▢◽🟩🟢",
                                kDropped = U"\uFEFF\uFE0E\uFE0F\u200B\u200C\u200D\u20E3";
  const auto among = [c](std::u32string_view set) { return set.find(c) != set.npos; };
  if (is_in(c, U'！', U'～')) return kAscii.substr(c - U'！', 1);
  if (is_in(c, 0x2500, 0x256C)) return frame_sign(c);
  if (among(kBlack)) return "X";
  if (among(kWhite)) return "O";
  if (among(kEmpty)) return ".";
  if (c == 0x3000 || c == 0xA0 || c == 0x202F || is_in(c, 0x2000, 0x200A)) return " ";
  if (is_in(c, 0x2010, 0x2015) || c == 0x2212) return "-";
  if (among(kDropped)) return "";
  if (is_in(c, U'①', U'⑳')) return " ";
  switch (c) {
    case U'、':
      return ",";
    case U'。':
      return ".";
    case U'‘':
    case U'’':
      return "'";
    case U'“':
    case U'”':
    case U'「':
    case U'」':
      return "\"";
    case U'黒':
    case U'黑':
      return " black ";
    case U'白':
      return " white ";
    case U'番':
      return " ban ";
    case U'次':
      return " next ";
    default:
      return std::nullopt;
  }
}

struct Word {
  std::string_view word, ascii;
};
constexpr Word kWords[] = {{"パス", " pass "}, {"先手", " black "}, {"後手", " white "}};

/// Of an HTML tag ("<td>") or terminal colour at the front; else 0.
std::size_t markup_length(std::string_view text) {
  if (text.starts_with("\x1B[")) {
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end != text.npos && is_letter(text[end]) ? end + 1 : 0;
  }
  if (text[0] != '<') return 0;
  std::size_t at = text.substr(1).starts_with('/') ? 2 : 1;
  const std::size_t name = at;
  while (at < text.size() && is_alnum(text[at])) ++at;
  const std::string_view word = text.substr(name, at - name);
  const bool heading = word.size() == 2 && to_lower(word[0]) == 'h' && word[1] <= '6';
  if (word.size() == 2 && !heading && find_square(word)) return 0;  // "<d6>" is a move
  const bool named = !word.empty() && is_letter(word[0]) && at < text.size() &&
                     (is_space(text[at]) || text[at] == '/' || text[at] == '>');
  const std::size_t end = text.find_first_of("<>", at);
  return named && end != text.npos && text[end] == '>' ? end + 1 : 0;
}

}  // namespace

PlainText::PlainText(std::string_view raw) : raw_(raw) {
  static constexpr CharSet kMarks("<\x1B");
  const auto is_mapped = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || kMarks.has(c);
  };
  if (std::ranges::none_of(raw, is_mapped)) return;
  mapped_ = true;
  const auto put = [&](std::string_view ascii, std::size_t from) {
    plain_ += ascii;
    origin_.resize(plain_.size(), static_cast<std::uint32_t>(from));
  };
  for (std::size_t at = 0; at < raw.size();) {
    const std::string_view here = raw.substr(at);
    if (const std::size_t markup = markup_length(here); markup > 0) {
      if (here[0] == '<') put(" ", at);
      at += markup;
      continue;
    }
    const auto word =
        std::ranges::find_if(kWords, [&](const Word& w) { return here.starts_with(w.word); });
    const std::size_t length = std::max<std::size_t>(utf8_length(here), 1);
    if (word != std::end(kWords)) {
      put(word->ascii, at);
      at += word->word.size();
      continue;
    }
    const auto ascii = length > 1 ? ascii_of(utf8_character(here)) : std::nullopt;
    put(ascii.value_or(here.substr(0, length)), at);
    at += length;
  }
  origin_.push_back(static_cast<std::uint32_t>(raw.size()));
}

std::string_view PlainText::raw(std::size_t begin, std::size_t end) const {
  if (!mapped_) return raw_.substr(begin, end - begin);
  return raw_.substr(origin_[begin], origin_[end] - origin_[begin]);
}

namespace {

constexpr std::size_t kMaxLook = 4096;  // a longer line is neither a rank nor a side to move

/// "12. f5", "12) f5", "12.f5"
bool begins_with_numbered_move(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits == line.size() || (line[digits] != '.' && line[digits] != ')')) {
    return false;
  }
  return begins_with_square(trim(line.substr(digits + 1)));
}

/// "12: F5//1.50"
bool is_ggs_move(std::string_view line) {
  const std::string_view number = take_until(line, ':');
  return parse_count(number).has_value() && !trim(line).empty() && is_letter(trim(line)[0]);
}

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

/// Four or more words before one or two moves.
bool is_prose(std::string_view line) {
  constexpr int kWordsOfSentence = 4;
  constexpr std::size_t kBytesOfWord = 6;  // Japanese has no blanks
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
    } else if (moves == 0 && word.size() > 1 && !is_digit(word[0]) && !find_color(word)) {
      ++words;
    }
    at = end;
  }
  constexpr int kFewMoves = 2;
  return moves <= kFewMoves && line.find("://") == line.npos &&
         words + static_cast<int>(other / kBytesOfWord) >= kWordsOfSentence;
}

}  // namespace

bool begins_with_square(std::string_view text) {
  return text.size() >= 2 && to_lower(text[0]) >= 'a' && to_lower(text[0]) <= 'h' &&
         text[1] >= '1' && text[1] <= '8';
}

bool has_moves(std::string_view line) {
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    // A move may directly follow its number: "1.f5".
    if (!in_word && begins_with_square(line.substr(at))) return true;
    if (is_alnum(line[at]) && (at == 0 || !is_alnum(line[at - 1]))) {
      std::size_t end = at;
      while (end < line.size() && (is_alnum(line[end]) || line[end] == '@')) ++end;
      if (square_of_word(line.substr(at, end - at))) return true;
    }
    in_word = is_letter(line[at]) || (in_word && is_digit(line[at]));
  }
  return false;
}

bool is_rule(std::string_view line) {
  return line.size() > 8 && std::string_view("-=_*~.+#").find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == line.npos;
}

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

std::optional<Table> table_of_head(std::string_view line) {
  Table table;
  bool has_move = false;
  const auto same = [](char a, char b) { return to_lower(a) == b; };
  constexpr std::string_view kMove = "move";
  if (std::search(line.begin(), line.end(), kMove.begin(), kMove.end(), same) == line.end() &&
      line.find("\u7740\u624B") == line.npos) {
    return std::nullopt;
  }
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

std::string_view PasteLines::raw(const PasteLine& line) const {
  return trim(text_.substr(line.begin, line.end - line.begin));
}

PasteLine* PasteLines::at(std::size_t i) {
  while (lines_.size() <= i) {
    const std::size_t begin = lines_.empty() ? 0 : lines_.back().next;
    if (begin >= text_.size() && (complete_ || !lines_.empty() || text_.empty())) {
      wait_ = wait_ || !complete_;
      return nullptr;
    }
    std::size_t end = text_.find_first_of("\r\n", begin);
    if (end == text_.npos && !complete_) {
      wait_ = true;
      return nullptr;
    }
    end = std::min(end, text_.size());
    const bool crlf = text_.substr(end, 2) == "\r\n";
    const std::string_view raw = text_.substr(begin, std::min(end - begin, kMaxLook));
    lines_.push_back(
        {begin, end, std::min(end + (crlf ? 2 : 1), text_.size()), PlainText(raw), {}, {}});
    PasteLine& line = lines_.back();
    line.words = trim(line.plain.text());
    while (line.words.starts_with('>')) line.words = trim(line.words.substr(1));
    const bool server = line.words.starts_with('|') && line.words.find('|', 1) == line.words.npos;
    if (server) line.words = trim(line.words.substr(1));
    line.kind = kind_of(line, server);
  }
  return &lines_[i];
}

LineKind PasteLines::kind_of(PasteLine& line, bool server) const {
  const std::string_view words = line.words;
  const auto is_sign = [](char c) { return !is_alnum(c) && static_cast<unsigned char>(c) < 0x80; };
  if (words.empty()) return LineKind::kBlank;
  if (words.find("(;GM[") != words.npos || words.find("(;FF[") != words.npos) {
    return LineKind::kOther;
  }
  // GGS players have clocks in brackets, and perhaps names like discs.
  if (words.starts_with("/os:") || words == "READY" || (server && words.find('(') != words.npos)) {
    return LineKind::kComment;
  }
  if (server && is_ggs_move(words)) return LineKind::kServerMove;
  if (begins_with_square(words) || begins_with_numbered_move(words)) return LineKind::kMoves;
  if (is_file_line(words)) return LineKind::kFiles;
  const bool one_sign = words.find_first_not_of(words[0]) == words.npos;
  if (words[0] == '%' || (words[0] == '#' && (one_sign || !read_rank_line(words)))) {
    return table_of_head(raw(line)) ? LineKind::kTable : LineKind::kComment;
  }
  if (is_rule(words) || end_of_frame(words) > 0) return LineKind::kFrame;
  line.board = parse_leading_position(words, size_);
  const auto& board = line.board;
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

namespace {

/// "f5" or "--", a cell of a score sheet.
bool is_lone_move(std::string_view word) { return find_square(word).has_value(); }

/// Removes and returns the move number at the front ("12.", "12)", or "12" before a move); else 0.
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

std::optional<Position> played(const Position& start, const std::vector<Square>& moves) {
  Game game(start);
  for (const Square square : moves) {
    if (!game.play(square)) return std::nullopt;
  }
  return game.position();
}

/// Tests only the first moves, because opening lists have many lines.
bool begins_game(std::string_view line, int size) {
  constexpr std::size_t kBytesOfFewMoves = 6;
  const std::size_t end = std::min(line.find_first_of(" \t,;"), line.size());
  const bool square_run = end >= kBytesOfFewMoves && begins_with_square(line);
  return fits(start_position(size), square_run ? line.substr(0, kBytesOfFewMoves) : line);
}

/// False if the # or % belongs to a web address, a percentage, or a number before the moves, "game
/// #3".
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
      found.moves_after = 0;
      continue;
    }
    std::string_view word = take_word(line);
    for (; begins_with_square(word); word.remove_prefix(2)) ++found.moves_after;
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

/// Tries to continue a score sheet. A game's legal first move is never a legal reply, so the second
/// line of a one-column sheet decides. With two columns, and further down, an ambiguous line
/// continues the sheet.
bool MoveLines::continues_sheet(const std::vector<Square>& now) {
  const std::optional<Position> longer = played(*sheet_, now);
  if (longer) sheet_ = longer;
  const bool continues = longer || (sheet_lines_ > 1 && !played(Position(), now));
  sheet_lines_ += continues;
  return continues;
}

bool MoveLines::wraps(std::string_view words) const {
  if (numbered() || sheet_ || begins_game(words, size_)) return false;
  std::string comment;
  const std::string before = without_comments(text_, comment);
  MoveReader reader(start_position(size_), MoveWords::kFreeText);
  const PlainText plain(before);
  return reader.read(plain.text()) && reader.read(words);
}

std::optional<bool> MoveLines::continues(std::string_view words) {
  const Numbers now = numbers_of(words);
  const std::vector<Square> sheet = now.last == 0 ? sheet_moves(words) : std::vector<Square>();
  if (sheet_ && !sheet.empty() && continues_sheet(sheet)) return true;
  const bool numbered = this->numbered() && numbers_.moves_after <= 2;
  // Two numbered columns, "1 f5 31 b2", both continued.
  const bool columns = numbered && numbers_.last > numbers_.first + 1 &&
                       now.first == numbers_.first + 1 &&
                       (now.last == numbers_.last + 1 || now.last == now.first);
  if (columns || (numbered && now.first == numbers_.last + 1)) return true;
  if (numbered && numbers_.moves_after == 1 && now.first == 0 && now.last == 0) return true;
  if (now.last != 0) return false;
  return std::nullopt;
}

void MoveLines::add(std::string_view line, std::string_view words) {
  const Numbers now = numbers_of(words);
  if (now.last > 0) {
    numbers_ = now;
  } else {
    numbers_.moves_after += now.moves_after;
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
