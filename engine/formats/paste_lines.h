// SPDX-License-Identifier: MIT
/// Text that people paste: its characters as ASCII, its lines, each with what it is by itself.
#pragma once

#include "engine/formats/board_text.h"
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

}  // namespace sumi
