// SPDX-License-Identifier: MIT
/// Self-play into a folder: chunks of 250 games, each a file that is written whole. The games of a
/// chunk at work are in a journal beside it, each as soon as it is over. What is missing is played;
/// so a run can be ended at any time, and grow. A shard has chunks of its own, of the games that
/// are its share, and merge_selfplay() makes of them those that one process would have made.
#pragma once

#include "engine/base/shard.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/selfplay/selfplay.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sumi::lab {

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
