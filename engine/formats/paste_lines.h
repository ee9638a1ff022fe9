// SPDX-License-Identifier: MIT
/// Text that people paste: its characters as ASCII, its lines, each with what it is by itself.
#pragma once

#include "engine/formats/board_text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// Pasted text with the signs of boards and moves made ASCII, so that readers need to know no other
/// characters: full-width letters and signs, discs (`●` X, `○` O), empty squares
/// (`・` and `□` are `.`), frames (`│` is `|`, `─` is `=`, corners and crossings are `+`), dashes
/// and blanks of all kinds. `黒`, `白`, `番`, `次` and `パス` become the words black, white, ban,
/// next and pass; variation selectors, byte order marks, tags of HTML and colours of terminals go.
/// All else stays.
class PlainText {
 public:
  /// Requires: `raw` outlives this object.
  explicit PlainText(std::string_view raw);

  std::string_view text() const { return mapped_ ? std::string_view(plain_) : raw_; }

  /// The part of the raw text that became text()[begin..end).
  std::string_view raw(std::size_t begin, std::size_t end) const;

 private:
  std::string_view raw_;
  bool mapped_ = false;
  std::string plain_;
  std::vector<std::uint32_t> origin_;  ///< Where each byte of plain_ stood; one more at the end.
};

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

struct PasteLine {
  std::size_t begin, end, next;  ///< In the text: the line, and where the next one begins.
  PlainText plain;               ///< At most its first 4 KiB: longer lines are no ranks.
  std::string_view words;        ///< Of `plain`, without blanks around, GGS's bar and a mail's >.
  LineKind kind;
  std::optional<RankLine> rank = std::nullopt;
  std::string rank_text{};  ///< What `rank` was read from, if not from `words`.
  /// At the front of the line; not looked for where the kind is plain without it.
  Result<std::optional<LeadingPosition>> board = std::optional<LeadingPosition>();
};

/// Reads the lines one by one, as they are asked for. One thread at a time.
class PasteLines {
 public:
  /// `size`: of the board that "start" means. Requires: `text` outlives this object.
  PasteLines(std::string_view text, bool complete, int size)
      : text_(text), complete_(complete), size_(size) {}

  /// Line `i`; null if there is none, or if it may not be whole yet. Stays where it is.
  PasteLine* at(std::size_t i);
  PasteLine& operator[](std::size_t i) { return lines_[i]; }  ///< Requires: at(i) was there.
  const std::deque<PasteLine>& read() const { return lines_; }

  /// The text of a line without blanks around.
  std::string_view raw(const PasteLine& line) const;

  /// A line was wanted that has not come yet.
  bool wait() const { return wait_; }
  void set_wait(bool wait) { wait_ = wait; }

 private:
  LineKind kind_of(PasteLine& line, bool server) const;

  const std::string_view text_;
  const bool complete_;
  const int size_;
  std::deque<PasteLine> lines_;
  bool wait_ = false;
};

/// A file letter and a rank digit, at the beginning of `text`.
bool begins_with_square(std::string_view text);

/// True if a word of the line begins like a move, or means one in another way ("5f", "Xf5").
bool has_moves(std::string_view line);

/// One sign again and again: a rule between parts of a text.
bool is_rule(std::string_view line);

/// The columns of a table of moves, told by its head.
struct Table {
  std::size_t move = 0;  ///< The column of the move.
  bool is_game = false;  ///< It has move numbers: the rows are a game; else moves to choose from.
};

/// "#  side  move  before  after ...", "move  score  depth ...", "ply,colour,move", in Japanese
/// too.
std::optional<Table> table_of_head(std::string_view line);

/// The cells of a row that are not empty.
std::vector<std::string_view> table_cells(std::string_view line);

// Lines of moves: which of them are one game, by their numbers, by the columns of a score sheet,
// or because a line was wrapped.

/// One thread at a time.
class MoveLines {
 public:
  /// `size`: of the board that the moves begin on.
  explicit MoveLines(int size) : size_(size) {}

  /// Adds a line of moves. `words`: the same, plain.
  void add(std::string_view line, std::string_view words);

  /// The lines so far may be a score sheet: `words` has a move or two beside names and clocks.
  void begin_sheet(std::string_view words);
  bool is_sheet() const { return sheet_.has_value(); }

  bool numbered() const { return numbers_.last > 0; }

  /// Whether the line continues the moves, if numbers or a score sheet tell; else nothing.
  std::optional<bool> goes_on(std::string_view words);

  /// The moves of the line continue those before it, and begin no game.
  bool wraps(std::string_view words) const;

  const std::string& text() const { return text_; }

 private:
  /// The numbers in a line of numbered moves.
  struct Numbers {
    int first = 0, last = 0;  ///< 0: there is no number.
    int moves_behind = 0;     ///< Moves behind the last number.
  };
  static Numbers numbers_of(std::string_view line);
  bool sheet_goes_on(const std::vector<Square>& now);

  const int size_;
  std::string text_;
  Numbers numbers_;
  std::optional<Position> sheet_;  ///< Where a score sheet has come to; not behind illegal moves.
  int sheet_lines_ = 0;
};

/// A line of a score sheet: one move, or Black's and White's. Names, colours, numbers and clocks
/// may be in front of a move, and numbers behind it. Empty for any other line: glued moves are
/// games, as in lists of openings.
std::vector<Square> sheet_moves(std::string_view line);

/// The moves of a line fit here.
bool fits(const Position& start, std::string_view line);

/// The moves of a score sheet with two columns of numbers side by side ("1 f5 31 b2", below it
/// "2 d6 32 c1") in the order of the numbers; `text` itself if it is anything else.
std::string in_number_order(std::string text);

/// Strips # and % comments from each line and appends them to `comment`.
std::string without_comments(std::string_view text, std::string& comment);

}  // namespace sumi
