// SPDX-License-Identifier: MIT
/// Moves as people write them: glued, numbered, with passes, labels, colours and comments between,
/// or in web addresses: "https://example.org/?kifu=f5d6c3".
#pragma once

#include "engine/base/error.h"
#include "engine/game/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// `text` with the moves of each web address in place of the address: the longest row of squares
/// that it holds, glued or with one sign between. An address without moves is cut out.
std::string with_moves_of_addresses(std::string_view text, int size = 8);

/// Fails if `text` is nothing but an address without moves: only the page that it leads to has
/// them.
Result<void> check_address(std::string_view text, int size = 8);

/// "45", "win 45.5": a number that is no part of a word; not "f5d6".
bool ends_with_number(std::string_view text);

/// How much a reader of moves takes for something else than moves.
enum class MoveWords {
  kOnlyMoves,  ///< Moves, numbers and a result; another word is an error.
  kFreeText,   ///< Labels in front of the moves of a line, colours, variations and comments too.
};

/// Reads moves into a game, text after text. One thread at a time.
class MoveReader {
 public:
  MoveReader(const Position& start, MoveWords words) : game_(start), words_(words) {}

  /// Plays the moves of `text`, which is plain (PlainText). Fails with kBadSyntax for a word that
  /// is no move, and for words between moves; with kIllegalMove, naming the move, its number and
  /// the legal ones. What was played before stays played.
  Result<void> read(std::string_view text);

  const Game& game() const { return game_; }
  std::string_view result() const { return result_; }

  /// The last text read, from the first word after the last move on; empty if that is only the
  /// number of a move to come.
  std::string_view rest() const;

  /// Variations and remarks: text in brackets or braces that is not part of the game.
  const std::string& remarks() const { return remarks_; }

 private:
  Result<void> read_word(std::string_view word);
  Result<void> read_glued(std::string_view word);
  Result<void> play(Square square);
  Result<void> skip_comment(std::string_view text, std::size_t at, std::size_t& length);
  void add_remark(std::string_view text);
  bool hides_move(std::string_view comment) const;
  bool is_remark(std::string_view inside);
  bool is_legal(std::string_view word) const;
  Error no_move(std::string_view word) const;

  Game game_;
  MoveWords words_;
  int number_ = 1;              ///< The number of the next move; passes do not count.
  std::optional<Color> color_;  ///< The colour that the text names for the next move.
  std::string_view result_;
  std::string_view rest_;
  std::string_view skipped_;  ///< The comment after the last move, if a line has one.
  std::string remarks_;
  std::size_t begun_ = 0;   ///< Moves before the text that is read.
  bool bracketed_ = false;  ///< Moves of it have brackets around: "(B f5) (W d6)".
};

/// The square that a word means: "f5", "P@f5", "5f", or glued to its number, "12.f5"; nothing if it
/// means none or several. A pass is no square.
std::optional<Square> square_of_word(std::string_view word, int size = 8);

/// How many squares the words of a text mean.
std::size_t count_squares(std::string_view text, int size = 8);

}  // namespace sumi
