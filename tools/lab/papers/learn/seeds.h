// SPDX-License-Identifier: MIT
/// One learner by several seeds, which tells luck from learning.
#pragma once

#include "engine/base/error.h"
#include "engine/base/shard.h"
#include "tools/lab/papers/learn/learner.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sumi::lab {

/// A run and its learner's seed.
struct SeedRun {
  std::uint64_t seed = 0;
  std::unique_ptr<Learner> learner;
};

/// Runs each in a folder "seed-SEED" of `run.folder`, up to `threads` of them at a time, or goes on
/// there. One shard of several runs just the seeds it is given, beside the others; when a single
/// process has all, and they are done, the folder gets `seeds.csv` (a row for each seed and row of
/// its history), and `history.csv`, `history.json` and the curves of their mean, whose bands are
/// its 95 % intervals. False soon after `interrupted` returned true. `tick` hears how many steps of
/// all are done. Fails as run_learner() does, and if the folder holds a single run. Requires: seeds
/// differ, and there is one.
Result<bool> run_seeds(std::vector<SeedRun>& seeds, const LearnRun& run, Shard shard, int threads,
                       const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t done)>& tick);

/// The histories of a folder: of its run, or of its seeds in rising order; and what their steps are
/// called. Fails if it holds neither.
struct FolderHistories {
  std::string unit;
  std::vector<std::uint64_t> seeds;  ///< None for a single run.
  std::vector<std::vector<LearnRow>> runs;
};
Result<FolderHistories> read_histories(const std::string& folder);

}  // namespace sumi::lab
