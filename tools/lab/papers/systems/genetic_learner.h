// SPDX-License-Identifier: MIT
/// S6: a genetic algorithm that evolves the table of the decided game, by playing.
///
/// The paper's numbers are the defaults; what it leaves open is ours: one-point crossover of two
/// parents drawn by roulette; a mutated number is drawn anew; individual 1 lives on. Games begin
/// with openings of random moves. Up to kTrunkMoves they are played with the general table alone,
/// since no search before can see the conditional one: that halves the work and changes no game.
/// One solver plays the perfect last moves of both sides (S6End).
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

inline constexpr int kMaxGene = 100;  ///< Numbers are -kMaxGene..kMaxGene.

struct GeneticSetup {
  S6Values human = kS6General;  ///< Individual 1 at the start, and the untuned one of measurements.
  int population = 20;          ///< 2..1000
  double crossover = 0.8;       ///< The chance that a child has two parents.
  double mutation = 0.001;      ///< The chance that a number is drawn anew.
  int fitness_games = 20;       ///< Each individual against individual 1; even, like the next two.
  int elite_games = 100;        ///< The best individual against the previous elite.
  int measure_games = 500;      ///< The elite against the untuned individual.
  /// Each opening is played with both colours, which takes out what it is worth. The paper's games
  /// have one each.
  bool paired = true;
  std::uint64_t seed = 1;
  int threads = 1;  ///< Not among the settings: it changes nothing.
};

/// Games of a table against another one, from the first one's side.
struct TableMatch {
  Tally tally;
  std::vector<double> points;  ///< Points a game, 0..1, of each pair, or of each unpaired game.
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

/// The positions from which play_tables() plays: kS6RandomMoves random moves from the start, then
/// S6's own moves up to kTrunkMoves in all, which do not depend on the conditional table.
inline constexpr int kS6RandomMoves = 11, kTrunkMoves = 28;
std::vector<Position> s6_openings(int count, std::uint64_t seed, int threads,
                                  const std::stop_token& stop);

/// The index of a parent, drawn in proportion to fitness. Requires: none is negative.
std::size_t roulette(const std::vector<double>& fitness, SplitMix64& random);

/// The paper's points of a match: 16 for each win, and for each game a quarter of (own - opponent's
/// discs + 64).
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
  std::string summary() const override;  ///< The elite.

 private:
  bool next_generation(const std::stop_token& stop);
  std::vector<S6Values> children(const std::vector<double>& fitness) const;

  const GeneticSetup setup_;
  std::vector<S6Values> population_;  ///< Individual 1 first.
  std::uint64_t generation_ = 0;
  double best_fitness_ = 0, mean_fitness_ = 0;  ///< The last generation's.
};

}  // namespace sumi::lab
