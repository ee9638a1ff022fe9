// SPDX-License-Identifier: MIT
/// The interface of all learners, and how one is run: progress, checkpoints, histories, curves.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/papers/learn/history.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {

/// A file that a learner has besides its result: a table, a picture.
struct LearnFile {
  std::string name;  ///< "sweep.csv"
  std::string text;
};

/// Learns step by step (an episode, a sweep, a generation). Deterministic by its settings: a run
/// that was killed and resumed ends with the same bytes as one that was not. One thread at a time.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual std::string_view unit() const = 0;    ///< What a step is called: "episodes".
  virtual protocol::Json settings() const = 0;  ///< All that results depend on, with the seed.
  virtual std::uint64_t steps() const = 0;      ///< How many are done.

  /// Does `steps` more steps, or fewer, but whole ones, soon after a stop is requested. The result
  /// does not depend on how many calls the steps are cut into.
  virtual void advance(std::uint64_t steps, const std::stop_token& stop) = 0;

  /// How good it is now. Draws its lots apart from learning, so that looking changes nothing.
  virtual std::vector<Metric> measure(const std::stop_token& stop) const = 0;

  virtual std::string save() const = 0;  ///< The state, to go on from.
  virtual Result<void> load(std::string_view state) = 0;

  /// The text of a file with what was learned, which the engine loads, and the name of its kind.
  virtual std::string result() const = 0;
  virtual std::string_view result_kind() const = 0;

  virtual std::vector<LearnFile> more_files() const { return {}; }
  /// What was learned, in a line, or nothing if that is too long for one.
  virtual std::string summary() const { return {}; }
};

/// Files of a run: `learner.json` (settings), `state` (the checkpoint, history included); made anew
/// with each row: `history.csv`, `history.json`, curves (history_curves()) and `result`; at the
/// end, early or not, Learner::more_files().
struct LearnRun {
  std::string folder{};             ///< It is made if it is not there.
  std::uint64_t steps = 0;          ///< How many to do in all.
  std::uint64_t measure_every = 0;  ///< Steps between rows of the history; 0: one at the end. There
                                    ///< is always one before the first step.
  /// Steps between files `result-STEPS`, which stay: what was learned by then, so that it can play
  /// against what was learned later; 0: none. A run that goes on makes none of what is past.
  std::uint64_t snapshot_every = 0;
};

/// The rows of a folder's checkpoint, for reports. Fails if there is none or it is damaged.
Result<std::vector<LearnRow>> read_history(const std::string& folder);

/// The progress of a run: steps done, and the newest row.
struct LearnProgress {
  std::uint64_t done = 0, wanted = 0;
  const std::vector<Metric>* newest = nullptr;
};

/// Goes on from the folder's checkpoint, or begins there. Fails if the folder holds a run with
/// other settings (and says which differ), a longer one, or a damaged checkpoint, and if another
/// process works in it. False soon after `interrupted` returned true; nothing is lost then. A kill
/// loses the steps since the last checkpoint: there is one with each row and each ten seconds, or
/// up to a minute where it takes more than a twentieth of that time to write. Both callbacks come
/// from the caller's thread, several times a second. Throws FatalError on a full disk.
Result<bool> run_learner(Learner& learner, const LearnRun& run,
                         const std::function<bool()>& interrupted,
                         const std::function<void(const LearnProgress&)>& tick);

// One learner by several seeds, which tells luck from learning.

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
