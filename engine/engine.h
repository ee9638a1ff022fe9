// SPDX-License-Identifier: MIT
/// The engine as a front end uses it: set a position and options, go, stop.
///
/// One thread at a time may call an Engine, except for functions marked "from any thread". Its own
/// thread searches and calls the listener, which may call only stop(). Engines in one process share
/// only immutable weights and thread-safe books.
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
  /// Throws FatalError on an unknown or unsupported ISA, an evaluator or player that does not
  /// support the board size, or an invalid weights or book file. Under a millisecond, plus reading
  /// a weights file or preparing a player (0.1 s); shipped weights and book load later. Without
  /// `open_book` there is no book, whatever the options.
  explicit Engine(const EngineOptions& options, BookOpener open_book = {});
  ~Engine();  ///< Stops and waits.

  /// Starts loading the weights and the book; returns at once. Otherwise the first search loads
  /// them in its own time.
  void prepare();
  void await_prepared();  ///< Waits for prepare(), if called (0.1 s).

  // Unless stated otherwise, the calls below end pondering and learning first, within 50 ms.

  /// Applies the changed options. Stops a running search. Fails, and changes nothing, if an option
  /// cannot be met. A missing book file is no error, because book-learn may follow; book_note()
  /// reports it.
  Result<void> configure(const EngineOptions& options);
  const EngineOptions& options() const;

  /// As configure(), for options that arrive one at a time in any order. Also accepts what further
  /// options may complete, such as an evaluator whose weights are not set yet; pending() then
  /// returns the problem.
  Result<void> configure_step(const EngineOptions& options);

  /// Sets the option `size`, as configure() or, while options are pending(), configure_step().
  Result<void> use_size(int size);

  /// Why the options of configure_step() do not fit together; empty if they do. Until then go()
  /// finds no move (an empty line), evaluate() returns 0, ponder() and add_knowledge() do nothing,
  /// and learn() fails.
  const std::optional<Error>& pending() const;

  /// Description for users: "evaluator mlp, weights 'my.sumi', isa v3". Requires: !pending().
  std::string description() const;

  /// Restricts an engine with untrusted users. configure() then refuses more memory, other weights,
  /// books or players, and turning on `ponder` or `book-learn`. ponder() does nothing and learn()
  /// fails if the option is off now. Every search ends after `longest_search`, whatever its limits.
  void confine(Millis longest_search = Millis::max());
  Millis longest_search() const;  ///< Limit set by confine(); max(): none.

  /// How far later searches yield to other threads: lower_thread_priority() (base/machine.h).
  void set_niceness(int niceness);

  /// Limits the threads of later searches (at least 1) below the option `threads`. From any thread.
  void limit_threads(int threads);

  std::string_view isa() const;  ///< ISA level in use: "v4".

  /// Sets the position to search. Waits for a running search. `to_move` matters only to the option
  /// `player`.
  void set_board(const Board& board, Color to_move = Color::kBlack);

  /// Forgets earlier searches and the losses of the current game. Waits for a running search.
  void clear_table();

  /// Starts a search; returns at once. A move of a game (SearchLimits::varies) comes from the book,
  /// and on_done at once, if the book knows the position, all legal moves are allowed and one is
  /// wanted. With SearchLimits::consults_book the first update holds the book's moves, and a search
  /// adds others.
  void go(const SearchLimits& limits, SearchListener listener);
  /// Ends a running search, pondering or learning, not later ones. Returns at once. From any
  /// thread.
  void stop();
  SearchUpdate wait();  ///< Requires: go() was called.

  /// Nodes of the current or last search, to within a few thousand. From any thread.
  std::uint64_t nodes() const;

  SearchUpdate think(const SearchLimits& limits);

  /// Searches an expected position until another call needs the engine or the position is solved.
  /// Returns at once; keeps the position of go() and the result of wait(). A following go() for
  /// that position resumes at the depth reached, and its clock starts then: a ponder hit.
  void ponder(const Board& board, SearchListener listener = {});
  bool pondering() const;  ///< From any thread.

  /// Stores external knowledge about a position: SearchCore::add_knowledge(). Waits for a running
  /// search and for the weights.
  void add_knowledge(const Board& board, const SearchReport& known);

  /// The book in play. Null if own_book is off, on small boards and with other players. Does not
  /// end pondering. The first call may load the shipped book (20 ms).
  std::shared_ptr<const OpeningBook> book() const;

  /// Shown after configure() if the file of the option `book` is missing; else empty.
  std::string book_note() const;

  /// Adds an 8x8 game to the file of the option `book` at once, then searches the new positions
  /// until another call needs the engine; the next game's call resumes. Waits for a running search.
  /// Fails as OpeningBook::add() does, if the book is not writable, or if the engine is not set to
  /// 8x8.
  Result<void> learn(const GameRecord& game);
  bool learning() const;  ///< From any thread.

  /// Static value of the position for the side to move.
  Value evaluate() const;

  /// Number of leaves `depth` plies below the position.
  std::uint64_t perft(int depth) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
