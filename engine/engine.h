// SPDX-License-Identifier: MIT
/// The engine for front ends.
///
/// One thread at a time may call an Engine, except for functions marked "from any thread". The
/// engine's own thread searches and calls the listener, which may call only stop(). Engines share
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
  /// support the board size, or an invalid weights or book file. Takes under a millisecond, plus
  /// the time for a weights file or a player (0.1 s). Shipped weights and book load later. Without
  /// `open_book`, the book options have no effect.
  explicit Engine(const EngineOptions& options, BookOpener open_book = {});
  ~Engine();  ///< Stops the work and waits.

  /// Starts loading weights and book, which would otherwise take time of the first search. Returns
  /// at once.
  void prepare();
  void await_prepared();  ///< After prepare(), waits for the end of loading (0.1 s).

  // Unless stated otherwise, the calls below first end pondering and learning (50 ms).

  /// Stops a running search. If an option cannot be met, fails and changes nothing. A missing book
  /// file is not an error, because book-learn may follow (book_note()).
  Result<void> configure(const EngineOptions& options);
  const EngineOptions& options() const;

  /// For options that arrive one at a time in any order. As configure(), but also accepts options
  /// that need others (an evaluator without weights); pending() then returns the problem.
  Result<void> configure_step(const EngineOptions& options);

  /// Sets the option `size` by configure() or, while options are pending(), configure_step().
  Result<void> use_size(int size);

  /// The conflict between options of configure_step(), if any. While one exists, go() finds no move
  /// (an empty line), evaluate() returns 0, ponder() and add_knowledge() do nothing, and learn()
  /// fails.
  const std::optional<Error>& pending() const;

  /// For users: "evaluator mlp, weights 'my.sumi', isa v3". Requires: !pending().
  std::string description() const;

  /// For untrusted users. From then on configure() refuses more memory, other weights, books or
  /// players, and turning on `ponder` or `book-learn`. If these are off now, ponder() does nothing
  /// and learn() fails. Every search ends after `longest_search`, whatever its limits.
  void confine(Millis longest_search = Millis::max());
  Millis longest_search() const;  ///< Set by confine(); max(): unlimited.

  /// For later searches. See lower_thread_priority() (base/machine.h).
  void set_niceness(int niceness);

  /// Limits the threads of later searches (at least 1), below the option `threads`. From any
  /// thread.
  void limit_threads(int threads);

  std::string_view isa() const;  ///< ISA level in use: "v4".

  /// Waits for a running search. Only the option `player` uses `to_move`.
  void set_board(const Board& board, Color to_move = Color::kBlack);

  /// Forgets earlier searches and the current game's losses. Waits for a running search.
  void clear_table();

  /// Starts a search; returns at once. A move in a game (SearchLimits::varies) comes from the book
  /// if the position is in it, all legal moves are allowed and one move is wanted; on_done then
  /// follows at once. With SearchLimits::consults_book the first update contains the book's moves;
  /// a search adds others.
  void go(const SearchLimits& limits, SearchListener listener);
  /// Ends a running search, pondering or learning; does not affect later ones. Returns at once.
  /// From any thread.
  void stop();
  SearchUpdate wait();  ///< Requires: go() was called.

  /// Of the current or last search, accurate to a few thousand. From any thread.
  std::uint64_t nodes() const;

  SearchUpdate think(const SearchLimits& limits);

  /// Searches an expected position until another call needs the engine or the position is solved.
  /// Returns at once; keeps the position of go() and the result of wait(). After a ponder hit, a
  /// go() for that position resumes at the depth reached, with a new clock.
  void ponder(const Board& board, SearchListener listener = {});
  bool pondering() const;  ///< From any thread.

  /// As SearchCore::add_knowledge(). Waits for a running search and for the weights.
  void add_knowledge(const Board& board, const SearchReport& known);

  /// The book in use. Null if own_book is off, on small boards and with other players. Does not end
  /// pondering. The first call may load the shipped book (20 ms).
  std::shared_ptr<const OpeningBook> book() const;

  /// For users, if the file of the option `book` is missing; else empty.
  std::string book_note() const;

  /// Adds an 8x8 game to the file of the option `book`, then searches the new positions until
  /// another call needs the engine; the next learn() resumes. Waits for a running search. Fails as
  /// OpeningBook::add() does, if the book is read-only, or if the engine is not set to 8x8.
  Result<void> learn(const GameRecord& game);
  bool learning() const;  ///< From any thread.

  /// Static value for the side to move.
  Value evaluate() const;

  std::uint64_t perft(int depth) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
