// SPDX-License-Identifier: MIT
/// Remembers which ways the games of a session went, and tells which ways are left.
///
/// Only our choices count; the opponent's replies show in the positions after our next moves. A
/// *path* is the sequence of the positions after our own moves, and each path has a number.
/// Example: 0 is the start of the game, 1 is our f5, 2 is our f5, then d6 after the reply f6. A
/// game is new if no earlier game has had the same path.
#pragma once

#include "engine/game/board.h"
#include "engine/opening_book.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sumi {

using BookMoves = std::vector<BookMove>;         ///< Moves of one position, best first.
using BoardKey = std::pair<Bitboard, Bitboard>;  ///< The same for all rotations and reflections.

BoardKey key_of(const Board& board);
/// The key of the position after `move`, which is legal.
BoardKey key_after(const Board& board, Square move);

/// The choices of this game and of the earlier ones, and where they led. One thread at a time.
class PastGames {
 public:
  /// A position where we choose a move. What a move gives away is what it is worth less than
  /// `best`, which must always be the same for the same position, because losses are
  /// compared between games.
  struct Place {
    Board board;
    Value best;
  };
  /// What kind of choice it is.
  struct Kind {
    bool of_book = true;  ///< The moves come from the book.
    bool more = false;    ///< A search may still find other moves there.
  };

  /// Ends the game and remembers how it went: the next choice belongs to another game.
  void end_game();

  /// What the choices of this game have given away so far.
  Value spent() const { return spent_; }

  /// Those of `moves` after which some line of the book has not been played yet in answer to the
  /// same replies, by whichever moves games came here.
  BookMoves new_lines(BookMoves moves, const Place& place) const;
  /// The first of `moves` that no earlier game played which came here by the same path. Playing it
  /// makes this game new.
  std::optional<BookMove> untried(const BookMoves& moves, const Place& place) const;
  /// The most promising of the moves that surely lead to a new game: those untried on this path,
  /// and those behind which such a move is known. A move promises the average result of the games
  /// that took it with the same loss so far or, if there were none, its own value.
  std::optional<BookMove> sure_way(BookMoves moves, const Place& place) const;
  /// The most promising of the moves that may lead to a new game: those behind which games have not
  /// gone all ways to the end. That is not certain: only a search can show whether there is another
  /// move.
  std::optional<BookMove> open_way(BookMoves moves, const Place& place) const;
  /// sure_way() if there is one, else open_way().
  std::optional<BookMove> best_way(const BookMoves& moves, const Place& place) const;

  /// Records that `chosen` is played; `moves` are those that a later game may choose from here.
  void play(const BookMoves& moves, const BookMove& chosen, const Place& place, Kind kind);

  /// How many moves were new when they were played. Each takes 400 bytes of memory.
  std::size_t size() const { return paths_.size(); }

 private:
  /// A move of ours: the path by which a game came, and the position after the move.
  using Turn = std::pair<std::size_t, BoardKey>;
  /// A position after a move of ours, by whichever path, and what the game has given away by then,
  /// in value units. That counts because what is left to give away decides which ways are open.
  using Step = std::pair<BoardKey, int>;
  struct Choice {
    std::size_t path{};  ///< The path that led to the place.
    std::vector<Step> moves{};
    Step chosen{};
    Value value{};
    Kind kind{};

    Turn turn(const Step& move) const { return {path, move.first}; }
  };
  /// How the games ended that took a step, from our side: the value of the last choice.
  struct Results {
    int games = 0;
    std::int64_t units = 0;  ///< Sum of the results, in value units.
  };

  Turn turn(const Place& place, const BookMove& move) const;
  Step step(const Place& place, const BookMove& move) const;
  std::optional<BookMove> most_promising(const BookMoves& moves, const Place& place) const;
  bool is_sure(const Turn& turn) const;
  int promise(const Step& step, const BookMove& move) const;
  void play_out();
  void exhaust();
  void remember_end();

  Value spent_{};
  std::vector<Choice> line_;           ///< The choices of this game.
  std::size_t path_ = 0;               ///< The path of this game so far; 0 at its start.
  std::map<Turn, std::size_t> paths_;  ///< The path that each played move leads to.
  std::set<Turn> exhausted_;           ///< Behind these, games went all ways to the end.
  std::set<Turn> sure_;                ///< Behind these, a move is known that no game played.
  std::set<Step> played_out_;          ///< Behind these, games went all ways in the book.
  std::map<Step, Results> results_;
};

}  // namespace sumi
