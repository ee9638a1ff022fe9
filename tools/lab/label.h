// SPDX-License-Identifier: MIT
/// Labels positions with scores: exact near the end of the game, searched before that.
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

inline constexpr std::size_t kLabelChunk = 1024;  ///< Records per file.

inline constexpr const char* kLabelSettings = "label.json";

struct LabelSetup {
  EngineOptions engine;
  SearchLimits limits;  ///< For positions that are not solved.
  int exact_at = 16;    ///< Solve up to this number of empties.
  bool drop_game_scores = false;
};

/// Labels each position independently of the others. Not thread-safe.
class Labeler {
 public:
  explicit Labeler(const LabelSetup& setup) : setup_(setup), engine_(setup.engine) {}

  /// With at most `exact_at` empties, sets an exact score, unless the record has one. With more,
  /// sets value and depth of a search, and an exact score if the search reaches the end of the
  /// game. `drop_game_scores` drops scores from game results. Soon after a stop request returns,
  /// with `record` unchanged.
  void label(Record& record, std::stop_token stop = {});

 private:
  const LabelSetup setup_;
  Engine engine_;
};

struct LabelProgress {
  std::uint64_t found = 0;    ///< By earlier runs, including journals.
  std::uint64_t labeled = 0;  ///< By this run, including unfinished chunks.
};

/// Settings that determine the labels, with a checksum of the input.
Result<protocol::Json> label_settings(const LabelSetup& setup, std::span<const Record> input);

/// Labels the shard's part of the input into `folder`, in order, one file per 1024 records:
/// NNNNNN.pos, or I-of-N.NNNNNN.pos for one of several shards. Keeps existing files. The journal
/// NNNNNN.part has the records of an incomplete file. Requires: open_output_folder() and an
/// OutputLock, or a ShardFolder.
bool run_label(const std::string& folder, const LabelSetup& setup, std::span<const Record> input,
               Shard shard, int threads, const std::function<bool()>& interrupted,
               const std::function<void(const LabelProgress&)>& tick);

/// Merges the files of all shards in `shards_folder` into `folder`, with one file per shard in
/// memory. If a shard is incomplete, fails with kBadFile and names it.
Result<void> merge_labels(const std::string& folder, const std::string& shards_folder,
                          std::size_t records, int shards);

}  // namespace sumi::lab
