// SPDX-License-Identifier: MIT
/// Which ways the games of a session went, and which are left.
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

using BookMoves = std::vector<BookMove>;         ///< Of one position, best first.
using BoardKey = std::pair<Bitboard, Bitboard>;  ///< A position, whichever way it is turned.

BoardKey key_of(const Board& board);
/// After `move`, which is legal.
BoardKey key_after(const Board& board, Square move);

/// The choices of this game and of those before, and where they led. One thread at a time.
class PastGames {
 public:
  /// Where a move is to be chosen, and the value against which moves give something away: always
  /// the same of a place, so that steps are.
  struct Place {
    Board board;
    Value best;
  };
  /// What is to be known of a choice beside the moves that there were.
  struct Kind {
    bool of_book = true;
    bool more = false;  ///< There may be others.
  };

  /// What comes next is another game.
  void end_game();

  /// What the choices of this game have given away.
  Value spent() const { return spent_; }

  /// Those of `moves` behind which games have not gone all ways of the book that the same replies
  /// leave, by whichever moves they came here.
  BookMoves new_lines(BookMoves moves, const Place& place) const;
  /// The first that no game has gone which came here by the same moves: this game is new then.
  std::optional<BookMove> untried(const BookMoves& moves, const Place& place) const;
  /// Of such, and of those behind which such a one is known: the one with which games ended best,
  /// or if there were none, of the best value.
  std::optional<BookMove> sure_way(BookMoves moves, const Place& place) const;
  /// In the same way, of all behind which games have not gone all ways to their ends: a search may
  /// find another move there.
  std::optional<BookMove> open_way(BookMoves moves, const Place& place) const;
  /// A sure way, else an open one.
  std::optional<BookMove> best_way(const BookMoves& moves, const Place& place) const;

  /// `chosen` is played; `moves` are what a later game may choose from.
  void play(const BookMoves& moves, const BookMove& chosen, const Place& place, Kind kind);

  /// What the memory grows with, 400 bytes each: moves that were new.
  std::size_t size() const { return paths_.size(); }

 private:
  /// The way that a game came, of `paths_`, and the position after a move of ours there.
  using Turn = std::pair<std::size_t, BoardKey>;
  /// A position after a move of ours and what the game has given away by then, in value units: what
  /// is left to give away is another way to go on.
  using Step = std::pair<BoardKey, int>;
  struct Choice {
    std::size_t path{};  ///< To the place.
    std::vector<Step> moves{};
    Step chosen{};
    Value value{};
    Kind kind{};

    Turn turn(const Step& move) const { return {path, move.first}; }
  };
  /// How games ended that took a step, for us: what the last choice was worth.
  struct Results {
    int games = 0;
    std::int64_t units = 0;  ///< Sum.
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
  std::vector<Choice> line_;
  std::size_t path_ = 0;               ///< Of this game; 0 at its start.
  std::map<Turn, std::size_t> paths_;  ///< Where the moves that games played lead to.
  std::set<Turn> exhausted_;           ///< Games went all ways behind them, to their ends.
  std::set<Turn> sure_;                ///< A move behind them is known and was never played.
  std::set<Step> played_out_;          ///< Games went all ways behind them in the book.
  std::map<Step, Results> results_;
};

}  // namespace sumi
