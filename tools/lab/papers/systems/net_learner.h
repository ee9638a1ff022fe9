// SPDX-License-Identifier: MIT
/// Base of the learners that train a network by self-play (S2, S3).
#pragma once

#include "engine/base/random.h"
#include "engine/base/static_vector.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/systems/mlp.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

struct NetSettings {
  std::uint64_t seed = 1;
  int size = 8;  ///< 4, 6 or 8.
  double learning_rate = 0.1;
  double epsilon = 0.1;      ///< Probability of a random move.
  int measured_games = 500;  ///< Per colour, against random moves.
};

/// The index of an epsilon-greedy move.
int draw_move(const EvaluatedMoves& moves, double epsilon, SplitMix64& random);

class NetLearner : public EpisodeLearner {
 public:
  NetLearner(const NetLearner&) = delete;  // members refer to each other
  NetLearner& operator=(const NetLearner&) = delete;

  /// Wins of the one-ply greedy player against random moves; and `error`, the mean square
  /// difference between expected and actual results of self-play games, in Black's points, 0..1
  /// (0.25 without any knowledge).
  std::vector<Metric> measure(const std::stop_token& stop) const override;

  std::string result() const override;
  std::string_view result_kind() const override { return "mlp"; }

  /// The network of result().
  NetworkFile network() const;

 protected:
  NetLearner(std::string_view name, const NetSettings& settings, int threads, NetworkInputs inputs,
             NetworkOutput output, Mlp mlp);

  std::string save_values() const override { return result(); }
  Result<void> load_values(std::string_view values) override;

  Position start() const { return start_position(net_.size); }
  Mlp& mlp() { return mlp_; }
  const Mlp& mlp() const { return mlp_; }
  NetEvaluator& evaluator() { return evaluator_; }
  EvaluatedMoves& moves() { return moves_; }
  const NetSettings& net() const { return net_; }
  protocol::Json net_settings() const;

 private:
  double error(const std::stop_token& stop) const;

  const NetSettings net_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
  Mlp mlp_;
  NetEvaluator evaluator_;
  EvaluatedMoves moves_;
};

// S2: temporal-difference learning with a small network (Sugita 2002, second half): 130 inputs, 40
// hidden units, 2 outputs, no biases.
//
// The target of each position is the network's output at a successor (but see Targets), or the
// result at the end of the game. This successor and the move played are drawn independently by the
// values before the update (but see kDrawnAfter). A forced pass leads to the same board with the
// other side to move.

/// Faults of the paper's program, as bits; td_faults() has their names.
enum TdFault : unsigned {
  kNoTdFault = 0,
  kPartOfUnits = 1,   ///< Trains the input weights of only 30 of 40 hidden units.
  kChangedFirst = 2,  ///< Updates output weights before propagating the error through them.
  kAllPositive = 4,   ///< Initial weights in 0..1/2 instead of -1/4..1/4.
  /// Trains the last board three times: for either side on its value for the other, then on the
  /// result.
  kLastThrice = 8,
  kDrawnAfter = 16,  ///< Not a fault: draws moves by the values after the update.
  kAllTdFaults = kPartOfUnits | kChangedFirst | kAllPositive | kLastThrice | kDrawnAfter,
};

std::span<const NamedFault> td_faults();

/// What the output at a position is trained on (the thesis's table 3.1; only the end has a reward).
enum class Targets {
  kNext,      ///< TD: the output at a drawn successor.
  kExpected,  ///< Dynamic programming: the mean output over the successors, weighted by the
              ///< probability of each move.
  kResult,    ///< Monte Carlo: the result, for all positions once the game is over, first to last.
};

struct TdSettings {
  NetSettings net{};
  int hidden = 40;
  unsigned faults = kNoTdFault;
  Targets targets = Targets::kNext;
};

class TdLearner final : public NetLearner {
 public:
  explicit TdLearner(const TdSettings& settings, int threads = 1);

  protocol::Json settings() const override;

 private:
  void play(SplitMix64& random) override;
  void learn(std::span<const float> targets);  ///< At the position last evaluated.
  /// Trains `position`, whose side to move must pass, on the value after the pass.
  void learn_pass(const Position& position);
  /// Trains the position last evaluated, whose moves are in moves(), before one is played.
  void learn_moves(SplitMix64& random);

  const TdSettings td_;
  const LearningRule rule_;
  std::vector<Position> visited_;  ///< In this game, for Targets::kResult.
};

// S3: a network for the win probability of the side to move, trained on Monte Carlo returns (draft
// of 2021, for 5x5 shogi). The flips of each move are inputs, so it need not learn the rules.
//
// A self-play game gives positions s_0..s_n. Backwards from the end, with the network's current
// output V:
//   R_n = the result for the side to move at s_n: 1, 1/2, 0
//   R_i = 1 - ((1 - gamma) V(s_{i+1}) + gamma R_{i+1})
//   target(s_i) = (1 - alpha) V(s_i) + alpha R_i
// without the "1 -" if the same side is to move at s_{i+1}, after a pass.
//
// The draft assigns: "V(s_i) <- (1 - alpha) V(s_i) + alpha R_i", from the last position to the
// first. So the V(s_{i+1}) in R_i is the updated one, the target of s_{i+1}; this amounts to gamma
// + alpha (1 - gamma) in place of gamma. ReturnsSettings::use_updated_values = false takes the
// network's output.
//
// With the paper's cross-entropy gradient, a step is proportional to target - V = alpha (R - V), so
// alpha scales the learning rate.

struct ReturnsSettings {
  NetSettings net{.learning_rate = 0.05};
  std::vector<int> hidden{64};  ///< Per hidden layer; not in the paper.
  double alpha = 0.5;
  double gamma = 0.5;              ///< 0.8 learns more slowly (RESULTS.md).
  bool use_updated_values = true;  ///< Use the new target of s_{i+1} as V(s_{i+1}) in R_i.
  bool cross_entropy = true;       ///< False: squared error.
};

/// R_i from V and R of the next position. `same_mover`: after a pass.
constexpr double return_before(double value, double result, double gamma, bool same_mover) {
  const double next = (1 - gamma) * value + gamma * result;
  return same_mover ? next : 1 - next;
}

class ReturnsLearner final : public NetLearner {
 public:
  explicit ReturnsLearner(const ReturnsSettings& settings, int threads = 1);

  protocol::Json settings() const override;

 private:
  void play(SplitMix64& random) override;

  const ReturnsSettings returns_;
  const LearningRule rule_;
  StaticVector<Position, 64> states_;  ///< At most 60 with a move, and the final one.
};

}  // namespace sumi::lab
