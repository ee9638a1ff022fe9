// SPDX-License-Identifier: MIT
/// The games of a tuning run that several processes share: each plays its share of the games of an
/// iteration and reads those of the others from their files, so that all take the same steps.
#pragma once

#include "engine/base/shard.h"
#include "engine/base/time.h"
#include "protocol/report/line_journal.h"
#include "tools/lab/tune/tune.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

/// Each shard adds its games to a file of its own, FOLDER/I-of-N.games, as soon as they are over;
/// so a shard that was ended plays none of them again, and takes all steps up to now anew in no
/// time. One thread at a time, the functions of games() too. Throws FatalError on a full disk.
class TuneShards {
 public:
  /// To play one shard's games. Throws FatalError if its file is none of such games.
  TuneShards(const std::string& folder, Shard shard);
  /// Only to read the games of so many shards, which are done: a missing one is a FatalError.
  TuneShards(const std::string& folder, int shards);

  /// For run_tune() and compare(), as long as this lives.
  TuneGames games();

 private:
  using Game = std::pair<std::uint64_t, bool>;

  TuneShards(const std::string& folder, Shard shard, bool plays);
  void read_new();
  bool take(std::string_view line);

  const Shard shard_;
  std::unique_ptr<protocol::LineJournal> own_;  ///< Null for a reader.
  std::vector<std::string> paths_;              ///< The files of all shards, in their order.
  std::vector<std::int64_t> read_;              ///< How far each has been read.
  std::map<Game, int> discs_;
  StopWatch since_read_;
};

}  // namespace sumi::lab
