// SPDX-License-Identifier: MIT
/// S4's sweep: measures all weights up to a maximum against random play.
#pragma once

#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"

#include <functional>
#include <string>
#include <vector>

namespace sumi::lab {

/// Suffixes of the S4 player's name (engine/players/README.md), and how its games begin.
struct SweepPlayer {
  std::string faults = "corrected";  ///< "paper" (a to e), "corrected" (none), or letters: "ac".
  std::string flags = "+noise";      ///< Or "+noise+last+zeros".
  bool keep_turn = false;            ///< Fault (g): GamesSetup::keep_turn.

  /// "greedy:bpfscn:2:5:1:paper+noise".
  std::string name(int bp, int fs, int cn) const;
};

/// The paper's program with and without its faults.
inline const SweepPlayer kFaithfulPlayer{"paper", "+noise", true}, kCorrectedPlayer{};

/// Faults as sumi-lab has them: "none", "paper" (all), or letters of abcdg.
SweepPlayer player_with_faults(std::string_view faults, std::string flags);

struct SweepEntry {
  int bp = 0, fs = 0, cn = 0;
  Measured games;
};

/// Requires: there is one.
const SweepEntry& entry_of(const std::vector<SweepEntry>& entries, int bp, int fs, int cn);

/// A step plays the games of one trial, a player with some weights against random moves.
class TrialLearner : public Learner {
 public:
  const std::vector<SweepEntry>& entries() const { return entries_; }

  virtual std::uint64_t all_steps() const = 0;
  std::uint64_t steps() const override { return entries_.size(); }
  /// Stops at all_steps().
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;

 protected:
  struct Trial {
    SweepPlayer player;
    int bp = 0, fs = 0, cn = 0;
    std::uint64_t seed = 0;
  };

  /// `name`: for errors, "a sweep". `games`: per colour. `threads`: does not affect results.
  TrialLearner(std::string_view name, int games, int threads)
      : name_(name), games_(games), threads_(threads) {}

  virtual Trial trial(std::uint64_t step) const = 0;

 private:
  const std::string name_;
  const int games_, threads_;
  std::vector<SweepEntry> entries_;
};

struct WeightSweepSetup {
  int largest = 5;   ///< Of each term, 1..20. Measures all weights 0..largest but 0:0:0.
  int games = 1000;  ///< Per colour.
  SweepPlayer player{};
  std::uint64_t seed = 1;
  int threads = 1;  ///< Does not affect results.
};

/// A step is one triple of weights. CN varies fastest, then FS.
class WeightSweep final : public TrialLearner {
 public:
  /// Requires: a valid player (check_sweep_player()).
  explicit WeightSweep(const WeightSweepSetup& setup)
      : TrialLearner("a sweep", setup.games, setup.threads), setup_(setup) {}

  std::uint64_t all_steps() const override;

  /// The entry with the most points, the first of equals. Null before the first step.
  const SweepEntry* best() const;

  std::string_view unit() const override { return "weights"; }
  protocol::Json settings() const override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string result() const override;  ///< In the format of the option `weights`.
  std::string_view result_kind() const override { return "weights of bpfscn"; }
  std::vector<LearnFile> more_files() const override;  ///< The table and its heat map.
  std::string summary() const override;

 private:
  Trial trial(std::uint64_t step) const override;

  const WeightSweepSetup setup_;
};

/// Fails if the faults or flags are invalid.
Result<void> check_sweep_player(const SweepPlayer& player);

/// Plays games.games games per colour against random moves; player.keep_turn replaces
/// games.keep_turn.
Measured measure_weights(const SweepPlayer& player, int bp, int fs, int cn, const GamesSetup& games,
                         const std::function<bool()>& interrupted);

/// One panel per CN, BP down, FS across. Blank where `value` is NaN.
std::string weight_heat_map(std::string title, int largest,
                            const std::function<double(int bp, int fs, int cn)>& value);

/// Wins with both colours.
std::string sweep_heat_map(std::string_view title, int largest,
                           const std::vector<SweepEntry>& entries);

/// One row per triple: wins, draws, losses and discs by colour.
std::string sweep_csv(const std::vector<SweepEntry>& entries);

}  // namespace sumi::lab
