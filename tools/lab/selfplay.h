// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/process.h"
#include "engine/base/random.h"
#include "engine/engine.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::lab {

/// A position with a legal move after min_plies..max_plies random moves, more likely few than many,
/// because late openings yield few positions.
Board random_opening(SplitMix64& random, int min_plies, int max_plies);

/// An engine that plays one or both sides of a game. Once it has solved the game, it plays the
/// solution without searching until the game leaves it. Not thread-safe.
class GamePlayer {
 public:
  explicit GamePlayer(const EngineOptions& options) : engine_(options) {}

  /// Takes effect from the next game. Throws FatalError if the options are invalid.
  void configure(const EngineOptions& options) { engine_.configure(options).value(); }

  /// Starts an independent game.
  void begin();

  /// Returns a move for record.board, which must have one. Sets the record's source and, if it
  /// searched, value and depth. After a stop request soon returns an arbitrary square.
  Square choose(Record& record, const SearchLimits& limits, const std::stop_token& stop);

  /// Call this with each move of the game, including passes.
  void note(Square move);

 private:
  Engine engine_;
  bool solved_ = false;
  Line line_;  ///< The solution; line_[next_] is its next move.
  std::size_t next_ = 0;
};

/// Random moves before the game is solved.
struct RandomMoves {
  int percent = 0;  ///< Probability per move, 0..100.
  SplitMix64 random{0};
};

struct PlayedGame {
  /// One per position with a legal move; `game` is 0. Scores are exact once the game is solved, and
  /// the game's result before. A random move's record has only value and depth, because the result
  /// says little about its position.
  std::vector<Record> records;
  DiscDiff score;  ///< Final score for the side to move in the opening.
};

/// `first` moves first; it may also be `second`. The game depends only on the players' options and
/// the arguments. Soon after a stop request returns std::nullopt.
std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    RandomMoves random_moves = {});

struct SelfplaySetup {
  EngineOptions engine;
  SearchLimits limits;  ///< Per move; at `exact_at_empties` the engine solves the game.
  int min_random_plies = 8;
  int max_random_plies = 59;
  /// Maximum imbalance of an opening in discs, by a search within `limits`; other openings are
  /// redrawn.
  std::optional<int> max_imbalance;
  int random_move_percent = 0;  ///< Per move before the game is solved.
  std::uint64_t seed = 1;
};

/// Plays numbered games; each depends only on the setup and its number. Not thread-safe.
class Selfplay {
 public:
  explicit Selfplay(const SelfplaySetup& setup) : setup_(setup), player_(setup.engine) {}

  /// Empty after a stop request.
  std::vector<Record> play(std::uint64_t number, std::stop_token stop = {});

 private:
  Board draw_opening(SplitMix64& random, const std::stop_token& stop);
  bool is_balanced(const Board& opening, const std::stop_token& stop);

  const SelfplaySetup setup_;
  GamePlayer player_;
};

// Self-play into a folder: chunk files of 250 games, replaced atomically, and next to each
// incomplete one a journal of its finished games. A run plays only missing games. Each shard has
// its own chunks; merge_selfplay() turns them into those of a single process.

inline constexpr int kChunkGames = 250;

inline constexpr const char* kSelfplaySettings = "selfplay.json";

struct SelfplayProgress {
  std::uint64_t wanted = 0;     ///< Games of this shard.
  std::uint64_t found = 0;      ///< By earlier runs, including journals.
  std::uint64_t played = 0;     ///< By this run, including unfinished chunks.
  std::uint64_t positions = 0;  ///< In chunks finished by this run.
};

/// Settings that determine the games, except the seed: a folder may have games of several seeds.
/// Has a checksum of the weights; fails if they cannot be loaded.
Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup);

/// "FOLDER/SEED-NNNNNN.pos", or "FOLDER/I-of-N.SEED-NNNNNN.pos" for one of several shards.
std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                       Shard shard = {});

std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                               Shard shard = {});

/// Plays the shard's part of games 0..games-1 that `folder` lacks. Throws FatalError if a chunk is
/// damaged. Requires: open_output_folder() and an OutputLock, or a ShardFolder.
bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick);

/// Merges the chunks of all shards in `shards_folder` into `folder`, with one chunk per shard in
/// memory. Returns the number of positions. If a shard is incomplete, fails with kBadFile and names
/// it.
Result<std::uint64_t> merge_selfplay(const std::string& folder, const std::string& shards_folder,
                                     std::uint64_t seed, std::uint64_t games, int shards);

}  // namespace sumi::lab
