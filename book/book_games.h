// SPDX-License-Identifier: MIT
/// Games into books.
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

/// A number that identifies a game by its start, moves, players, date, place, event and round; it
/// never changes. A game that the book remembers is not counted again.
std::uint64_t identity(const GameRecord& game);

struct AddSetup {
  int plies = 30;               ///< Positions after so many moves at most (passes do not count).
  std::uint64_t min_games = 1;  ///< A new position must have been in so many of the games.
};

struct AddReport {
  std::uint64_t games = 0, known = 0, skipped = 0;  ///< Read; of these remembered already, and not
                                                    ///< for us (another size or start, no move).
  std::vector<Board> added;  ///< Positions new in the book, unsearched, a game's from its start on.
};

/// Puts the positions of a game, the start included, in the book: all, or as min_games says, and
/// counts the game through all that are in the book. A finished game is counted by its score, an
/// unfinished one by its result if that says who won, else its positions are put in without. One
/// game is one change, so a kill loses at most one. The usual start may be the mirrored one. What
/// was put in is not searched: BookWorker::search().
class GameAdder {
 public:
  GameAdder(BookStore& book, AddSetup setup) : book_(book), setup_(setup) {}

  /// With min_games above 1 a first pass over all games is needed: survey() each, then add() each.
  /// A game that comes again is one.
  void survey(const GameRecord& game);
  void add(const GameRecord& game, AddReport& report);

 private:
  BookStore& book_;
  AddSetup setup_;
  std::unordered_map<Board, std::uint32_t, BoardHash> seen_;  ///< Games by canonical board reached.
  std::unordered_set<std::uint64_t> surveyed_;                ///< The identities of these games.
};

/// True if the game is on the board of 8x8 and begins at the usual start or the mirrored one.
bool begins_as_usual(const GameRecord& game);

// Learning from games, for any book that can be written. From any thread.

/// Adds a finished game, all plies down to kLearnEmpties, and keeps in the book's note "to-learn"
/// which leaves it has brought in or made stale. A game that ended otherwise than the book thought
/// changes, once these are searched, the scores of all positions before, and with them what is
/// played. A game that the book remembers (`known`) adds nothing. Fails, and changes nothing, if
/// the game is not over or does not begin as usual.
Result<AddReport> learn_game(BookStore& book, const GameRecord& game);

/// The leaves that threads are searching, so that no two search the same one. From any thread.
class LeafClaims {
 public:
  /// Claims for the caller the last of `boards` that nobody has claimed, and returns it; nothing if
  /// there is none.
  std::optional<Board> take_last(const std::vector<Board>& boards);
  void give_back(const Board& board);

 private:
  std::mutex mutex_;
  std::unordered_set<Board, BoardHash> taken_;  ///< Guarded by mutex_.
};

/// Searches the leaves of the note "to-learn", last first, at the book's note "level" or
/// kLearnLevel, until `search` returns nothing, or others are at work on all that are left. Each is
/// written as it is found, so that neither a stop nor a kill costs more than one. Those who learn
/// at once share `claims`.
void search_learned(BookStore& book, const OpeningBook::Search& search, LeafClaims& claims);

/// learn_game(), then search_learned() with claims of its own.
Result<AddReport> learn(BookStore& book, const GameRecord& game, const OpeningBook::Search& search);

inline constexpr int kLearnLevel = 21;
inline constexpr int kLearnEmpties = 20;  ///< Positions with fewer are solved in a moment.

}  // namespace sumi::book
