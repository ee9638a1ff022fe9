// SPDX-License-Identifier: MIT
/// Simultaneous perturbation stochastic approximation (J. Spall, "Implementation of the
/// simultaneous perturbation algorithm for stochastic optimization", 1998): climbs what can only be
/// measured with noise. Each iteration moves all parameters at once, each up or down by chance,
/// measures there and at the opposite point, and goes a little towards the better one.
///
/// Parameters have their own units: each says how far to stray from it in the last iteration
/// (`step`, c_end), and `rate` (r_end) what part of that it then moves for each unit of difference.
/// Both are larger before: c_k = c_end (N / k)^gamma, a_k = r_end c_end^2 ((A + N) / (A +
/// k))^alpha, A = N / 10, with the exponents that Spall names for practice, as in the tuning of
/// chess engines.
#pragma once

#include <cstdint>
#include <vector>

namespace sumi::lab {

struct SpsaSetup {
  int iterations = 2000;  ///< N, at least 1.
  double rate = 0.002;
  std::uint64_t seed = 1;
};

/// min <= start <= max, whole numbers all; step > 0.
struct SpsaParameter {
  double start, min, max, step;
};

/// Where the search is. What comes next depends on nothing else, so a run can go on from here.
struct SpsaState {
  int iteration = 0;           ///< How many iterations are done.
  std::vector<double> values;  ///< The parameters', each within its range.
};

/// Two points to measure. Whole numbers, within the ranges: what lies between two is rounded by
/// chance, the same for both points, so that on average they are where they should be.
struct SpsaTrial {
  std::vector<int> plus, minus;
};

class Spsa {
 public:
  Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters);

  const SpsaState& state() const { return state_; }
  void set_state(SpsaState state) { state_ = std::move(state); }
  bool done() const { return state_.iteration >= setup_.iterations; }

  /// The points to measure next; the same ones until update() is called.
  SpsaTrial trial() const;

  /// Ends an iteration: `plus` turned out to be better than `minus` by so much.
  void update(double difference);

 private:
  struct Draw {
    double sign;   ///< 1 or -1.
    double round;  ///< In [0, 1).
  };
  std::vector<Draw> draws() const;
  double stray(std::size_t i) const;

  SpsaSetup setup_;
  std::vector<SpsaParameter> parameters_;
  SpsaState state_;
};

}  // namespace sumi::lab
