// SPDX-License-Identifier: MIT
/// The progress bar of long work that goes on where earlier runs ended, with its speed.
#pragma once

#include "engine/base/time.h"
#include "protocol/report/progress_bar.h"

#include <cstdint>
#include <string>
#include <utility>

namespace sumi::lab {

/// Draws on standard error if that is a terminal. What earlier runs did counts as done, but neither
/// for the speed nor for the time left. One thread at a time.
class RateBar {
 public:
  explicit RateBar(std::string what) : what_(std::move(what)), bar_(true, what_) {}

  /// Of `wanted` things in all, earlier runs did `before` and this one `done`.
  void draw(std::uint64_t before, std::uint64_t done, std::uint64_t wanted);
  void erase() { bar_.erase(); }

  double seconds() const { return watch_.seconds(); }

 private:
  std::string what_;
  protocol::ProgressBar bar_;
  StopWatch watch_;
};

}  // namespace sumi::lab
