// SPDX-License-Identifier: MIT
/// The interface of learners, and the functions that run them.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/base/random.h"
#include "engine/player.h"
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

/// A fault of a published program, as a bit.
struct NamedFault {
  std::string_view name;  ///< "last-thrice"
  unsigned fault;
};

struct LearnFile {
  std::string name;  ///< "sweep.csv"
  std::string text;
};

/// Learns in steps (an episode, a sweep, a generation). Its settings determine the result, however
/// often it resumes. Not thread-safe.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual std::string_view unit() const = 0;    ///< Name of a step: "episodes".
  virtual protocol::Json settings() const = 0;  ///< Determines the results, including the seed.
  virtual std::uint64_t steps() const = 0;      ///< Steps done.

  /// Does `steps` more steps; after a stop request stops at the end of a step. The division of
  /// steps into calls does not affect the result.
  virtual void advance(std::uint64_t steps, const std::stop_token& stop) = 0;

  /// Uses random numbers of its own, so that measuring does not affect learning.
  virtual std::vector<Metric> measure(const std::stop_token& stop) const = 0;

  virtual std::string save() const = 0;
  virtual Result<void> load(std::string_view state) = 0;

  /// The learned values as a file for the engine, and its kind.
  virtual std::string result() const = 0;
  virtual std::string_view result_kind() const = 0;

  virtual std::vector<LearnFile> more_files() const { return {}; }
  /// The learned values in one line; empty if too long.
  virtual std::string summary() const { return {}; }
};

/// A step is one self-play game. Random numbers derive from the seed and the game number, so the
/// state is the learned values and that number.
class EpisodeLearner : public Learner {
 public:
  std::string_view unit() const override { return "episodes"; }
  std::uint64_t steps() const override { return episodes_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;

 protected:
  /// `name`: "td". `values`: "the network", for errors. `threads`: for measuring; does not affect
  /// results.
  EpisodeLearner(std::string_view name, std::string_view values, std::uint64_t seed, int threads)
      : name_(name), values_(values), seed_(seed), threads_(threads) {}

  /// Plays a game and learns from it.
  virtual void play(SplitMix64& random) = 0;
  virtual std::string save_values() const = 0;
  virtual Result<void> load_values(std::string_view values) = 0;

  const std::string& name() const { return name_; }
  std::string origin() const;  ///< "17 episodes of self-play".
  Error bad_state() const;
  /// "wins_black_percent" and "wins_white_percent" of `games` games each.
  std::vector<Metric> wins_against_random(const MovePlayer& player, int size, int games,
                                          const std::stop_token& stop) const;

 private:
  const std::string name_, values_;
  const std::uint64_t seed_;
  const int threads_;
  std::uint64_t episodes_ = 0;
};

/// Files of a run: `learner.json` (settings) and `state` (checkpoint with history). Each history
/// row rewrites `history.csv`, `history.json`, history_curves() and `result`; the end, even by
/// interruption, writes Learner::more_files().
struct LearnRun {
  std::string folder{};             ///< Created if missing.
  std::uint64_t steps = 0;          ///< Total.
  std::uint64_t measure_every = 0;  ///< Steps between history rows; 0: only at the end. The first
                                    ///< row precedes the first step.
  /// Steps between snapshots (files `result-STEPS` that can play later ones); 0: none. A resumed
  /// run makes no snapshots of past steps.
  std::uint64_t snapshot_every = 0;
};

/// Fails if the folder has no intact checkpoint.
Result<std::vector<LearnRow>> read_history(const std::string& folder);

struct LearnProgress {
  std::uint64_t done = 0, wanted = 0;
};

/// Runs a learner, or resumes it from the folder's checkpoint. Fails if another process uses the
/// folder, or if it has a run with other settings (which the error names), a longer run or a
/// damaged checkpoint. `interrupted` and `tick`: see long_work.h. Writes a checkpoint with each row
/// and when CheckpointTimer::due().
Result<bool> run_learner(Learner& learner, const LearnRun& run,
                         const std::function<bool()>& interrupted,
                         const std::function<void(const LearnProgress&)>& tick);

// One learner with several seeds, to distinguish learning from luck.

struct SeedRun {
  std::uint64_t seed = 0;
  std::unique_ptr<Learner> learner;
};

/// Runs or resumes each learner in a folder "seed-SEED" of `run.folder`, at most `threads` at a
/// time. One of several shards runs only its seeds. Otherwise, after the last seed, writes
/// `seeds.csv` (one row per seed and history row), `history.csv`, `history.json` and curves of the
/// mean with 95% confidence bands, and the first seed's `result`. Calls `tick` with the total
/// number of steps done. Fails like run_learner(), and if the folder has a single run. Requires: at
/// least one seed, no duplicates.
Result<bool> run_seeds(std::vector<SeedRun>& seeds, const LearnRun& run, Shard shard, int threads,
                       const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t done)>& tick);

/// Histories of a folder's run, or of its seeds in ascending order. `unit` is the name of a step.
/// read_histories() fails if there are none.
struct FolderHistories {
  std::string unit;
  std::vector<std::uint64_t> seeds;  ///< Empty for a single run.
  std::vector<std::vector<LearnRow>> runs;
};
Result<FolderHistories> read_histories(const std::string& folder);

}  // namespace sumi::lab
