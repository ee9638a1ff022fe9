// SPDX-License-Identifier: MIT
/// Games and boards as people paste them: each line is looked at, and either goes on with what is
/// there or begins something new.
#include "engine/base/encoding.h"
#include "engine/base/text.h"
#include "engine/formats/codec_text.h"
#include "engine/formats/codecs.h"
#include "engine/formats/entry_cutter.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi {
namespace {

bool is_square_letter(char c) {
  return std::string_view("Xx*@BbOo0Ww-._").find(c) != std::string_view::npos;
}

/// A file letter and a rank digit, at the beginning of `text`.
bool begins_with_square(std::string_view text) {
  return text.size() >= 2 && to_lower(text[0]) >= 'a' && to_lower(text[0]) <= 'h' &&
         text[1] >= '1' && text[1] <= '8';
}

/// True if a word of the line begins like a move.
bool has_moves(std::string_view line) {
  bool in_word = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    // A number and a point may be glued to the move: "1.f5".
    if (!in_word && begins_with_square(line.substr(at))) return true;
    in_word = is_letter(line[at]) || (in_word && is_digit(line[at]));
  }
  return false;
}

/// "A B C D ..." or "abcd...".
bool is_file_labels(std::string_view line) {
  char wanted = 'a';
  for (const char c : line) {
    if (is_space(c) || c == '|' || c == '+') continue;
    if (to_lower(c) != wanted) break;
    ++wanted;
  }
  return wanted >= 'e';
}

/// The squares of a rank of a diagram, 8, 6 or 4, with its labels or without; else 0.
int squares_of_rank(std::string_view line) {
  line = trim(line);
  if (line.size() > 1 && line[0] >= '1' && line[0] <= '8' && !is_digit(line[1])) {
    line.remove_prefix(1);
  }
  int squares = 0;
  bool apart = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (is_space(c) || is_frame(c)) {
      apart = true;
      continue;
    }
    const bool whole = squares == 4 || squares == 6 || squares == 8;
    if (!is_square_letter(c)) {
      // A label at the end, or words such as "Black to move".
      return whole && (apart || (is_digit(c) && at + 1 == line.size())) ? squares : 0;
    }
    // The side, or a word that begins like a disc.
    if (whole && apart && at + 1 < line.size() && is_letter(line[at + 1])) return squares;
    ++squares;
    apart = false;
  }
  return squares == 4 || squares == 6 || squares == 8 ? squares : 0;
}

/// "X", "* to move", "Black", "White to play".
bool is_side(std::string_view line) {
  const std::string_view word = take_word(line);
  return parse_color(word).has_value() && (line.empty() || to_lower(line).starts_with("to "));
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

/// The moves of a line of a score sheet without numbers: one, or Black's and White's with a blank
/// or comma between. Empty for any other line: glued moves are games, as in lists of openings.
std::vector<Square> sheet_moves(std::string_view line) {
  constexpr std::size_t kColumns = 2;
  std::vector<Square> moves;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t,;|"), line.size());
    const Result<Square> square = parse_square(line.substr(0, end));
    if (!square && end > 0) return {};
    if (end > 0) moves.push_back(*square);
    line.remove_prefix(std::min(end + 1, line.size()));
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

/// "12: F5//1.50"
bool is_ggs_move(std::string_view line) {
  const std::string_view number = take_until(line, ':');
  return parse_count(number).has_value() && !trim(line).empty() && is_letter(trim(line)[0]);
}

/// True for the line over the columns of a score sheet.
bool is_sheet_header(std::string_view line) {
  constexpr std::string_view kHeads[] = {"black", "white", "move", "moves", "no",   "no.",
                                         "#",     "黒",    "白",   "先手",  "後手", "手"};
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

class PasteRule : public CutRule {
 public:
  CutStep step(char c) override {
    ++length_;
    const bool ends = is_line_end(c);
    if (!ends && !looked_) line_ += c;
    CutStep step;
    // The beginning tells what a line is: a longer one is no row of a diagram.
    constexpr std::size_t kMaxLook = 4096;
    if (!looked_ && (ends || line_.size() == kMaxLook)) {
      std::string plain;
      step = look(trim(with_ascii_width(without_bom(line_), plain)));
      looked_ = true;
    } else if (has_ == Has::kNothing && looked_) {
      step.kind = CutStep::kNoise;  // the rest of a long line that was dropped
    }
    if (ends) {
      line_.clear();
      length_ = 0;
      looked_ = false;
      // Without numbers no line goes on with them, unless it is one of a score sheet or stands
      // behind a board; so one typed into a pipe need not wait for it.
      const bool may_go_on = sheet_ || behind_board_;
      if (has_ == Has::kMoves && numbers_.last == 0 && !may_go_on &&
          step.kind == CutStep::kGoesOn) {
        has_ = Has::kNothing;
        step.kind = CutStep::kEnds;
      }
    }
    return step;
  }

  bool open() const override { return has_ != Has::kNothing; }

 private:
  enum class Has { kNothing, kRanks, kBoard, kMoves };

  CutStep look(std::string_view line);
  CutStep rank(int squares);
  CutStep moves(std::string_view line);
  bool sheet_goes_on(const std::vector<Square>& now);

  /// The line begins something of a kind.
  CutStep begin(Has has) {
    const bool before = has_ != Has::kNothing;
    has_ = has;
    ranks_ = wanted_ = 0;
    files_ = false;
    side_ = false;
    numbers_ = {};
    sheet_.reset();
    sheet_lines_ = 0;
    behind_board_ = false;
    return before ? CutStep{.kind = CutStep::kEnds, .next = length_} : CutStep{};
  }
  /// The line belongs to no entry.
  CutStep drop(bool skipped) {
    const bool before = has_ != Has::kNothing;
    has_ = Has::kNothing;
    if (!before) return {.kind = CutStep::kNoise, .skipped = skipped};
    return {.kind = CutStep::kEnds, .next = length_, .drop_next = true, .skipped = skipped};
  }

  std::string line_;
  bool looked_ = false;     ///< look() has seen the line; more of it adds nothing.
  std::size_t length_ = 0;  ///< Bytes of the line.
  Has has_ = Has::kNothing;
  int ranks_ = 0, wanted_ = 0;  ///< Ranks of a diagram read so far, and in all.
  bool files_ = false, side_ = false;
  Numbers numbers_;
  /// The game of a score sheet without numbers so far, up to its first illegal move; nothing if the
  /// lines are none.
  std::optional<Game> sheet_;
  int sheet_lines_ = 0;
  bool behind_board_ = false;  ///< The moves stand behind a board; they may take several lines.
};

CutStep PasteRule::look(std::string_view line) {
  // GGS puts a bar before each line of a board and of what it says of the game; players have their
  // clocks in brackets, and may have names that look like discs.
  const bool ggs = line.starts_with('|');
  if (ggs) line = trim(line.substr(1));
  const bool says_nothing =
      line.starts_with("/os:") || line == "READY" || (ggs && line.find('(') != line.npos);
  if (says_nothing) return drop(false);
  if (ggs && is_ggs_move(line)) {
    // Behind a board this is a move of a game told from its start; elsewhere it is the latest move,
    // which the board has already.
    if (has_ != Has::kBoard && !behind_board_) return drop(false);
    has_ = Has::kMoves;
    behind_board_ = true;
    return {};
  }
  if (line.empty()) return has_ == Has::kNothing ? drop(false) : CutStep{};
  if (line[0] == '%' || line[0] == '#') return drop(false);
  if (is_file_labels(line) && !begins_with_square(line)) {
    const bool below = files_ && (has_ == Has::kRanks || has_ == Has::kBoard) && ranks_ > 0;
    if (below) {
      files_ = false;
      return {};
    }
    const CutStep step = begin(Has::kRanks);
    files_ = true;
    return step;
  }
  if (const int squares = squares_of_rank(line); squares > 0) return rank(squares);
  if (is_side(line) && !side_ && (has_ == Has::kBoard || has_ == Has::kRanks)) {
    side_ = true;
    return {};
  }
  const auto board = parse_leading_position(line);
  if (!board || *board) {
    const std::string_view behind = board ? line.substr((*board)->end) : std::string_view();
    const CutStep step = begin(has_moves(behind) ? Has::kMoves : Has::kBoard);
    numbers_ = numbers_of(behind);
    return step;
  }
  const bool pass = sheet_ && !sheet_moves(line).empty();
  if (has_moves(line) || pass) return moves(line);
  return drop(!ggs && !is_sheet_header(line));
}

/// No first move of a game is a legal reply to one, so the second line of a sheet of one column
/// tells for certain; with two columns a line that can be either goes on. Further down only what
/// can be nothing else begins a new game.
bool PasteRule::sheet_goes_on(const std::vector<Square>& now) {
  std::optional<Game> longer = played(*sheet_, now);
  const bool legal = longer.has_value();
  if (legal) sheet_ = std::move(longer);
  const bool goes_on = legal || (sheet_lines_ > 1 && !played(Game(), now));
  sheet_lines_ += goes_on;
  return goes_on;
}

CutStep PasteRule::rank(int squares) {
  const bool goes_on = has_ == Has::kRanks && (wanted_ == 0 || wanted_ == squares);
  const CutStep step = goes_on ? CutStep{} : begin(Has::kRanks);
  wanted_ = squares;
  if (++ranks_ == wanted_) has_ = Has::kBoard;
  return step;
}

/// Moves go on after a board, after numbered moves where the numbers do, and down a score sheet.
CutStep PasteRule::moves(std::string_view line) {
  const Numbers now = numbers_of(line);
  const std::vector<Square> sheet = now.last == 0 ? sheet_moves(line) : std::vector<Square>();
  if (sheet_ && !sheet.empty() && sheet_goes_on(sheet)) return {};
  const bool numbered = has_ == Has::kMoves && numbers_.last > 0 && numbers_.moves_behind <= 2;
  // Columns of numbers side by side, "1 f5 31 b2": both go on.
  const bool columns = numbered && numbers_.last > numbers_.first + 1 &&
                       now.first == numbers_.first + 1 &&
                       (now.last == numbers_.last + 1 || now.last == now.first);
  const bool behind_board = behind_board_ && now.last == 0 && !parse_game(line);
  const bool goes_on = has_ == Has::kBoard || columns || behind_board ||
                       (numbered && now.first == numbers_.last + 1) ||
                       (numbered && numbers_.moves_behind == 1 && now.first == 0 && now.last == 0);
  const CutStep step = goes_on ? CutStep{} : begin(Has::kMoves);
  if (!goes_on && !sheet.empty()) {
    sheet_ = played(Game(), sheet);
    sheet_lines_ = 1;
  }
  behind_board_ = has_ == Has::kBoard || (goes_on && behind_board_);
  has_ = Has::kMoves;
  if (now.last > 0) {
    numbers_ = now;
  } else {
    numbers_.moves_behind += now.moves_behind;
  }
  return step;
}

}  // namespace

std::unique_ptr<CutRule> paste_rule() { return std::make_unique<PasteRule>(); }

}  // namespace sumi
