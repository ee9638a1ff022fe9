// SPDX-License-Identifier: MIT
/// S6: a genetic algorithm that evolves the table of the decided game, by playing.
///
/// The paper's numbers are the defaults; what it leaves open is ours: one-point crossover of two
/// parents drawn by roulette; a mutated number is drawn anew; individual 1 lives on. Games begin
/// with openings of random moves. Played on with the general table alone up to kTrunkMoves, since
/// no search before can see the other one: that halves the work and changes no game. The perfect
/// last moves are one solution of both sides' (S6End).
#pragma once

#include "engine/base/random.h"
#include "engine/players/s6_player.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace sumi::lab {

inline constexpr int kMaxGene = 100;  ///< Either sign.

struct GeneticSetup {
  S6Values human = kS6General;  ///< Individual 1 at the start, and the untuned one of measurements.
  int population = 20;          ///< 2..1000
  double crossover = 0.8;       ///< Chance of a child to have two parents.
  double mutation = 0.001;      ///< Chance of each number.
  int fitness_games = 20;       ///< Of each individual against individual 1; even, like the rest.
  int elite_games = 100;        ///< Of the best against the previous elite.
  int measure_games = 500;      ///< Of the elite against the untuned one.
  /// Each opening is played with both colours, which takes out what it is worth. The paper's games
  /// have one each.
  bool paired = true;
  std::uint64_t seed = 1;
  int threads = 1;  ///< Not among the settings: it changes nothing.
};

/// Games of a table against another one, from the first one's side.
struct TableMatch {
  Tally tally;
  std::vector<double> points;  ///< Of pairs (of games if they are not paired): 0..1 a game.
};

struct TablePairing {
  S6Values one, other;
};

/// Plays `games` of each pair of tables, from openings that depend on `seed` and number only: all
/// matches have the same. Incomplete soon after a stop is requested.
std::vector<TableMatch> play_tables(const std::vector<TablePairing>& pairings, int games,
                                    bool paired, std::uint64_t seed, int threads,
                                    const std::stop_token& stop,
                                    const std::function<void(std::uint64_t games)>& tick = {});

/// Positions from which play_tables() plays: S6's random moves, and as many of its others as do not
/// depend on the conditional table.
inline constexpr int kS6RandomMoves = 11, kTrunkMoves = 28;
std::vector<Position> s6_openings(int count, std::uint64_t seed, int threads,
                                  const std::stop_token& stop);

/// The index of a parent, drawn in proportion to fitness. Requires: none is negative.
std::size_t roulette(const std::vector<double>& fitness, SplitMix64& random);

/// The paper's points of a match: 16 for a win, and a quarter of all (own - opponent's discs + 64).
double genetic_points(const Tally& tally);

/// A step is a generation.
class GeneticLearner final : public Learner {
 public:
  explicit GeneticLearner(const GeneticSetup& setup);

  const S6Values& elite() const { return population_[0]; }

  std::string_view unit() const override { return "generations"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return generation_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  /// Win rate and points of the elite as the paper has them (8000: all draws, of 500 games).
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;  ///< A file for the evaluator `table` and the player s6.
  std::string_view result_kind() const override { return "table"; }

 private:
  bool next_generation(const std::stop_token& stop);
  std::vector<S6Values> children(const std::vector<double>& fitness) const;

  const GeneticSetup setup_;
  std::vector<S6Values> population_;  ///< Individual 1 first.
  std::uint64_t generation_ = 0;
  double best_fitness_ = 0, mean_fitness_ = 0;  ///< Of the last generation.
};

}  // namespace sumi::lab
