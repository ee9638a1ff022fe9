// SPDX-License-Identifier: MIT
/// The common part of learners of networks from self-play (S2, S3): all but what they learn from a
/// game.
#pragma once

#include "engine/base/random.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/net/net_view.h"

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

}  // namespace sumi::lab
