// SPDX-License-Identifier: MIT
/// Moves as people write them: joined, numbered, mixed with words, or in web addresses
/// ("https://example.org/?kifu=f5d6c3").
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// Replaces each web address by its longest run of squares; single signs may separate them.
std::string with_moves_of_addresses(std::string_view text, int size = 8);

/// Fails if `text` is only an address without moves: the moves are on the web page.
Result<void> check_address(std::string_view text, int size = 8);

/// True if the last word is a number: "45", "win 45.5", but not "f5d6".
bool ends_with_number(std::string_view text);

enum class MoveWords {
  kOnlyMoves,  ///< Moves, numbers and a result; other words are errors.
  kFreeText,   ///< Also labels before the moves of a line, colours, variations and comments.
};

/// Reads moves from several texts into one game. Not thread-safe.
class MoveReader {
 public:
  MoveReader(const Position& start, MoveWords words) : game_(start), words_(words) {}

  /// Plays the moves of `text` (from PlainText). Fails with kBadSyntax on unknown words among
  /// moves, and with kIllegalMove, naming the move, its number and the legal moves. Keeps the moves
  /// before the error.
  Result<void> read(std::string_view text);

  const Game& game() const { return game_; }
  std::string_view result() const { return result_; }

  /// The rest of the last text after its last move, from the first word on; empty if only the next
  /// move number is left.
  std::string_view rest() const;

  /// Text in brackets or braces outside the game.
  const std::string& remarks() const { return remarks_; }

 private:
  Result<void> read_word(std::string_view word);
  Result<void> read_square_run(std::string_view word);
  Result<void> play(Square square);
  Result<void> skip_comment(std::string_view text, std::size_t at, std::size_t& length);
  void add_remark(std::string_view text);
  bool contains_legal_move(std::string_view comment) const;
  bool is_remark(std::string_view inside);
  bool is_legal(std::string_view word) const;
  Error no_move(std::string_view word) const;

  Game game_;
  MoveWords words_;
  int number_ = 1;              ///< Of the next move; passes do not count.
  std::optional<Color> color_;  ///< Of the next move, if stated.
  std::string_view result_;
  std::string_view rest_;
  std::string_view skipped_;
  std::string remarks_;
  std::size_t begun_ = 0;
  bool bracketed_ = false;  ///< "(B f5) (W d6)".
};

/// "f5", "P@f5", "5f", "12.f5". Nothing for a pass, or for a word without exactly one square.
std::optional<Square> square_of_word(std::string_view word, int size = 8);

std::size_t count_squares(std::string_view text, int size = 8);

}  // namespace sumi
