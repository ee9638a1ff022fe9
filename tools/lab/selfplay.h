// SPDX-License-Identifier: MIT
/// Games of the engine against itself, for training, and folders of them.
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

/// A position after random moves in which there is a move to play. The number of moves is drawn
/// from the whole range, but more often from its beginning: a late start gives few positions.
Board random_opening(SplitMix64& random, int min_plies, int max_plies);

/// An engine that plays one side of a game, or both. What it has solved it does not search again as
/// long as the game goes along the solution. One thread at a time.
class GamePlayer {
 public:
  explicit GamePlayer(const EngineOptions& options) : engine_(options) {}

  /// Sets options that hold from the next game on. Throws FatalError if they cannot be met.
  void configure(const EngineOptions& options) { engine_.configure(options).value(); }

  /// Begins a game that depends on nothing before it.
  void begin();

  /// The move for record.board, which has one; sets the record's value and depth if it searched,
  /// and its source. When a stop is requested it returns soon, and any square.
  Square choose(Record& record, const SearchLimits& limits, const std::stop_token& stop);

  /// Tells the player each move that was played, its own and passes included.
  void note(Square move);

 private:
  Engine engine_;
  bool solved_ = false;
  Line line_;  ///< The solution found; line_[next_] is its next move to be played.
  std::size_t next_ = 0;
};

/// Moves drawn by chance in the middle of a game, before its solution.
struct Strays {
  int percent = 0;  ///< 0..100: of the moves.
  SplitMix64 random{0};
};

struct PlayedGame {
  /// One for each position with a move from the opening on; `game` is left 0. From the solution on
  /// scores are exact; before it they are how the game ended. Where the move was a stray one,
  /// which says nothing of the position, there are only the search's value and depth: no move, and
  /// of the score no source.
  std::vector<Record> records;
  DiscDiff score;  ///< The final score for the side to move in the opening.
};

/// Plays from `opening` to the end; `first` moves first and may be the same player as `second`. The
/// game depends only on the players' options and the arguments. When a stop is requested it returns
/// nothing, soon.
std::optional<PlayedGame> play_game(const Board& opening, GamePlayer& first, GamePlayer& second,
                                    const SearchLimits& limits, const std::stop_token& stop,
                                    Strays strays = {});

struct SelfplaySetup {
  EngineOptions engine;
  SearchLimits limits;  ///< For each move; `exact_at_empties` decides where the solution begins.
  int min_random_plies = 8;
  int max_random_plies = 59;
  /// Openings that a search within `limits` calls better than this for a side, in discs, are not
  /// played: others are drawn instead. Nothing: all are played.
  std::optional<int> most_unbalanced;
  int stray_percent = 0;  ///< Of the moves before the solution that are drawn by chance.
  std::uint64_t seed = 1;
};

/// Plays game `number`: the same for the same setup. The records of a PlayedGame. One thread at a
/// time.
class Selfplay {
 public:
  explicit Selfplay(const SelfplaySetup& setup) : setup_(setup), player_(setup.engine) {}

  /// When a stop is requested it returns nothing, soon.
  std::vector<Record> play(std::uint64_t number, std::stop_token stop = {});

 private:
  Board draw_opening(SplitMix64& random, const std::stop_token& stop);
  bool is_balanced(const Board& opening, const std::stop_token& stop);

  const SelfplaySetup setup_;
  GamePlayer player_;
};

// Self-play into a folder: chunks of 250 games, each a file that is written whole. The games of a
// chunk at work are in a journal beside it, each as soon as it is over. What is missing is played;
// so a run can be ended at any time, and grow. A shard has chunks of its own, of the games that
// are its share, and merge_selfplay() makes of them those that one process would have made.

inline constexpr int kChunkGames = 250;

/// The file beside the chunks that says what they were played with.
inline constexpr const char* kSelfplaySettings = "selfplay.json";

struct SelfplayProgress {
  std::uint64_t wanted = 0;     ///< Games of this shard.
  std::uint64_t found = 0;      ///< Games that earlier runs played, those in journals too.
  std::uint64_t played = 0;     ///< Games that this run played, unfinished chunks included.
  std::uint64_t positions = 0;  ///< In the chunks that this run finished.
};

/// The settings that games depend on, the seed aside: folders may hold games of several seeds.
/// Weights are told by a checksum of their values. Fails if they cannot be loaded.
Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup);

/// "FOLDER/SEED-NNNNNN.pos", or of one shard of several "FOLDER/I-of-N.SEED-NNNNNN.pos".
std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                       Shard shard = {});

/// The journal of a chunk at work.
std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                               Shard shard = {});

/// Plays games 0..games-1, those of the shard, as far as they are missing in `folder`. The files
/// are the same whatever the number of threads, and however often it was ended before. Requires:
/// claim_folder() for it and an OutputLock, or a ShardFolder. Ends early, and returns false, soon
/// after `interrupted` returned true; what is lost then, or by a kill, are games not yet over.
/// Throws FatalError on a damaged chunk or a full disk.
bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick);

/// Writes the chunks of all games into `folder`, from those of so many shards in `shards_folder`.
/// In memory there is one chunk of each shard. Returns how many positions there are. Fails with
/// kBadFile, and names the shard, if one has not played all its games.
Result<std::uint64_t> merge_selfplay(const std::string& folder, const std::string& shards_folder,
                                     std::uint64_t seed, std::uint64_t games, int shards);

}  // namespace sumi::lab
