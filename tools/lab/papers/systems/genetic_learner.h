// SPDX-License-Identifier: MIT
/// S6: a genetic algorithm evolves the conditional table (S6Tables) by playing.
///
/// Defaults are the paper's numbers. Where the paper gives no detail: parents are selected by
/// roulette, crossover has one point, a mutated gene is redrawn, and individual 1 survives. Games
/// start from random openings. Up to kTrunkMoves they use only the general table, because no
/// earlier search reaches the conditional one; this halves the work and changes no game. One solver
/// plays both sides' perfect endgame (S6End).
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

inline constexpr int kMaxGene = 100;  ///< Genes are -kMaxGene..kMaxGene.

struct GeneticSetup {
  S6Values human = kS6General;  ///< Individual 1 at first, and the untuned opponent.
  int population = 20;          ///< 2..1000
  double crossover = 0.8;       ///< Probability that a child has two parents.
  double mutation = 0.001;      ///< Probability per gene.
  int fitness_games = 20;       ///< Against individual 1. All three numbers of games are even.
  int elite_games = 100;        ///< Best individual against the previous elite.
  int measure_games = 500;      ///< Elite against the untuned table.
  S6Reading reading{};          ///< Of the paper's search.
  /// Play each opening with both colours, which cancels its value; the paper does not.
  bool paired = true;
  std::uint64_t seed = 1;
  int threads = 1;  ///< Does not affect results.
};

/// Results for the first table.
struct TableMatch {
  Tally tally;
  std::vector<double> points;  ///< Per game, 0..1, of each pair or unpaired game.
};

struct TablePairing {
  S6Values one, other;
};

/// `games` per pairing, with the same openings for all. Incomplete after a stop request.
std::vector<TableMatch> play_tables(const std::vector<TablePairing>& pairings, int games,
                                    bool paired, std::uint64_t seed, int threads,
                                    const std::stop_token& stop,
                                    const std::function<void(std::uint64_t games)>& tick = {},
                                    const S6Reading& reading = {});

/// Openings: kS6RandomMoves random moves, then S6's own moves (independent of the conditional
/// table) up to move kTrunkMoves.
inline constexpr int kS6RandomMoves = 11, kTrunkMoves = 28;
std::vector<Position> s6_openings(int count, std::uint64_t seed, int threads,
                                  const std::stop_token& stop, const S6Reading& reading = {});

/// Fitness-proportional selection of a parent. Requires: no negative fitness.
std::size_t roulette(const std::vector<double>& fitness, SplitMix64& random);

/// The paper's: 16 per win, plus (own discs - opponent's + 64) / 4 per game.
double genetic_points(const Tally& tally);

class GeneticLearner final : public Learner {
 public:
  explicit GeneticLearner(const GeneticSetup& setup);

  const S6Values& elite() const { return population_[0]; }

  std::string_view unit() const override { return "generations"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return generation_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  /// Win rate and points of the elite; 8000 points if all 500 games are drawn.
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;  ///< For the evaluator `table` and the player s6.
  std::string_view result_kind() const override { return "table"; }
  std::string summary() const override;  ///< The elite.

 private:
  bool next_generation(const std::stop_token& stop);
  std::vector<S6Values> children(const std::vector<double>& fitness) const;

  const GeneticSetup setup_;
  std::vector<S6Values> population_;  ///< Individual 1 first.
  std::uint64_t generation_ = 0;
  double best_fitness_ = 0, mean_fitness_ = 0;  ///< Of the last generation.
};

}  // namespace sumi::lab
