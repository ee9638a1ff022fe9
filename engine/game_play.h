// SPDX-License-Identifier: MIT
/// Plays the games of an engine, and opens its book. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/base/signals.h"
#include "engine/book_play.h"
#include "engine/game/board.h"
#include "engine/limits.h"
#include "engine/opening_book.h"
#include "engine/options.h"
#include "engine/player.h"
#include "engine/search_update.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>

namespace sumi {

/// The book of an engine: opened when somebody looks into it.
class LazyBook {
 public:
  using Book = std::shared_ptr<OpeningBook>;

  LazyBook() = default;  ///< No book.
  explicit LazyBook(std::function<Book()> open)
      : book_(std::async(std::launch::deferred, std::move(open)).share()) {}

  /// Begins to open it, on a thread of its own; returns at once.
  void prepare() {
    if (!book_.valid() || opening_.valid()) return;
    const SignalsBlocked blocked;
    opening_ = std::async(std::launch::async, [book = book_] { book.wait(); });
  }

  bool is_none() const { return !book_.valid(); }

  /// Null if there is none. Any thread; the first call may have to open it.
  Book get() const { return book_.valid() ? book_.get() : nullptr; }

 private:
  std::shared_future<Book> book_;
  std::future<void> opening_;
};

/// Opens the book that the options name. Errors name the option, too.
Result<LazyBook::Book> open_named_book(const BookOpener& open, const EngineOptions& options,
                                       bool to_learn);

/// True if the options ask for a book, to play from or to learn into. On small boards, and for
/// other players than the search, none is used.
bool wants_book(const EngineOptions& options);

/// The book that the options want; none without an opener. A file is opened now, with its errors;
/// the shipped book, which has none, later. Where options are set one by one (`more_follow`) two
/// things are no errors yet, so that book and book-learn may come in any order: a file that is not
/// there, which is no book until learning makes it, and learning into the shipped book.
Result<LazyBook> book_of(const BookOpener& open, const EngineOptions& options, bool more_follow);

/// A file that the options name as a book of games on 8x8 is told now if it cannot be opened,
/// though the board is a small one, for which book_of() opens none.
Result<void> check_book_of_8x8(const BookOpener& open, const EngineOptions& options);

/// True if book_of() gives the same book for both, whatever `more_follow` is.
bool same_book(const EngineOptions& a, const EngineOptions& b);

/// Chooses the moves of games as the options say: from the book, by a search, or by another player.
/// It knows nothing of clocks or of how a search is stopped. One thread at a time, but for book().
class GamePlay {
 public:
  /// Searches a position within limits and returns the result, which it does not tell the listener.
  using Search =
      std::function<SearchUpdate(const Board&, const SearchLimits&, const SearchListener&)>;

  /// What other options need and these have not: made, but not in use yet.
  struct Change {
    std::optional<std::unique_ptr<MovePlayer>> player;  ///< Another player; null in it: the search.
    std::optional<LazyBook> book;                       ///< Another book, or none.
    bool seed = false;                                  ///< The random numbers begin anew.
  };

  /// `options` are read at every call and must outlive this. Throws FatalError if the player or the
  /// book that they name cannot be made. Without `open_book` there is no book.
  GamePlay(const EngineOptions& options, BookOpener open_book, Search search);

  /// Makes what `wanted` needs in place of the options as they are now. Fails, and changes nothing,
  /// if there is no such player or book; a file of a book that is not there yet is no error.
  Result<Change> change_to(const EngineOptions& wanted) const;

  /// Uses what change_to() made. Requires: the options are now those that it was called with.
  void apply(Change change);

  void prepare_book() { book_.prepare(); }  ///< Begins to open the book; returns at once.
  void await_book() const { book_.get(); }  ///< Waits until the book is open.

  bool has_player() const { return player_ != nullptr; }  ///< Not the search chooses, but a player.

  /// Asks the player for a move: a line of one move, depth 0. The value is 0, since a player knows
  /// none and managers of games act on what they are told; a game that is over has its score. Plays
  /// one of `moves`, if one of them is legal. Soon after `stop` is set it returns any such move.
  /// Leaves SearchUpdate::seconds to the caller. Requires: has_player().
  SearchUpdate ask_player(const Position& position, Bitboard moves, const std::atomic<bool>& stop);

  /// A move of a game from the book or, where that has none, from a search.
  SearchUpdate play(const Board& board, const SearchLimits& limits, const SearchListener& listener);

  /// The best moves of a position for somebody who analyses it: those that the book knows come from
  /// it, at once; the others are searched, if so many moves are wanted (SearchLimits::candidates).
  /// None of these is put above the best of the book, whose search looked at them too.
  SearchUpdate consult(const Board& board, const SearchLimits& limits,
                       const SearchListener& listener);

  void end_game();  ///< The next move belongs to another game.

  /// The book that games are played from; null: none. Opens it, if nobody has. From any thread, but
  /// not during apply().
  LazyBook::Book book() const { return options_.own_book ? book_.get() : nullptr; }

  /// True if the file of the option `book` is not there.
  bool book_file_missing() const { return open_book_ && wants_book(options_) && book_.is_none(); }

  /// The book whose file games are added to; makes the file if there is none. Fails if the engine
  /// has no book, and on small boards.
  Result<LazyBook::Book> book_to_learn() const;

 private:
  SearchUpdate play_new(const Board& board, SearchLimits limits, const SearchListener& listener);
  SearchUpdate search_and_vary(const Board& board, const SearchLimits& limits,
                               const SearchListener& listener);
  void draw_player_seed();
  /// Remembers a move of the game that is played by book_play_.
  void remember(const Board& board, Square move);

  const EngineOptions& options_;
  const BookOpener open_book_;
  const Search search_;
  SplitMix64 random_;                   ///< Random numbers for the variety.
  std::unique_ptr<MovePlayer> player_;  ///< Player that the option names; null: the search.
  std::uint64_t player_seed_ = 0;       ///< With option seed 0 new for each move.
  LazyBook book_;  ///< The book that the options name, to play from or to learn into.
  BookPlay book_play_;
  Board last_;  ///< After the last move that book_play_ chose; no discs: it has chosen none.
};

}  // namespace sumi
