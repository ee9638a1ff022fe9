// SPDX-License-Identifier: MIT
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

/// A permanent hash of start, moves, players, date, place, event and round. Books recognize counted
/// games by it.
std::uint64_t identity(const GameRecord& game);

struct AddSetup {
  int plies = 30;               ///< Add positions up to this number of moves, without passes.
  std::uint64_t min_games = 1;  ///< Add only new positions that this many games reach.
};

struct AddReport {
  std::uint64_t games = 0, known = 0, skipped = 0;  ///< Games read; already in the book; unsuitable
                                                    ///< (another size or start, no move).
  std::vector<Board> added;                         ///< In order of play, not searched yet.
};

/// Adds the positions of games, including the start, and counts games at all positions in the book,
/// one change per game. An unfinished game without a winner adds positions but is not counted.
/// Accepts the mirrored start. BookWorker::search() searches the new positions.
class GameAdder {
 public:
  GameAdder(BookStore& book, AddSetup setup) : book_(book), setup_(setup) {}

  /// If min_games > 1, call survey() for all games before add(). Repeated games count once.
  void survey(const GameRecord& game);
  void add(const GameRecord& game, AddReport& report);

 private:
  BookStore& book_;
  AddSetup setup_;
  std::unordered_map<Board, std::uint32_t, BoardHash> seen_;
  std::unordered_set<std::uint64_t> surveyed_;
};

/// On 8x8, from the usual or the mirrored start.
bool begins_as_usual(const GameRecord& game);

// Learning from games, for any writable book. Thread-safe.

/// Adds a finished game down to kLearnEmpties, and lists new and stale leaves in the book's note
/// "to-learn". Their search propagates the outcome to earlier positions. A counted game (`known`)
/// adds nothing. Fails and changes nothing if the game is unfinished or has another start.
Result<AddReport> learn_game(BookStore& book, const GameRecord& game);

/// Prevents threads from searching the same leaf. Thread-safe.
class LeafClaims {
 public:
  /// Claims the last unclaimed board; nothing if all are claimed.
  std::optional<Board> take_last(const std::vector<Board>& boards);
  void give_back(const Board& board);

 private:
  std::mutex mutex_;
  std::unordered_set<Board, BoardHash> taken_;  ///< Guarded by mutex_.
};

/// Searches the leaves in the note "to-learn", last first, at the level in the note "level" or
/// kLearnLevel, until `search` returns nothing or all leaves are claimed. Writes each result at
/// once. Concurrent callers share `claims`.
void search_learned(BookStore& book, const OpeningBook::Search& search, LeafClaims& claims);

Result<AddReport> learn(BookStore& book, const GameRecord& game, const OpeningBook::Search& search);

inline constexpr int kLearnLevel = 21;
inline constexpr int kLearnEmpties = 20;  ///< Fewer empties are solved quickly.

}  // namespace sumi::book
