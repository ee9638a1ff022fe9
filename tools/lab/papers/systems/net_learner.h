// SPDX-License-Identifier: MIT
/// The common part of learners of networks from self-play (S2, S3): all but what they learn from a
/// game.
#pragma once

#include "engine/base/random.h"
#include "engine/base/static_vector.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/systems/mlp.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// The settings that all these learners have; results depend on each.
struct NetSettings {
  std::uint64_t seed = 1;
  int size = 8;  ///< The side of the board: 4, 6 or 8.
  double rate = 0.1;
  double epsilon = 0.1;      ///< The share of moves that are drawn at random.
  int measured_games = 500;  ///< Against random, for each colour, in measure().
};

/// The index of a move: with probability `epsilon` any one, else the best.
int draw_move(const SeenMoves& seen, double epsilon, SplitMix64& random);

/// A step is a game against itself. Each game draws its lots by the seed and its own number, so a
/// state is but the network and a number.
class NetLearner : public Learner {
 public:
  NetLearner(const NetLearner&) = delete;  // parts of it refer to others
  NetLearner& operator=(const NetLearner&) = delete;

  std::string_view unit() const override { return "episodes"; }
  std::uint64_t steps() const override { return episodes_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;

  /// wins_black_percent and wins_white_percent: how often the player that is greedy at one ply wins
  /// against random moves. error: the mean square of the difference between what it expects of a
  /// position and how the game ends, points for Black in 0..1, in games against itself; 0.25 says
  /// that it knows nothing.
  std::vector<Metric> measure(const std::stop_token& stop) const override;

  std::string save() const override;
  Result<void> load(std::string_view state) override;

  std::string result() const override;
  std::string_view result_kind() const override { return "mlp"; }

  /// The network with its inputs and output, as result() has it.
  NetworkFile network() const;

 protected:
  /// `name`: "td". `threads`: to measure with; results do not depend on them.
  NetLearner(std::string_view name, const NetSettings& settings, int threads, NetworkInputs inputs,
             NetworkOutput output, Mlp mlp);

  /// Plays a game from start() and learns from it.
  virtual void play(SplitMix64& random) = 0;

  Position start() const { return start_position(net_.size); }
  Mlp& mlp() { return mlp_; }
  const Mlp& mlp() const { return mlp_; }
  NetView& view() { return view_; }
  SeenMoves& seen() { return seen_; }
  const NetSettings& net() const { return net_; }
  /// Settings shared by all, for settings().
  protocol::Json net_settings() const;

 private:
  double error(const std::stop_token& stop) const;

  const std::string name_;
  const NetSettings net_;
  const int threads_;
  const NetworkInputs inputs_;
  const NetworkOutput output_;
  Mlp mlp_;
  NetView view_;
  SeenMoves seen_;
  std::uint64_t episodes_ = 0;
};

// S2: temporal differences with a small network (Sugita 2002, second half). The paper's network
// has 130 inputs, 40 hidden units, 2 outputs and no biases; the faults of its program can be left
// in, one by one.
//
// For each position of a game the network learns its own outputs at a successor; for the end it
// learns the result. The successor and the move played are drawn apart, but by the same values:
// those before the position is learned (kDrawnAfter). A forced pass leads to the same board with
// the other side to move.

/// The faults of the paper's program, as bits.
enum TdFault : unsigned {
  kNoTdFault = 0,
  kPartOfUnits = 1,   ///< Input weights of 30 of 40 hidden units are learned, the others stay.
  kChangedFirst = 2,  ///< Output weights are changed before they carry the error back.
  kAllPositive = 4,   ///< Weights begin in 0..1/2, not in -1/4..1/4.
  /// The last board is learned for either side, from its value for the other one, before it is
  /// learned from the result.
  kLastThrice = 8,
  kDrawnAfter = 16,  ///< No fault: the move is drawn by the values after the position is learned.
  kAllTdFaults = kPartOfUnits | kChangedFirst | kAllPositive | kLastThrice | kDrawnAfter,
};

struct TdSettings {
  NetSettings net{};
  int hidden = 40;
  unsigned faults = kNoTdFault;
};

class TdLearner final : public NetLearner {
 public:
  explicit TdLearner(const TdSettings& settings, int threads = 1);

  protocol::Json settings() const override;

 private:
  void play(SplitMix64& random) override;
  void learn(std::span<const float> targets);  ///< Learns at the position that view() looked at.
  /// Learns at `position`, the side to move of which cannot move, what it expects after its pass.
  void learn_pass(const Position& position);

  const TdSettings td_;
  const LearningRule rule_;
};

// S3: a network for the probability that the side to move wins, from Monte Carlo returns (draft of
// 2021, made for 5x5 shogi). It sees what moves would turn, so that it need not learn the rules.
//
// A game against itself gives the positions s_0..s_n. Backwards from the end, with V the network's
// present output:
//     R_n = the result for the side to move at s_n: 1, 1/2, 0
//     R_i = 1 - ((1 - gamma) V(s_{i+1}) + gamma R_{i+1})
//     target(s_i) = (1 - alpha) V(s_i) + alpha R_i
// without the "1 -" where the same side is to move at s_{i+1}, after a pass.
//
// The paper writes target(s_i) into V(s_i), and may mean this new V(s_{i+1}) in R_i: with
// ReturnsSettings::updated it is that. Then R_i is what it is with a gamma of
// gamma + alpha (1 - gamma).
//
// With the cross-entropy's gradient (the derivative of the output's sigmoid taken as 1, as in the
// paper) a step goes by target - V = alpha (R - V): alpha does the same as a lower rate.

struct ReturnsSettings {
  NetSettings net{.rate = 0.05};
  std::vector<int> hidden{64};  ///< Units of each hidden layer; the paper states none.
  double alpha = 0.5;
  double gamma = 0.5;         ///< 0.8 teaches more slowly (tools/lab/papers/RESULTS.md).
  bool updated = false;       ///< V(s_{i+1}) in R_i is the target that was just made for it.
  bool cross_entropy = true;  ///< False: the squared error's gradient, which is the smaller one.
};

/// R_i from V and R of the next position. `same_mover`: there was a pass between.
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
  StaticVector<Position, 64> states_;  ///< The states of a game: up to 60 with a move, and its end.
};

}  // namespace sumi::lab
