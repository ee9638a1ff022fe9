// SPDX-License-Identifier: MIT
/// Self-play into a folder: chunks of 250 games, each a file that is written whole. The games of a
/// chunk at work are in a journal beside it, each as soon as it is over. What is missing is played;
/// so a run can be ended at any time, and grow.
#pragma once

#include "protocol/report/json_lines.h"
#include "tools/lab/selfplay/selfplay.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sumi::lab {

inline constexpr int kChunkGames = 250;

/// The file beside the chunks that says what they were played with.
inline constexpr const char* kSelfplaySettings = "selfplay.json";

/// Some of the chunks, for one of several machines: those with `chunk % of == part`.
struct Shard {
  int part = 0, of = 1;
};

struct SelfplayProgress {
  std::uint64_t wanted = 0;     ///< Games of this shard.
  std::uint64_t found = 0;      ///< Games that earlier runs played, those in journals too.
  std::uint64_t played = 0;     ///< Games that this run played, unfinished chunks included.
  std::uint64_t positions = 0;  ///< In the chunks that this run finished.
};

/// The settings that games depend on, the seed aside: folders may hold games of several seeds.
/// Weights are told by a checksum of their values. Fails if they cannot be loaded.
Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup);

/// "FOLDER/SEED-NNNNNN.pos"
std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk);

/// The journal of a chunk at work.
std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk);

/// Plays games 0..games-1, those of the shard, as far as they are missing in `folder`. The files
/// are the same whatever the number of threads, and however often it was ended before. Requires:
/// claim_folder() for it, and an OutputLock. Ends early, and returns false, soon after
/// `interrupted` returned true; what is lost then, or by a kill, are games not yet over. Throws
/// FatalError on a damaged chunk or a full disk.
bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick);

}  // namespace sumi::lab
