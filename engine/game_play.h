// SPDX-License-Identifier: MIT
/// Plays an engine's games and opens its book. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/base/signals.h"
#include "engine/book_play.h"
#include "engine/game/board.h"
#include "engine/levels.h"
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

/// Opened on first use. get() is thread-safe.
class LazyBook {
 public:
  using Book = std::shared_ptr<OpeningBook>;

  LazyBook() = default;  ///< No book.
  explicit LazyBook(std::function<Book()> open)
      : book_(std::async(std::launch::deferred, std::move(open)).share()) {}

  /// Starts opening the book; returns at once.
  void prepare() {
    if (!book_.valid() || opening_.valid()) return;
    const SignalsBlocked blocked;
    opening_ = std::async(std::launch::async, [book = book_] { book.wait(); });
  }

  bool is_none() const { return !book_.valid(); }

  /// Null without a book.
  Book get() const { return book_.valid() ? book_.get() : nullptr; }

 private:
  std::shared_future<Book> book_;
  std::future<void> opening_;
};

/// Opens the options' book. Error messages start with the option's name.
Result<LazyBook::Book> open_named_book(const BookOpener& open, const EngineOptions& options,
                                       bool to_learn);

/// True if the options use a book for playing or learning, which requires 8x8 and no player.
bool wants_book(const EngineOptions& options);

/// The book for the options; none without an opener. Opens a file at once, the shipped book on
/// first use. If `incremental` (options arrive one at a time), a missing file or learning into the
/// shipped book is not yet an error.
Result<LazyBook> make_book(const BookOpener& open, const EngineOptions& options, bool incremental);

/// Checks that the book file opens, even on small boards, which use no book.
Result<void> check_book_of_8x8(const BookOpener& open, const EngineOptions& options);

/// True if make_book() returns the same book for both.
bool same_book(const EngineOptions& a, const EngineOptions& b);

/// Chooses moves in games: from the book, by search, or by a player. Has no clock and cannot stop a
/// search. One thread at a time, except book().
class GamePlay {
 public:
  /// Searches a position; reports updates to the listener and returns the result.
  using Search =
      std::function<SearchUpdate(const Board&, const SearchLimits&, const SearchListener&)>;

  /// To replace because of new options.
  struct Change {
    std::optional<std::unique_ptr<MovePlayer>> player;
    std::optional<LazyBook> book;
    bool seed = false;  ///< Reseed.
  };

  /// Reads `options` at every call; they must outlive this. Throws FatalError if their player or
  /// book is invalid.
  GamePlay(const EngineOptions& options, BookOpener open_book, Search search);

  /// Prepares for the options `wanted`. Fails if their player or book is invalid; a missing book
  /// file is not an error.
  Result<Change> change_to(const EngineOptions& wanted) const;

  /// Applies the result of change_to(), whose options must now be in effect.
  void apply(Change change);

  void prepare_book() { book_.prepare(); }  ///< Returns at once.
  void await_book() const { book_.get(); }

  bool has_player() const { return player_ != nullptr; }  ///< False: the search chooses moves.

  /// The player's move, from `moves` if any is legal; an arbitrary move soon after `stop` is set.
  /// The update has depth 0 and value 0, because match managers act on values; the score in a
  /// finished game. The caller sets SearchUpdate::seconds. Requires: has_player().
  SearchUpdate ask_player(const Position& position, Bitboard moves, const std::atomic<bool>& stop);

  /// From the book if known, else by search. With the option `strength` reports no updates.
  SearchUpdate play(const Board& board, const SearchLimits& limits, const SearchListener& listener);

  /// The best moves for analysis: the book's at once, then searched moves if
  /// SearchLimits::candidates asks for more. These never rank above the best book move, whose
  /// search considered them.
  SearchUpdate consult(const Board& board, const SearchLimits& limits,
                       const SearchListener& listener);

  void end_game();  ///< Ends the game; the next move starts another.

  /// The book to play from, or null. The first call opens it. From any thread, but not during
  /// apply().
  LazyBook::Book book() const { return options_.own_book ? book_.get() : nullptr; }

  /// True if the file of the option `book` is missing.
  bool book_file_missing() const { return open_book_ && wants_book(options_) && book_.is_none(); }

  /// The book to which games are added; creates a missing file. Fails without a book and on small
  /// boards.
  Result<LazyBook::Book> book_to_learn() const;

 private:
  SearchUpdate play_at(const Strength& strength, const Board& board, SearchLimits limits);
  SearchUpdate play_new(const Board& board, SearchLimits limits, const SearchListener& listener);
  SearchUpdate search_and_vary(const Board& board, const SearchLimits& limits,
                               const SearchListener& listener);
  void draw_player_seed();
  void remember(const Board& board, Square move);

  const EngineOptions& options_;
  const BookOpener open_book_;
  const Search search_;
  SplitMix64 random_;                   ///< For strength and variety.
  std::unique_ptr<MovePlayer> player_;  ///< Null: the search.
  std::uint64_t player_seed_ = 0;       ///< With option `seed` 0, drawn again for each move.
  LazyBook book_;
  BookPlay book_play_;
  Board last_;  ///< After the last move of book_play_; without discs before the first move.
};

}  // namespace sumi
