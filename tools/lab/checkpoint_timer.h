// SPDX-License-Identifier: MIT
/// Tells when long work is to save itself.
#pragma once

#include "engine/base/time.h"

#include <algorithm>

namespace sumi::lab {

/// A checkpoint is due each ten seconds. Where writing one takes more than a twentieth of that, the
/// next one is due so much later that writing takes a twentieth of all time, but after a minute at
/// most. One thread at a time.
class CheckpointTimer {
 public:
  bool due() const { return since_.seconds() > wait_; }

  /// Runs `write`, which writes a checkpoint; the next one is then due later.
  template <class Write>
  void run(const Write& write) {
    const StopWatch watch;
    write();
    wait_ = std::clamp(watch.seconds() / kShare, kSeconds, kMostSeconds);
    since_ = StopWatch();
  }

 private:
  static constexpr double kSeconds = 10, kMostSeconds = 60;
  static constexpr double kShare = 0.05;  ///< The share of all time that writing may take.

  StopWatch since_;
  double wait_ = kSeconds;
};

}  // namespace sumi::lab
