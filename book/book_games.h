// SPDX-License-Identifier: MIT
/// Adds games to books.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/game/game.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sumi::book {

/// A permanent hash of start, moves, players, date, place, event and round, by which books
/// recognize games that they have counted.
std::uint64_t identity(const GameRecord& game);

struct AddSetup {
  int plies = 30;               ///< Add positions up to this many moves, without passes.
  std::uint64_t min_games = 1;  ///< Add new positions only if this many games reach them.
};

struct AddReport {
  std::uint64_t games = 0, known = 0, skipped = 0;  ///< Read; already in the book; unsuitable
                                                    ///< (another size or start, no move).
  std::vector<Board> added;                         ///< Unsearched, from each game's start on.
};

/// Adds the positions of games, start included, and counts games at all positions in the book. A
/// game counts by its score, or if unfinished by a result that names the winner; otherwise its
/// positions are added uncounted. Each game is one change. The mirrored start is accepted.
/// BookWorker::search() searches the new positions.
class GameAdder {
 public:
  GameAdder(BookStore& book, AddSetup setup) : book_(book), setup_(setup) {}

  /// If min_games > 1, call survey() for all games first, then add() for all. Repeated games count
  /// once.
  void survey(const GameRecord& game);
  void add(const GameRecord& game, AddReport& report);

 private:
  BookStore& book_;
  AddSetup setup_;
  std::unordered_map<Board, std::uint32_t, BoardHash> seen_;  ///< By canonical board.
  std::unordered_set<std::uint64_t> surveyed_;
};

/// On 8x8, at the usual or the mirrored start.
bool begins_as_usual(const GameRecord& game);

// Learning from games, for any writable book. Thread-safe.

/// Adds a finished game down to kLearnEmpties, and records in the book's note "to-learn" the leaves
/// that it adds or makes stale. Searching these propagates the outcome to all earlier positions and
/// so changes later play. A game already counted (`known`) adds nothing. Fails without changes if
/// the game is not over or does not begin as usual.
Result<AddReport> learn_game(BookStore& book, const GameRecord& game);

/// Leaves under search, so that threads do not search the same one. Thread-safe.
class LeafClaims {
 public:
  /// The last unclaimed of `boards`; nothing if all are claimed.
  std::optional<Board> take_last(const std::vector<Board>& boards);
  void give_back(const Board& board);

 private:
  std::mutex mutex_;
  std::unordered_set<Board, BoardHash> taken_;  ///< Guarded by mutex_.
};

/// Searches the leaves of the note "to-learn", last first, at the level of the note "level" or
/// kLearnLevel, until `search` returns nothing or all remaining leaves are claimed. Writes each
/// result at once. Concurrent callers share `claims`.
void search_learned(BookStore& book, const OpeningBook::Search& search, LeafClaims& claims);

/// learn_game() and search_learned().
Result<AddReport> learn(BookStore& book, const GameRecord& game, const OpeningBook::Search& search);

inline constexpr int kLearnLevel = 21;
inline constexpr int kLearnEmpties = 20;  ///< Positions with fewer are solved quickly.

}  // namespace sumi::book
