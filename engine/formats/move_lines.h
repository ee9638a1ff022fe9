// SPDX-License-Identifier: MIT
/// Lines of moves: which of them are one game, by their numbers, by the columns of a score sheet,
/// or because a line was wrapped.
#pragma once

#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

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
