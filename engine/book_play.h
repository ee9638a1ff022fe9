// SPDX-License-Identifier: MIT
/// Which of the book's moves is played.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <cstdint>
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
  ///     likelier: the chance falls in a straight line with what the move gives away. Half of the
  ///     game's maximum is kept for what lies behind the book.
  ///   - But first those that may lead to something new: a move is played out when games went all
  ///     ways behind it that the same replies leave. So a peer that answers the same way meets no
  ///     line of the book twice before it has met them all. Then, of the moves behind which games
  ///     can still part (choose_behind()), the one with which they ended best. No game is like one
  ///     before, but for those that show that there is no other way any more.
  /// The same numbers from `random` make the same choices; it is asked only if there is a choice.
  /// Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves that are to be searched at a position behind the book: all where no game has
  /// been; where games were, those that no search has found, so that this game may part from them
  /// as soon as it can, but none any more once the last found was dearer than a game's maximum.
  Bitboard to_search(const Board& board) const;

  /// The move to play there. `found` has the best of to_search(), then, if that was searched too,
  /// the best of the rest; it is empty if to_search() is. The first is played if the game's maximum
  /// allows it and, unless scores are proven, the variety; else of all that were ever found there
  /// and the maximum allows, one behind which there is another way to go: the one with which games
  /// ended best, or if it was never played, its value. No proven win or draw is given away.
  BookMove choose_behind(std::span<const BookMove> found, const Board& board,
                         const EngineOptions& options);

  /// What comes next is another game.
  void end_game();

 private:
  using Key = std::pair<Bitboard, Bitboard>;  ///< A position, whichever way it is turned.
  /// A position after a move of ours and what the game has given away by then, in value units: how
  /// it can go on depends on both.
  using Step = std::pair<Key, int>;
  /// Where a move is to be chosen, and the value against which moves give something away: always
  /// the same of a place, so that steps are.
  struct Place {
    Board board;
    Value best;
  };
  /// A position behind the book where games have been: what searches found, best first.
  struct Visited {
    std::vector<std::pair<Key, BookMove>> found;  ///< By the position after it: boards may be
                                                  ///< turned, so the square counts for nothing.
    Value best{};                                 ///< Of the first that was found.
    bool more = true;                             ///< Others may be within a game's maximum.
  };
  struct Choice {
    std::vector<Step> moves{};  ///< That there were.
    Step chosen{};
    Value value{};  ///< Of that.
    bool of_book = true;
    bool more = false;  ///< There may be others.
  };
  /// How games ended that took a step, for us: what the last choice was worth.
  struct Results {
    int games = 0;
    std::int64_t units = 0;  ///< Sum.
  };

  using Moves = std::vector<BookMove>;  ///< Best first.

  static Key key_of(const Board& board);
  static Key key_after(const Board& board, Square move);
  static Moves moves_of(const Visited& visited, const Board& board);

  void begin_move(const Board& board);
  int left_to_lose(const EngineOptions& options) const;
  Step step(const Place& place, const BookMove& move) const;
  Moves without(const std::set<Step>& done, Moves moves, const Place& place) const;
  std::optional<BookMove> best_way(const Moves& moves, const Place& place) const;
  bool is_sure(const Step& step) const;
  int promise(const Step& step, const BookMove& move) const;
  void play(const Moves& moves, const BookMove& chosen, const Place& place, Choice choice);
  void play_out(std::set<Step>& done, bool of_book_only) const;
  void remember_end();

  Value spent_{};
  int empties_ = 0;  ///< Of the position of the last choice.
  std::vector<Choice> line_;
  std::set<Step> played_out_;  ///< As far as the book leads.
  std::set<Step> exhausted_;   ///< To the ends of games.
  std::set<Step> sure_;        ///< A move behind it is known and was never played.
  std::map<Step, Results> results_;
  std::map<Key, Visited> visited_;
};

}  // namespace sumi
