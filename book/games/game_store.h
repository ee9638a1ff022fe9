// SPDX-License-Identifier: MIT
/// A database of games in one SQLite file: README.md says what is in it and why.
///
/// What a commit has written is there, whenever the process is killed; a power cut may cost the
/// latest. One process writes at a time, any number read beside it.
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

/// Another spelling of a game that is in the database once.
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

/// The database as it was when it was opened. One thread at a time. Its functions throw FatalError
/// where the file is damaged.
class GameStore {
 public:
  /// Fails with kNotFound, or with kBadFile if it is no such file.
  static Result<std::unique_ptr<GameStore>> open(const std::string& path);

  /// True if a file that begins with `head` is a database of games.
  static bool is_store(std::string_view head);

  ~GameStore();

  const std::string& path() const;

  /// Of all games: that of number 1 comes first.
  std::span<const GameFacts> facts() const;

  /// By their numbers; that of number 0 is empty.
  const std::vector<std::string>& players() const;
  const std::vector<std::string>& events() const;
  const NameIndex& player_index() const;
  const NameIndex& event_index() const;

  /// The games that came to this position or one symmetric to it, whichever colour was to move, by
  /// their numbers.
  std::vector<Passing> passings(const Board& board) const;

  /// Requires: there is a game of that number.
  StoredGame game(std::uint32_t id) const;

  /// The numbers of the games of these moves, in any of the eight directions, sorted.
  std::vector<std::uint32_t> same_games(const GameRecord& game) const;

  struct Source {
    std::string name;
    std::uint64_t games = 0;
  };
  std::vector<Source> sources() const;

  /// How many spellings of games are kept beside that of the game.
  std::uint64_t spellings() const;

  /// What is wrong with the file, in words: with its pages, with rows, with games that are illegal,
  /// and where facts or index do not say what the games do. Empty if all is well.
  std::vector<std::string> check_file() const;

 private:
  struct Impl;
  explicit GameStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What becomes of a game that is in the database already, but for a spelling.
enum class SimilarGames {
  kMerge,  ///< The game stays one; the other spelling is kept beside it.
  kKeep,   ///< They are two games.
};

enum class Added {
  kNew,
  kKnown,    ///< It was there, or is known as another spelling of a game.
  kMerged,   ///< It is another spelling of a game that is there.
  kSimilar,  ///< The same, but kept as a game of its own.
};

/// Adds games. One thread at a time. Functions throw FatalError if the file cannot be written.
class GameImporter {
 public:
  /// Opens a database to write to it, or makes one, its folder not. Fails with kBadFile if it is no
  /// such file or another process writes to it, and as check_new_file() does.
  /// Commits by itself after every `batch` games: the index of positions is rewritten then.
  static Result<std::unique_ptr<GameImporter>> open(const std::string& path, SimilarGames similar,
                                                    std::size_t batch = kBatch);
  static constexpr std::size_t kBatch = 20'000;  ///< 19 MB of memory.

  /// What was not committed is given up.
  ~GameImporter();

  struct Place {
    Added added = Added::kNew;
    std::uint32_t id = 0;  ///< Of the game, or of the one that it is like.
  };

  /// Games are known by moves (in any of the eight directions), players, date and round. One of at
  /// least kSimilarMoves moves is like another if its moves are the same, players are are_alike(),
  /// and date and round, where both say them, do not contradict each other. What the game does not
  /// say is taken from another spelling: players, tournament, the day of the year, round, score.
  /// Requires: a game of the board of 8x8 with a move.
  Place add(const GameRecord& game, const std::string& file, const std::string& place);

  /// What was added is there after it, even if the process is killed.
  void commit();

  std::uint64_t games() const;  ///< In the database.

 private:
  struct Impl;
  explicit GameImporter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

inline constexpr int kSimilarMoves = 20;

}  // namespace sumi::book
