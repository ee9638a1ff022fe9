// SPDX-License-Identifier: MIT
/// Durations of the engine: by type, never a bare number.
#pragma once

#include <chrono>
#include <cstdint>

namespace sumi {

using Millis = std::chrono::duration<std::int64_t, std::milli>;

constexpr double to_seconds(Millis time) { return std::chrono::duration<double>(time).count(); }

/// Wall time since construction, from a clock that never goes back.
class StopWatch {
 public:
  Millis elapsed() const { return std::chrono::duration_cast<Millis>(Clock::now() - start_); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace sumi
