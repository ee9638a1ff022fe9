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

/// A permanent hash of start, moves, players, date, place, event and round. Books use it to
/// recognize games that they have counted.
std::uint64_t identity(const GameRecord& game);

struct AddSetup {
  int plies = 30;               ///< Add positions up to this number of moves, not counting passes.
  std::uint64_t min_games = 1;  ///< Add new positions only if this many games reach them.
};

struct AddReport {
  std::uint64_t games = 0, known = 0, skipped = 0;  ///< Games read; games already in the book;
                                                    ///< unsuitable games (another size or start, no
                                                    ///< move).
  std::vector<Board> added;                         ///< Not searched yet, in order of play.
};

/// Adds the positions of games, including the start, and counts games at all positions in the book,
/// each game as one change. A game counts with its score or, if unfinished, a result that names the
/// winner; without either its positions are added uncounted. Accepts the mirrored start.
/// BookWorker::search() searches the new positions.
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

/// True for a game on 8x8 from the usual or the mirrored start.
bool begins_as_usual(const GameRecord& game);

// Learning from games, for any writable book. Thread-safe.

/// Adds a finished game down to kLearnEmpties, and appends to the book's note "to-learn" the leaves
/// that it adds or makes stale. Searching these propagates the outcome to earlier positions and so
/// changes later play. A game already counted (`known`) adds nothing. If the game is not over or
/// does not begin as usual, fails and changes nothing.
Result<AddReport> learn_game(BookStore& book, const GameRecord& game);

/// Leaves under search: prevents threads from searching the same one. Thread-safe.
class LeafClaims {
 public:
  /// Claims the last unclaimed one of `boards`; nothing if all are claimed.
  std::optional<Board> take_last(const std::vector<Board>& boards);
  void give_back(const Board& board);

 private:
  std::mutex mutex_;
  std::unordered_set<Board, BoardHash> taken_;  ///< Guarded by mutex_.
};

/// Searches the leaves in the note "to-learn", last first, at the level in the note "level" or
/// kLearnLevel, until `search` returns nothing or all remaining leaves are claimed. Writes each
/// result at once. Concurrent callers share `claims`.
void search_learned(BookStore& book, const OpeningBook::Search& search, LeafClaims& claims);

Result<AddReport> learn(BookStore& book, const GameRecord& game, const OpeningBook::Search& search);

inline constexpr int kLearnLevel = 21;
inline constexpr int kLearnEmpties = 20;  ///< Positions with fewer empties are solved quickly.

}  // namespace sumi::book
