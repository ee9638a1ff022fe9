// SPDX-License-Identifier: MIT
/// The engine as a front end sees it: a position, options, go, stop.
///
/// One thread at a time may call an Engine, but for what says "from any thread". Searching
/// happens on the engine's own thread; the listener is called from there, one call at a time,
/// and must not call back into the Engine except stop(). Many engines can live in one process:
/// nothing is shared but weights, which never change, and books.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/limits.h"
#include "engine/opening_book.h"
#include "engine/options.h"
#include "engine/search_core.h"
#include "engine/search_update.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi {

class Engine {
 public:
  /// Throws FatalError if the options cannot be met (an unknown or unsupported isa, an evaluator or
  /// a player that does not know the size, a bad file of weights or book). Takes under a
  /// millisecond, since the shipped weights and book are read by prepare() or the first search; a
  /// file of weights is read at once, and so is what a player reads or solves (0.1 s).
  /// Without `open_book` there is no book, whatever the options say.
  explicit Engine(const EngineOptions& options, BookOpener open_book = {});
  ~Engine();  ///< Stops and waits.

  /// Begins to read what the first search needs, the book too; returns at once. Without it that
  /// search does so, on its own time.
  void prepare();
  void await_prepared();  ///< Waits for prepare() to be done (0.1 s), if it was called.

  // The calls below end pondering and learning, within 50 ms, unless they take no time or say
  // otherwise.

  /// Applies what differs from the current options. Stops a running search first. Fails, and keeps
  /// what it had, if an option cannot be met. As book-learn and book may be set one after the
  /// other, a file that is not there yet is no error here; book_note() tells of it.
  Result<void> configure(const EngineOptions& options);
  const EngineOptions& options() const;

  /// configure() for those who set options one by one, in any order. What does not fit together
  /// yet, but may when more is set, is taken too: an evaluator whose weights are still to be named,
  /// weights of another evaluator, an evaluator that does not know the board. pending() says what
  /// is wrong until it fits. Fails, and keeps what it had, if nothing that may follow could mend
  /// it.
  Result<void> configure_step(const EngineOptions& options);

  /// Sets the option `size`, for a game on such a board. Fails as configure() does; while options
  /// are pending(), as configure_step() does.
  Result<void> use_size(int size);

  /// Why the options that configure_step() took do not fit together; nothing if they do. Until
  /// they fit nothing is searched: go() finds no move (an empty line), evaluate() says 0, ponder()
  /// and feed() do nothing, and learn() fails.
  const std::optional<Error>& pending() const;

  /// What the engine searches and plays with, as a text for people: "evaluator mlp, weights
  /// 'my.sumi', isa v3". Requires: !pending().
  std::string plays() const;

  /// For an engine whose options strangers set: from now on configure() fails if it is to take more
  /// memory than it may now, other weights, books or players, or processor time that nobody asked
  /// for (`ponder`, `book-learn`); and ponder() and learn() do nothing and fail, if their option is
  /// not set now. Every search ends after `longest_search`, with what it has found, whatever its
  /// limits say.
  void confine(Millis longest_search = Millis::max());
  Millis longest_search() const;  ///< The limit of confine(); max(): none.

  /// Searches that begin from now on give way to the threads of this program that do not search:
  /// lower_thread_priority() (base/machine.h).
  void set_niceness(int niceness);

  /// Searches that begin from now on use at most this many threads (at least 1), whatever the
  /// option `threads` says. From any thread.
  void limit_threads(int threads);

  std::string_view isa() const;  ///< The level in use: "v4".

  /// The position that go() thinks about. Waits for a running search. The colour matters only to
  /// the option `player`, which is asked for the moves of games (SearchLimits::varies).
  void set_board(const Board& board, Color to_move = Color::kBlack);

  /// Forgets what earlier searches learned and what variety has cost in a game, so that the next
  /// search is independent of them. Waits for a running search.
  void clear_table();

  /// Begins a search; returns at once. A move of a game (SearchLimits::varies) is the book's if
  /// book() has one for the position, any legal move may be chosen and only one is asked for:
  /// on_done comes at once then. With SearchLimits::consults_book the book's moves are the first
  /// update, and a search fills up with others.
  void go(const SearchLimits& limits, SearchListener listener);
  /// Ends a running search, pondering or learning; later ones are not affected. Returns at once.
  /// From any thread.
  void stop();
  SearchUpdate wait();  ///< Until the search is over; its result. Requires: go() was called.

  /// Nodes of the running search so far, or of the last one, to within a few thousand. From any
  /// thread.
  std::uint64_t nodes() const;

  /// go() and wait() in one.
  SearchUpdate think(const SearchLimits& limits);

  /// Thinks about a position that we expect to be asked about, as under a clock but without end,
  /// until another call needs the engine or the position is solved. Returns at once; leaves the
  /// position of go() and the result of wait() alone. If the next search is a go() for the same
  /// position, it goes on where this one was, and its time counts from that go(). A protocol's
  /// "ponder hit" is no more than that go().
  void ponder(const Board& board, SearchListener listener = {});
  bool pondering() const;  ///< ponder() is not over. From any thread.

  /// Keeps what somebody else found out about a position: the bounds of `known`, for its side to
  /// move, believed for the depth and selectivity but never as proven, and the line of moves, which
  /// must be legal. To the next search a move there is worth just that. Waits for a running
  /// search, and for the weights.
  void feed(const Board& board, const SearchReport& known);

  /// The book that games are played from; null: none, as without the option own_book, on small
  /// boards and for other players than the search. Disturbs nothing; takes no time, unless the
  /// shipped one is still to be read (20 ms).
  std::shared_ptr<const OpeningBook> book() const;

  /// A remark to show after configure() if the file of the option `book` is not there; else empty.
  std::string book_note() const;

  /// Adds a game to the book that the option `book` names: at once, whatever else the options say.
  /// Then searches what it has brought in, until that is done or another call needs the engine; the
  /// rest is searched after the next game. Fails as OpeningBook::add() does, and if the book is
  /// none that can be written. Waits for a running search. Games on 8x8 only, and while the engine
  /// is set to that board.
  Result<void> learn(const GameRecord& game);
  bool learning() const;  ///< learn() still searches. From any thread.

  /// The static value of the position, for its side to move.
  Value evaluate() const;

  /// Leaves `depth` plies below the position, on the level in use.
  std::uint64_t perft(int depth) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
