// SPDX-License-Identifier: MIT
/// Which of the book's moves is played.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <map>
#include <optional>
#include <set>
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
  ///   - book_variety_discs: any move within so much of the best of what is left, the better the
  ///     likelier: the chance falls in a straight line with what the move gives away. But first
  ///     those that may lead to something new: a move is played out when games went all ways behind
  ///     it that the same replies leave. So a peer that answers the same way meets no line of the
  ///     book twice before it has met them all; and then, as games part behind the book
  ///     (choose_behind()), no game twice, but for one that shows that no other way is left.
  /// The same numbers from `random` make the same choices; it is asked only if there is a choice.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves that are to be searched at a position behind the book: all of them where no
  /// game has been. Where games were, those that none of them tried, so that this one may part from
  /// them as soon as it can; but none any more once the best of them was not within
  /// book_variety_discs of the best of all.
  Bitboard to_search(const Board& board) const;

  /// The move to play there, by the rules of choose() without the one on draws: `found`, the best
  /// of to_search() (nothing if that is empty), if they allow it, else one of those found before.
  /// A proven win or draw is not given away.
  BookMove choose_behind(const std::optional<BookMove>& found, const Board& board,
                         const EngineOptions& options, SplitMix64& random);

  /// What comes next is another game.
  void end_game();

 private:
  using Key = std::pair<Bitboard, Bitboard>;  ///< A position, whichever way it is turned.
  /// A position behind the book where games have been: what searches found, best first.
  struct Visited {
    std::vector<std::pair<Key, BookMove>> found;  ///< By the position after it: boards may be
                                                  ///< turned, so the square counts for nothing.
    bool more = true;                             ///< Other moves may be within the variety.
  };
  struct Choice {
    std::vector<Key> after{};  ///< The moves that there were.
    Key chosen{};
    bool of_book = true;
    bool more = false;  ///< There may be others.
  };

  static Key key_of(const Board& board);
  static Key key_after(const Board& board, Square move);
  static std::vector<BookMove> moves_of(const Visited& visited, const Board& board);

  void begin_move(const Board& board);
  int left_to_lose(const EngineOptions& options) const;
  BookMove draw_new(std::vector<BookMove> moves, const Board& board, int variety, Choice choice,
                    SplitMix64& random);
  void play_out(std::set<Key>& done, bool of_book_only) const;

  Value spent_{};
  int empties_ = 0;  ///< Of the position of the last choice.
  std::vector<Choice> line_;
  std::set<Key> played_out_;  ///< As far as the book leads.
  std::set<Key> exhausted_;   ///< To the ends of games.
  std::map<Key, Visited> visited_;
};

}  // namespace sumi
