// SPDX-License-Identifier: MIT
/// S2: temporal differences with a small network (Sugita 2002, second half). The paper's network
/// has 130 inputs, 40 hidden units, 2 outputs and no biases; the faults of its program can be left
/// in, one by one.
///
/// For each position of a game the network learns its own outputs at a successor; for the end it
/// learns the result. The successor and the move played are drawn apart, but by the same values:
/// those before the position is learned (kDrawnAfter). A forced pass leads to the same board with
/// the other side to move.
#pragma once

#include "tools/lab/papers/net/net_learner.h"

namespace sumi::lab {

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

}  // namespace sumi::lab
