// SPDX-License-Identifier: MIT
/// Chooses moves from the book so that games vary, and, when the book has ended, moves that
/// make this game differ from earlier ones.
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

/// Chooses the moves of games. With variety (book_variety_discs above 0) no game repeats an earlier
/// one while there is another way to go. It remembers what the choices of the current game have
/// given away and how earlier games went. A position with at least as many empties as the one
/// before starts a new game. One thread at a time.
class BookPlay {
 public:
  /// Chooses one of `moves`, which OpeningBook::moves() gave: best first. The rules, in this order:
  ///   - Loss limit: all that the choices of this game give away, this one included, stays within
  ///     book_max_loss_discs. The best move gives away nothing.
  ///   - book_draws: a value nearer to 0 than half a disc is a draw. "seek" keeps only draws if the
  ///     moves left have any, "avoid" drops draws if another move is left.
  ///   - book_variety_discs: one of the moves worth at most that much less than the best move left
  ///     is drawn at random; what they give away must also fit into half of the loss limit. The
  ///     chance of a move decreases linearly with what it gives away.
  ///   - With variety, new lines come first. A move is played out when earlier games with the same
  ///     replies have gone through all lines that the book has after it. The move is drawn among
  ///     those that are not played out, if there are any. So an opponent who answers the same way
  ///     meets every line of the book before it meets one twice.
  ///   - If all are played out, the game must part behind the book (choose_behind()). Of the moves
  ///     behind which games can still part, the one with which games ended best is played
  ///     (PastGames::best_way()): one within the variety or, if there is none, within the loss
  ///     limit. Only a game that finds out that no other way is left repeats an earlier one.
  /// `random` is asked only if there is a choice; the same numbers make the same choices.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves to search at a position behind the book. If no game has been there: all. Else
  /// the moves that no search has returned yet, so that this game differs from the others as soon
  /// as it can. Empty once a search has returned only a move that choose_behind() refuses.
  Bitboard to_search(const Board& board) const;

  /// Chooses the move to play at such a position. `found` holds the best move of to_search() and,
  /// if the others were searched too, the best of those; it is empty if to_search() is. The first
  /// of these that exists is played:
  ///   - The best move that no game has played there, if the first move of `found` is within the
  ///     loss limit of choose() and, unless scores are proven, within book_variety_discs of the
  ///     best.
  ///   - Of all moves ever found there that are within the loss limit: PastGames::sure_way().
  ///   - Where scores are proven: the sure way among all moves that keep the result, whatever discs
  ///     they give away.
  ///   - Of the moves within the loss limit: PastGames::open_way().
  ///   - The best move.
  /// No proven win or draw is given away.
  BookMove choose_behind(std::span<const BookMove> found, const Board& board,
                         const EngineOptions& options);

  /// Ends the game: the next choice belongs to another one.
  void end_game();

 private:
  /// A position behind the book that games have reached.
  struct Visited {
    /// The moves that searches found there, best first, each with the position that it leads to.
    /// That position identifies the move: boards may be turned, so its square counts for nothing.
    std::vector<std::pair<BoardKey, BookMove>> found;
    Value best{};      ///< Value of the move that the first search found.
    bool more = true;  ///< A search may find further moves that choose_behind() allows.
  };

  static BookMoves moves_of(const Visited& visited, const Board& board);

  void begin_move(const Board& board);
  int left_of(int most) const;

  int empties_ = 0;  ///< Empties of the position of the last choice.
  PastGames past_;
  std::map<BoardKey, Visited> visited_;
};

}  // namespace sumi
