// SPDX-License-Identifier: MIT
/// A database of games in one SQLite file (README.md). A commit survives a kill; a power failure
/// may lose the last commit. One process writes at a time, while others read.
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

/// A snapshot of the database at open(). Throws FatalError if the file is damaged. Not thread-safe.
class GameStore {
 public:
  /// Fails with kNotFound, or with kBadFile if it is not a database of games.
  static Result<std::unique_ptr<GameStore>> open(const std::string& path);

  static bool is_store(std::string_view head);

  ~GameStore();

  const std::string& path() const;

  /// Facts of all games; index 0 is game 1.
  std::span<const GameFacts> facts() const;

  /// Names by number; number 0 is empty.
  const std::vector<std::string>& players() const;
  const std::vector<std::string>& events() const;
  const NameIndex& player_index() const;
  const NameIndex& event_index() const;

  /// By game number; up to symmetry and with either colour to move.
  std::vector<Occurrence> occurrences(const Board& board) const;

  /// Requires: the game exists.
  StoredGame game(std::uint32_t id) const;

  /// Games with the same moves up to symmetry, ascending.
  std::vector<std::uint32_t> same_games(const GameRecord& game) const;

  struct Source {
    std::string name;
    std::uint64_t games = 0;
  };
  std::vector<Source> sources() const;

  std::uint64_t spellings() const;

  /// Describes faults of the file: damaged pages and rows, illegal games, and facts and index
  /// entries that contradict games.
  std::vector<std::string> check_file() const;

 private:
  struct Impl;
  explicit GameStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What to do with other spellings of a stored game.
enum class SimilarGames {
  kMerge,  ///< Store the spelling with the game.
  kKeep,   ///< Store a separate game.
};

enum class Added {
  kNew,
  kKnown,    ///< Already stored, perhaps as another spelling.
  kMerged,   ///< Stored as another spelling of a game.
  kSimilar,  ///< Another spelling, stored as a separate game.
};

/// Adds games to a database. Throws FatalError on write failures. Not thread-safe.
class GameImporter {
 public:
  /// Opens or creates a database in an existing folder. Fails with kBadFile on another file type or
  /// another writer, and as check_new_file() does. Commits and rewrites the index after every
  /// `batch` games.
  static Result<std::unique_ptr<GameImporter>> open(const std::string& path, SimilarGames similar,
                                                    std::size_t batch = kBatch);
  static constexpr std::size_t kBatch = 20'000;  ///< 19 MB of memory.

  /// Discards uncommitted games.
  ~GameImporter();

  struct Place {
    Added added = Added::kNew;
    std::uint32_t id = 0;  ///< The game's or, if merged, the stored game's.
  };

  /// Adds a game, or another spelling of a stored game of at least kSimilarMoves moves (README.md,
  /// "Equal games"). Each spelling supplies data that the other lacks. Requires: an 8x8 game with a
  /// move.
  Place add(const GameRecord& game, const std::string& file, const std::string& place);

  /// Additions then survive a kill.
  void commit();

  std::uint64_t games() const;

 private:
  struct Impl;
  explicit GameImporter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

inline constexpr int kSimilarMoves = 20;

}  // namespace sumi::book
