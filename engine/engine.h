// SPDX-License-Identifier: MIT
/// The engine for front ends: set a position and options, go, stop.
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
  /// reading a weights file or preparing a player (0.1 s); shipped weights and book load later.
  /// Without `open_book`, the book options have no effect.
  explicit Engine(const EngineOptions& options, BookOpener open_book = {});
  ~Engine();  ///< Stops the work and waits.

  /// Starts loading weights and book; returns at once. Without it, the first search loads them in
  /// its own time.
  void prepare();
  void await_prepared();  ///< Waits until loading ends (0.1 s), if prepare() was called.

  // Unless stated otherwise, the calls below first end pondering and learning (50 ms).

  /// Applies the changed options. Stops a running search. If an option cannot be met, fails and
  /// changes nothing. A missing book file is not an error, because book-learn may follow
  /// (book_note()).
  Result<void> configure(const EngineOptions& options);
  const EngineOptions& options() const;

  /// As configure(), for options that arrive one at a time in any order. Also accepts options that
  /// need further ones (an evaluator without weights); pending() then returns the problem.
  Result<void> configure_step(const EngineOptions& options);

  /// Sets the option `size`, as configure() or, while options are pending(), configure_step().
  Result<void> use_size(int size);

  /// Why the options of configure_step() do not fit together; empty if they do. Until then go()
  /// finds no move (an empty line), evaluate() returns 0, ponder() and add_knowledge() do nothing,
  /// and learn() fails.
  const std::optional<Error>& pending() const;

  /// For users: "evaluator mlp, weights 'my.sumi', isa v3". Requires: !pending().
  std::string description() const;

  /// Restricts an engine with untrusted users. From then on configure() refuses more memory, other
  /// weights, books or players, and turning on `ponder` or `book-learn`; ponder() does nothing and
  /// learn() fails if the option is off now. Every search ends after `longest_search`, whatever its
  /// limits.
  void confine(Millis longest_search = Millis::max());
  Millis longest_search() const;  ///< Limit set by confine(); max(): unlimited.

  /// See lower_thread_priority() (base/machine.h); for later searches.
  void set_niceness(int niceness);

  /// Limits the threads of later searches (at least 1), below the option `threads`. From any
  /// thread.
  void limit_threads(int threads);

  std::string_view isa() const;  ///< ISA level in use: "v4".

  /// Sets the position to search. Waits for a running search. Only the option `player` uses
  /// `to_move`.
  void set_board(const Board& board, Color to_move = Color::kBlack);

  /// Forgets earlier searches and the losses in the current game. Waits for a running search.
  void clear_table();

  /// Starts a search; returns at once. A move in a game (SearchLimits::varies) comes from the book
  /// if that has the position, all legal moves are allowed and one is wanted; on_done then follows
  /// at once. With SearchLimits::consults_book the first update has the book's moves; a search adds
  /// others.
  void go(const SearchLimits& limits, SearchListener listener);
  /// Ends a running search, pondering or learning; later ones are not affected. Returns at once.
  /// From any thread.
  void stop();
  SearchUpdate wait();  ///< Requires: go() was called.

  /// Nodes of the current or last search, accurate to a few thousand. From any thread.
  std::uint64_t nodes() const;

  SearchUpdate think(const SearchLimits& limits);

  /// Searches an expected position until another call needs the engine or the position is solved.
  /// Returns at once; keeps the position of go() and the result of wait(). On a ponder hit, when
  /// go() follows for that position, it resumes at the depth reached and its clock starts then.
  void ponder(const Board& board, SearchListener listener = {});
  bool pondering() const;  ///< From any thread.

  /// As SearchCore::add_knowledge(). Waits for a running search and for the weights.
  void add_knowledge(const Board& board, const SearchReport& known);

  /// The book in use. Null if own_book is off, on small boards and with other players. Does not end
  /// pondering. The first call may load the shipped book (20 ms).
  std::shared_ptr<const OpeningBook> book() const;

  /// A note for users if the file of the option `book` is missing; else empty.
  std::string book_note() const;

  /// Adds an 8x8 game to the file of the option `book`, then searches the new positions until
  /// another call needs the engine; the call for the next game resumes. Waits for a running search.
  /// Fails as OpeningBook::add() does, if the book is read-only, or if the engine is not set to
  /// 8x8.
  Result<void> learn(const GameRecord& game);
  bool learning() const;  ///< From any thread.

  /// Static value of the position for the side to move.
  Value evaluate() const;

  std::uint64_t perft(int depth) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sumi
