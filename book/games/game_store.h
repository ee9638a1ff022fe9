// SPDX-License-Identifier: MIT
/// A database of games in one SQLite file (README.md).
///
/// A commit survives a kill of the process; a power cut may lose the last one. One process writes
/// at a time; others can read concurrently.
#pragma once

#include "book/games/game_facts.h"
#include "book/games/player_names.h"
#include "book/games/position_lists.h"
#include "engine/base/error.h"
#include "engine/game/game.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::book {

struct OtherSpelling {
  std::string black, white, event, date, round;
  std::string source;
};

struct StoredGame {
  std::uint32_t id = 0;  ///< From 1.
  GameRecord record;     ///< Without notes and ratings.
  Ending ending;
  int year = 0;        ///< 0: unknown.
  std::string source;  ///< "WTH_1977.wtb, game 12"
  std::vector<OtherSpelling> others;
};

/// A snapshot of the database at opening time. Functions throw FatalError if the file is damaged.
/// Not thread-safe.
class GameStore {
 public:
  /// Fails with kNotFound, or with kBadFile if it is not a database of games.
  static Result<std::unique_ptr<GameStore>> open(const std::string& path);

  static bool is_store(std::string_view head);

  ~GameStore();

  const std::string& path() const;

  /// Of all games, number 1 first.
  std::span<const GameFacts> facts() const;

  /// By number; that of 0 is empty.
  const std::vector<std::string>& players() const;
  const std::vector<std::string>& events() const;
  const NameIndex& player_index() const;
  const NameIndex& event_index() const;

  /// At this position or a symmetric one, with either colour to move, by number.
  std::vector<Occurrence> occurrences(const Board& board) const;

  /// Requires: the game exists.
  StoredGame game(std::uint32_t id) const;

  /// Ascending numbers, up to symmetry.
  std::vector<std::uint32_t> same_games(const GameRecord& game) const;

  struct Source {
    std::string name;
    std::uint64_t games = 0;
  };
  std::vector<Source> sources() const;

  /// The number of other spellings.
  std::uint64_t spellings() const;

  /// The file's faults, as text: damaged pages and rows, illegal games, facts and index entries
  /// that contradict the games. Empty if it is sound.
  std::vector<std::string> check_file() const;

 private:
  struct Impl;
  explicit GameStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// For games that differ from a stored one only in spelling.
enum class SimilarGames {
  kMerge,  ///< Store the spelling with the game.
  kKeep,   ///< Store a separate game.
};

enum class Added {
  kNew,
  kKnown,    ///< Already stored, perhaps as another spelling.
  kMerged,   ///< Stored as another spelling.
  kSimilar,  ///< Another spelling, stored as a separate game.
};

/// Throws FatalError if the file cannot be written. Not thread-safe.
class GameImporter {
 public:
  /// Opens a database for writing, or creates it in an existing folder. Fails with kBadFile on
  /// another file type or another writer, and as check_new_file() does. Commits, and rewrites the
  /// index, after every `batch` games.
  static Result<std::unique_ptr<GameImporter>> open(const std::string& path, SimilarGames similar,
                                                    std::size_t batch = kBatch);
  static constexpr std::size_t kBatch = 20'000;  ///< 19 MB of memory.

  /// Discards uncommitted games.
  ~GameImporter();

  struct Place {
    Added added = Added::kNew;
    std::uint32_t id = 0;  ///< Of the game, or of the similar one.
  };

  /// A game is known if moves (up to symmetry), players, date and round are equal. It is similar to
  /// a stored game with the same moves, at least kSimilarMoves, if are_alike() holds for the
  /// players and date and round do not conflict. Missing data (players, tournament, day, round,
  /// score) is taken from the other spelling. Requires: an 8x8 game with a move.
  Place add(const GameRecord& game, const std::string& file, const std::string& place);

  /// Makes additions survive a kill of the process.
  void commit();

  std::uint64_t games() const;

 private:
  struct Impl;
  explicit GameImporter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

inline constexpr int kSimilarMoves = 20;

}  // namespace sumi::book
