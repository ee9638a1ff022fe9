// SPDX-License-Identifier: MIT
/// A modern baseline for the published systems: an n-tuple network that learns the values of
/// afterstates by TD(lambda), after M. Szubert and W. Jaskowski, "Temporal difference learning of
/// n-tuple networks for the game 2048" (2014), and their work on Othello.
#pragma once

#include "engine/base/random.h"
#include "engine/game/pattern_layout.h"
#include "engine/player.h"
#include "tools/lab/papers/learn/learner.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// The value of a board for its side to move is tanh of a sum of weights, one per tuple of squares.
/// Tuples that are images of each other share weights.
class NtupleNetwork {
 public:
  NtupleNetwork();
  NtupleNetwork(const NtupleNetwork&) = delete;  // its parts refer to each other
  NtupleNetwork& operator=(const NtupleNetwork&) = delete;

  /// Before tanh.
  double sum(const Board& b) const;
  double value(const Board& b) const;  ///< -1 (lost) to 1 (won).

  /// Moves the sum of `b` by `change`.
  void add(const Board& b, double change);

  const std::vector<float>& weights() const { return weights_; }
  std::vector<float>& weights() { return weights_; }

  /// For the evaluator `pattern`: the same weights for all stages, a sum of 1 as 16 discs.
  std::string pattern_file(const std::string& command, const std::string& data,
                           const std::string& note) const;

 private:
  struct Tuple {
    int size = 0;
    std::array<Square, kMaxPatternSquares> squares{};
    const std::uint32_t* slots = nullptr;  ///< The weight of each filling.
  };

  std::vector<std::vector<std::uint32_t>> slots_;  ///< Per pattern in use.
  std::vector<Tuple> tuples_;
  std::vector<float> weights_;
};

struct NtupleSettings {
  std::uint64_t seed = 1;
  double learning_rate = 0.1;
  double epsilon = 0.1;  ///< Probability of a random move.
  double lambda = 0.5;
  int measured_games = 500;  ///< Per colour, against random moves.
};

/// A step is one self-play game. Afterwards each board after a move is moved towards its
/// lambda-return, from the end of the game backwards. A random move ends the return of the board
/// before it.
class NtupleLearner final : public EpisodeLearner {
 public:
  explicit NtupleLearner(const NtupleSettings& settings, int threads = 1);

  protocol::Json settings() const override;

  /// Wins of the one-ply greedy player against random moves.
  std::vector<Metric> measure(const std::stop_token& stop) const override;

  std::string result() const override;
  std::string_view result_kind() const override { return "pattern"; }

  const NtupleNetwork& network() const { return network_; }

 private:
  void play(SplitMix64& random) override;
  std::string save_values() const override;
  Result<void> load_values(std::string_view values) override;

  const NtupleSettings ntuple_;
  NtupleNetwork network_;
};

/// The move with the best value after it; draws at random among equals. `network` must outlive it.
std::unique_ptr<MovePlayer> make_ntuple_player(const NtupleNetwork& network);

}  // namespace sumi::lab
