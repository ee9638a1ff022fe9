// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace sumi {

using Millis = std::chrono::duration<std::int64_t, std::milli>;

constexpr double to_seconds(Millis time) { return std::chrono::duration<double>(time).count(); }

class StopWatch {
 public:
  Millis elapsed() const { return std::chrono::duration_cast<Millis>(Clock::now() - start_); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace sumi
