// SPDX-License-Identifier: MIT
/// S4's sweep: all weights up to a largest one, each measured against a player that moves at
/// random.
#pragma once

#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"

#include <string>
#include <vector>

namespace sumi::lab {

/// The parts of the name of S4's player that follow its weights (engine/players/README.md).
struct SweepPlayer {
  std::string faults = "corrected";  ///< "paper" (all), "corrected" (none), or letters: "ac".
  std::string flags = "+noise";      ///< For example "+noise+last+zeros".

  /// "greedy:bpfscn:2:5:1:paper+noise".
  std::string name(int bp, int fs, int cn) const;
};

/// The paper's program with all its faults; and as it was meant.
inline const SweepPlayer kFaithfulPlayer{"paper", "+noise"}, kCorrectedPlayer{};

struct WeightSweepSetup {
  int largest = 5;   ///< Weights 0..largest for each term, but 0:0:0; 1..20.
  int games = 1000;  ///< Number of games for each colour.
  SweepPlayer player{};
  std::uint64_t seed = 1;
  int threads = 1;  ///< Not among the settings: it changes nothing.
};

/// One triple of weights and its games.
struct SweepEntry {
  int bp = 0, fs = 0, cn = 0;
  Measured games;
};

/// A step is a triple of weights; CN changes fastest, then FS.
class WeightSweep final : public Learner {
 public:
  /// Requires: player.name() can be made (check_sweep_player()).
  explicit WeightSweep(const WeightSweepSetup& setup) : setup_(setup) {}

  /// How many steps the sweep has: one for each triple.
  std::uint64_t all_steps() const;

  const std::vector<SweepEntry>& entries() const { return entries_; }

  /// The entry with the most points; the first of equals. Null before the first step.
  const SweepEntry* best() const;

  std::string_view unit() const override { return "weights"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return entries_.size(); }
  /// No further than all_steps().
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;  ///< The best weights, as the option `weights` takes them.
  std::string_view result_kind() const override { return "weights of bpfscn"; }
  std::vector<LearnFile> more_files() const override;  ///< The table of all, and its heat map.
  std::string summary() const override;                ///< The best.

 private:
  SweepEntry triple(std::uint64_t step) const;

  const WeightSweepSetup setup_;
  std::vector<SweepEntry> entries_;
};

/// Fails if the faults or the flags are not valid.
Result<void> check_sweep_player(const SweepPlayer& player);

/// Plays games.games games with each colour: the player with these weights against one that moves
/// at random.
Measured measure_weights(const SweepPlayer& player, int bp, int fs, int cn, const GamesSetup& games,
                         const std::function<bool()>& interrupted);

/// Wins of both colours in squares: a panel for each CN, BP down, FS across.
std::string sweep_heat_map(std::string_view title, int largest,
                           const std::vector<SweepEntry>& entries);

/// A row for each triple: wins, draws, losses and discs by colour.
std::string sweep_csv(const std::vector<SweepEntry>& entries);

}  // namespace sumi::lab
