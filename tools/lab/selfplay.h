// SPDX-License-Identifier: MIT
/// Self-play games for training, and folders of them.
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

/// A position with a legal move after min_plies..max_plies random moves. Small numbers are more
/// likely, because late openings yield few positions.
Board random_opening(SplitMix64& random, int min_plies, int max_plies);

/// An engine that plays one or both sides of a game. Once it has solved the game, it plays the
/// solution without searching, as long as the game follows it. Not thread-safe.
class GamePlayer {
 public:
  explicit GamePlayer(const EngineOptions& options) : engine_(options) {}

  /// Takes effect from the next game. Throws FatalError if the options cannot be met.
  void configure(const EngineOptions& options) { engine_.configure(options).value(); }

  /// Starts a game that is independent of earlier ones.
  void begin();

  /// Returns a move for record.board, which must have one. Sets the record's source and, if it
  /// searched, value and depth. After a stop request returns soon, with an arbitrary square.
  Square choose(Record& record, const SearchLimits& limits, const std::stop_token& stop);

  /// Call this with each move of the game, passes included.
  void note(Square move);

 private:
  Engine engine_;
  bool solved_ = false;
  Line line_;  ///< The solution; line_[next_] is its next move.
  std::size_t next_ = 0;
};

/// Random moves played before the solution.
struct RandomMoves {
  int percent = 0;  ///< Probability per move, 0..100.
  SplitMix64 random{0};
};

struct PlayedGame {
  /// One per position with a legal move; `game` is 0. Scores are exact from the solution on;
  /// earlier ones are the game's result. A record of a random move has only value and depth,
  /// because the result does not reflect the position's value.
  std::vector<Record> records;
  DiscDiff score;  ///< Final score for the side to move in the opening.
};

/// `first` moves first; it may also be `second`. The game depends only on the players' options and
/// the arguments. After a stop request returns std::nullopt soon.
std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    RandomMoves random_moves = {});

struct SelfplaySetup {
  EngineOptions engine;
  SearchLimits limits;  ///< Per move; `exact_at_empties` is where the solution starts.
  int min_random_plies = 8;
  int max_random_plies = 59;
  /// Maximum imbalance of an opening in discs, by a search within `limits`; other openings are
  /// redrawn.
  std::optional<int> max_imbalance;
  int random_move_percent = 0;  ///< Per move before the solution.
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

// Self-play into a folder: chunk files of 250 games, replaced atomically. A journal next to each
// incomplete chunk has its finished games. A run plays missing games only, so it can be interrupted
// and extended. Each shard has its own chunks; merge_selfplay() turns them into those of a single
// process.

inline constexpr int kChunkGames = 250;

/// Settings file in the folder.
inline constexpr const char* kSelfplaySettings = "selfplay.json";

struct SelfplayProgress {
  std::uint64_t wanted = 0;     ///< Games of this shard.
  std::uint64_t found = 0;      ///< By earlier runs, including journals.
  std::uint64_t played = 0;     ///< By this run, including unfinished chunks.
  std::uint64_t positions = 0;  ///< In chunks finished by this run.
};

/// Settings that determine the games, except the seed: a folder may have games of several seeds.
/// Weights are identified by a checksum. Fails if they cannot be loaded.
Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup);

/// "FOLDER/SEED-NNNNNN.pos", or for one of several shards "FOLDER/I-of-N.SEED-NNNNNN.pos".
std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                       Shard shard = {});

std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                               Shard shard = {});

/// Plays the shard's part of games 0..games-1 that `folder` lacks. An interruption loses unfinished
/// games only. Throws FatalError if a chunk is damaged. Requires: open_output_folder() and an
/// OutputLock, or a ShardFolder.
bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick);

/// Merges the chunks of all shards in `shards_folder` into `folder`, with one chunk per shard in
/// memory. Returns the number of positions. Fails with kBadFile and names the shard if it is
/// incomplete.
Result<std::uint64_t> merge_selfplay(const std::string& folder, const std::string& shards_folder,
                                     std::uint64_t seed, std::uint64_t games, int shards);

}  // namespace sumi::lab
