// SPDX-License-Identifier: MIT
/// Scores for positions of any source: exact where few squares are empty, by search elsewhere.
#pragma once

#include "engine/base/process.h"
#include "engine/engine.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace sumi::lab {

inline constexpr std::size_t kLabelChunk = 1024;  ///< Records of a file.

/// The file beside the chunks that says what they were labelled with.
inline constexpr const char* kLabelSettings = "label.json";

struct LabelSetup {
  EngineOptions engine;
  SearchLimits limits;        ///< The search of positions that are not solved.
  int exact_at = 16;          ///< Positions with so many empties or fewer are solved.
  bool forget_games = false;  ///< Scores that say how games ended are dropped.
};

/// Labels positions one by one, each independent of the others. One thread at a time.
class Labeler {
 public:
  explicit Labeler(const LabelSetup& setup) : setup_(setup), engine_(setup.engine) {}

  /// Sets the record's score and source where it has up to `exact_at` empties, and wherever the
  /// search gets to the end. Above `exact_at` empties it sets value and depth of the search; if
  /// that did not get to the end, the score stays, but `forget_games` drops one that says how the
  /// game ended. Positions up to `exact_at` with exact scores are not solved again. When a stop is
  /// requested it returns soon and leaves `record` as it was.
  void label(Record& record, std::stop_token stop = {});

 private:
  SearchUpdate search(const Board& board, const SearchLimits& limits, const std::stop_token& stop);

  const LabelSetup setup_;
  Engine engine_;
};

struct LabelProgress {
  std::uint64_t found = 0;    ///< Records that earlier runs labelled, those in journals too.
  std::uint64_t labeled = 0;  ///< Records that this run labelled, unfinished chunks too.
};

/// The settings that labels depend on; the input is identified by a checksum.
Result<protocol::Json> label_settings(const LabelSetup& setup, std::span<const Record> input);

/// Writes the labelled input, as far as it is the shard's, into `folder`, a file NNNNNN.pos for
/// every 1024 records, in their order (I-of-N.NNNNNN.pos for one of several shards); what is there
/// already is left alone. Each record is in a journal, NNNNNN.part, as soon as
/// it is labelled, until its file is written. The files are the same whatever the number of
/// threads, and however often it was ended before. Requires: claim_folder() for it and an
/// OutputLock, or a ShardFolder. Ends early, and returns false, soon after `interrupted` returned
/// true; what is lost then, or by a kill, are positions at work. Throws FatalError on a full disk.
bool run_label(const std::string& folder, const LabelSetup& setup, std::span<const Record> input,
               Shard shard, int threads, const std::function<bool()>& interrupted,
               const std::function<void(const LabelProgress&)>& tick);

/// Writes the files of so many records into `folder`, from those of so many shards in
/// `shards_folder`. In memory there is one file of each shard. Fails with kBadFile, and names the
/// shard, if one has not labelled all its records.
Result<void> merge_labels(const std::string& folder, const std::string& shards_folder,
                          std::size_t records, int shards);

}  // namespace sumi::lab
