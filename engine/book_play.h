// SPDX-License-Identifier: MIT
/// Chooses the moves of games so that games vary, in the opening book and behind it.
///
/// Its memory is a tree of the games of a session. Only our own choices branch it: a *place* is a
/// position in which we have chosen, reached by certain choices before; a *way* is a move chosen
/// there. Behind a way a later game may surely part from the earlier ones, because a move is known
/// there that none has gone; or perhaps, because a search may find one or the game was broken off
/// there; or not at all, and then the way is *closed*. Turned and reflected positions count as one.
///
/// Example, with a book that knows f5 and d6 at the start: game 1 goes f5, game 2 goes d6 since no
/// game has, and both end behind the book. Game 1 ended better, so game 3 goes f5 again, meets the
/// same replies, and arrives behind the book at a place where game 1 was. A second move there is
/// worth nearly as much and is played: game 3 is new. If none were, game 3 would go on as game 1
/// did, and part at the next place where it can.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sumi {

/// Chooses the moves of games. The rule, with variety (book_variety_discs above 0): a move worth
/// nearly as much as the best that no game has gone; if there is none, of all moves that the loss
/// limit allows, the one that leads most surely to a new game, and of several the one with which
/// games ended best. A position with at least as many empties as the one before starts a new game.
/// One thread at a time.
class BookPlay {
 public:
  /// Chooses one of `moves`, which OpeningBook::moves() gave: best first. In this order:
  ///   - Loss limit: all that the choices of this game give away, this one included, stays within
  ///     book_max_loss_discs. The best move gives away nothing.
  ///   - book_draws: a value nearer to 0 than half a disc is a draw. "seek" keeps only draws if the
  ///     moves left have any, "avoid" drops draws if another move is left.
  ///   - book_variety_discs: moves are near if all that the choices of this game give away, this
  ///     one included, stays within it. One of the near moves that no game has gone is drawn at
  ///     random. The chance of a move decreases linearly with what it gives away.
  ///   - If there is none: of the moves left, one behind which this game surely parts from the
  ///     others (also if no game has gone it), else one behind which it perhaps does; of several,
  ///     the one whose games ended best in the mean or, where there were none, that is worth most.
  ///     If all are closed, any of the near moves by lot.
  /// `random` is asked only if there is a choice; the same numbers make the same choices.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves to search at a position behind the book. Where no game has come this way: all.
  /// Else the moves that no search has returned yet, so that this game parts from the others as
  /// soon as it can. Empty once a search has returned only a move that gives away too much.
  Bitboard to_search(const Board& board);

  /// Chooses the move to play at such a position. `found` holds the best move of to_search() and,
  /// if the others were searched too, the best of those; it is empty if to_search() is. Chooses
  /// like choose() among all moves ever found at the place, but the best instead of one by lot.
  /// Where the best move is proven, all moves with the same result are near, whatever discs they
  /// give away, and no others are allowed: no proven win or draw is given away.
  BookMove choose_behind(std::span<const BookMove> found, const Board& board,
                         const EngineOptions& options);

  /// Ends the game: the next choice belongs to another one. `broken_off`: before it was over, as
  /// when somebody resigns; then a later game may part from it behind its last way.
  void end_game(bool broken_off = false);

 private:
  using BoardKey = std::pair<Bitboard, Bitboard>;  ///< The same for all turns and reflections.
  using Moves = std::vector<BookMove>;

  /// Where a later game can part from the earlier ones behind a way.
  enum class Behind { kNowhere, kPerhaps, kSurely };
  struct Way {
    std::size_t number = 0;  ///< Its own; 0 is the start of all games.
    std::int64_t games = 0;  ///< How many games that are over have gone it.
    /// Sum of how these games ended: of what the last choice of each was worth, in value units.
    std::int64_t results = 0;
    Behind behind = Behind::kNowhere;
  };
  struct Place {
    std::map<BoardKey, Way> ways;  ///< By the position after the move.
    /// What searches found here, best first, by the position after the move: the board may be
    /// turned another way than when the move was found, so its square counts for nothing.
    std::vector<std::pair<BoardKey, BookMove>> found;
    std::vector<BoardKey> allowed;  ///< After the moves that the last game here could choose from.
    bool more = false;              ///< A search may find further moves to choose from.
  };

  static BoardKey key_of(const Board& board);
  static BoardKey key_after(const Board& board, Square move);
  static Moves found_at(const Place& place, const Board& board);
  static Bitboard not_found_at(const Place& place, const Board& board);

  Place& come_to(const Board& board);
  static Behind best_behind(const Place& place);
  static Moves untried(const Place& place, const Board& board, Moves moves);
  static std::optional<BookMove> best_way(const Place& place, const Board& board,
                                          const Moves& moves);
  void go(Place& place, const Board& board, const Moves& allowed, const BookMove& chosen,
          const BookMove& best);
  int left_of(int most_discs) const;

  int empties_ = 0;      ///< Empties of the position of the last choice.
  Value last_value_{};   ///< What that choice was worth.
  int spent_ = 0;        ///< What this game has given away, in value units.
  std::size_t way_ = 0;  ///< The number of the last way of this game.
  std::vector<std::pair<Place*, BoardKey>> game_;             ///< The choices of this game.
  std::map<std::pair<std::size_t, BoardKey>, Place> places_;  ///< By the way that led there.
  std::size_t ways_ = 0;                                      ///< How many there are.
};

}  // namespace sumi
