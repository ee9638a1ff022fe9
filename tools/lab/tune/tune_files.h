// SPDX-License-Identifier: MIT
/// The files of a tuning run: a checkpoint of where it is, a journal of games, and a history of how
/// it came there; and the games of one that several processes share: each plays its share of the
/// games of an iteration and reads those of the others from their files, so that all take the same
/// steps.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/journal.h"
#include "engine/base/shard.h"
#include "engine/base/time.h"
#include "protocol/service/line_journal.h"
#include "protocol/text/json_lines.h"
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

/// A JSON object: what file it is, the settings, the iteration, the values. Numbers are read back
/// as they were.
std::string checkpoint_text(const TuneSetup& setup, const protocol::Json& settings,
                            const SpsaState& state);

/// Whether a text begins like a checkpoint.
bool looks_like_checkpoint(std::string_view text);

/// The state in a checkpoint. Fails with kBadFile if it is none, is damaged or was made with other
/// settings.
Result<SpsaState> parse_checkpoint(std::string_view text, const TuneSetup& setup,
                                   const protocol::Json& settings);

/// The games of the measurement at work, each kept as soon as it is over: the journal FILE.part
/// beside the checkpoint FILE. One thread at a time. Throws FatalError on a full disk.
class TuneJournal {
 public:
  /// Takes up the games that were played with these settings.
  TuneJournal(const std::string& checkpoint, const protocol::Json& settings);

  /// The games for run_tune() or compare() to use, as long as the journal lives.
  TuneGames games();

  /// Forgets all games, once the checkpoint, or what was printed, has their results.
  void clear();

 private:
  struct Game {
    std::uint64_t opening;
    bool swapped;
    friend auto operator<=>(const Game&, const Game&) = default;
  };

  void open();

  const std::string path_, settings_;
  std::optional<Journal> journal_;  ///< Nothing if there is no file yet.
  std::map<Game, int> discs_;
};

/// A table of comma-separated values, a row an iteration. Throws FatalError on a full disk.
class TuneHistory {
 public:
  /// Goes on in the file `path` after the rows up to `iteration`, dropping those beyond; a kill may
  /// have left such.
  TuneHistory(const std::string& path, const TuneSetup& setup, int iteration);

  void add(const TuneStep& step);

  /// Whether a text begins like a history, of any parameters.
  static bool looks_like_one(std::string_view text);

 private:
  std::string path_;
  Descriptor file_;
};

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
