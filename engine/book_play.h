// SPDX-License-Identifier: MIT
/// Which of the book's moves is played, and how games part behind it.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"
#include "engine/past_games.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sumi {

/// Chooses moves of games, so that with variety no game is like another. Knows what the choices of
/// a game have given away so far, and how the games before went; a position with no fewer empties
/// than the one before is of a new game. One thread at a time.
class BookPlay {
 public:
  /// One of `moves` (of OpeningBook::moves(): best first). In this order:
  ///   - What was given away in this game and the choice together stay within book_max_loss_discs;
  ///     the best move gives away nothing.
  ///   - book_draws: a value of less than half a disc is a draw. With "seek" a draw is chosen if
  ///     there is one among those, with "avoid" another move if there is one.
  ///   - book_variety_discs: any move within so much of the best of what is left and half of the
  ///     game's maximum, the better the likelier: the chance falls in a straight line with what the
  ///     move gives away.
  ///   - But first those that may lead to something new: a move is played out when games went all
  ///     ways behind it that the same replies leave. So a peer that answers the same way meets no
  ///     line of the book twice before it has met them all. Then, of the moves behind which games
  ///     can still part (choose_behind()), the one with which they ended best; if there is none, of
  ///     all that the game's maximum allows. No game is like one before, but for those that show
  ///     that there is no other way any more.
  /// The same numbers from `random` make the same choices; it is asked only if there is a choice.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves that are to be searched at a position behind the book: all where no game has
  /// been; where games were, those that no search has found, so that this game may part from them
  /// as soon as it can, but none any more once the last found was none that choose_behind() allows.
  Bitboard to_search(const Board& board) const;

  /// The move to play there. `found` has the best of to_search(), then, if that was searched too,
  /// the best of the rest; it is empty if to_search() is. If the game's maximum and, unless
  /// scores are proven, the variety allow the first, then it is played or a better one that no game
  /// has gone. Else, of all that were ever found there and the maximum allows, one behind which
  /// there is another way to go for sure, else one behind which there may be (PastGames). No proven
  /// win or draw is given away; where scores are proven discs are, if no other way is sure: any
  /// move that keeps the result.
  BookMove choose_behind(std::span<const BookMove> found, const Board& board,
                         const EngineOptions& options);

  /// What comes next is another game.
  void end_game();

 private:
  /// A position behind the book where games have been: what searches found, best first.
  struct Visited {
    /// By the position after it: boards may be turned, so the square counts for nothing.
    std::vector<std::pair<BoardKey, BookMove>> found;
    Value best{};      ///< Of the first that was found.
    bool more = true;  ///< There may be others that choose_behind() allows.
  };

  static BookMoves moves_of(const Visited& visited, const Board& board);

  void begin_move(const Board& board);
  int left_of(int most) const;

  int empties_ = 0;  ///< Of the position of the last choice.
  PastGames past_;
  std::map<BoardKey, Visited> visited_;
};

}  // namespace sumi
