// SPDX-License-Identifier: MIT
/// Pasted text: ASCII for its characters, and the kinds of its lines.
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

/// Pasted text with ASCII for the characters of boards and moves: full-width letters and symbols,
/// discs (`●` X, `○` O), empty squares (`・` and `□` are `.`), frames (`│` is `|`, `─` is `=`,
/// corners and crossings are `+`), dashes and blanks. `黒`, `白`, `番`, `次` and `パス` become
/// black, white, ban, next and pass. Removes variation selectors, byte order marks, HTML tags and
/// terminal colours.
class PlainText {
 public:
  /// `raw` must outlive this object.
  explicit PlainText(std::string_view raw);

  std::string_view text() const { return mapped_ ? std::string_view(plain_) : raw_; }

  std::string_view raw(std::size_t begin, std::size_t end) const;

 private:
  std::string_view raw_;
  bool mapped_ = false;
  std::string plain_;
  std::vector<std::uint32_t> origin_;  ///< For each byte of plain_ and its end, the offset in the
                                       ///< raw text.
};

/// Independent of other lines.
enum class LineKind {
  kWords,  ///< Other lines, such as the side to move.
  kBlank,
  kComment,  ///< Also server messages between games, and headers of score sheets.
  kFiles,    ///< File labels of a diagram.
  kFrame,
  kRank,
  kBoard,
  kMoves,
  kTable,
  kOther,       ///< A game of GGF or SGF.
  kServerMove,  ///< A move line of GGS.
};

struct PasteLine {
  std::size_t begin, end, next;  ///< Offsets of the line and of the next line.
  PlainText plain;               ///< At most the first 4 KiB; ranks are shorter.
  std::string_view words;        ///< Part of `plain`, trimmed, without GGS's bar and e-mail quotes.
  LineKind kind;
  std::optional<RankLine> rank = std::nullopt;
  std::string rank_text{};  ///< Text for `rank`, unless from `words`.
  /// At the front of the line. Searched only if needed to find the kind.
  Result<std::optional<LeadingPosition>> board = std::optional<LeadingPosition>();
};

/// Reads lines on demand. Not thread-safe.
class PasteLines {
 public:
  /// `size`: board size for "start". `text` must outlive this object.
  PasteLines(std::string_view text, bool complete, int size)
      : text_(text), complete_(complete), size_(size) {}

  /// Null if missing or possibly incomplete. The pointer stays valid.
  PasteLine* at(std::size_t i);
  PasteLine& operator[](std::size_t i) { return lines_[i]; }  ///< Requires: at(i) was not null.
  const std::deque<PasteLine>& read() const { return lines_; }

  std::string_view raw(const PasteLine& line) const;

  /// True if more input is needed.
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

/// True if the text begins with a square such as "f5".
bool begins_with_square(std::string_view text);

/// True if a word begins like a move, or has a square in another form ("5f", "Xf5").
bool has_moves(std::string_view line);

/// One repeated character, which separates parts of a text.
bool is_rule(std::string_view line);

struct Table {
  std::size_t move = 0;
  bool is_game = false;  ///< The rows are numbered moves of a game; else alternative moves.
};

/// The table with this header: "#  side  move  before  after ...", "move  score  depth ...",
/// "ply,colour,move", in English or Japanese.
std::optional<Table> table_of_head(std::string_view line);

/// Without empty cells.
std::vector<std::string_view> table_cells(std::string_view line);

/// The lines of one game's moves, by move numbers, score-sheet columns or wrapping. Not
/// thread-safe.
class MoveLines {
 public:
  explicit MoveLines(int size) : size_(size) {}

  /// `words`: `line` as plain text.
  void add(std::string_view line, std::string_view words);

  /// `words` has one or two moves besides names and clocks.
  void begin_sheet(std::string_view words);
  bool is_sheet() const { return sheet_.has_value(); }

  bool numbered() const { return numbers_.last > 0; }

  /// Whether the line continues the game. Nothing if neither numbers nor a score sheet decide.
  std::optional<bool> continues(std::string_view words);

  /// True if the line continues the moves and does not begin a game.
  bool wraps(std::string_view words) const;

  const std::string& text() const { return text_; }

 private:
  struct Numbers {
    int first = 0, last = 0;  ///< 0: no number.
    int moves_after = 0;
  };
  static Numbers numbers_of(std::string_view line);
  bool continues_sheet(const std::vector<Square>& now);

  const int size_;
  std::string text_;
  Numbers numbers_;
  std::optional<Position> sheet_;  ///< Of a score sheet, before its first illegal move.
  int sheet_lines_ = 0;
};

/// The moves in a line of a score sheet: one, or Black's and White's. Names, colours, numbers and
/// clocks may precede a move; numbers may follow it. Empty for other lines: several joined moves
/// are a game of an opening list.
std::vector<Square> sheet_moves(std::string_view line);

/// True if the line's moves are legal from `start`.
bool fits(const Position& start, std::string_view line);

/// Sorts a score sheet with two numbered columns ("1 f5 31 b2", next line "2 d6 32 c1"); other text
/// is unchanged.
std::string in_number_order(std::string text);

/// Moves # and % comments to `comment`.
std::string without_comments(std::string_view text, std::string& comment);

}  // namespace sumi
