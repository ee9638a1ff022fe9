// SPDX-License-Identifier: MIT
/// The other side of a session under test, and the session's thread: the one that calls run().
#pragma once

#include "protocol/session/session.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::test {

class ScriptedPeer final : public protocol::Peer {
 public:
  void write(std::string_view line) override { text_ += std::string(line) + "\n"; }

  void note(std::string_view line) override { notes.emplace_back(line); }

  void post(std::function<void()> work, Millis delay = {}) override {
    const std::lock_guard lock(mutex_);
    work_.emplace(Clock::now() + delay, std::move(work));
    changed_.notify_all();  // under the lock: this peer may be gone as soon as the work is done
  }

  /// Does what was posted until `over()`; fails the test if that takes more than a minute.
  template <class Over>
  void run_until(Over over) {
    const auto deadline = Clock::now() + std::chrono::minutes(1);
    while (!over()) {
      std::unique_lock lock(mutex_);
      const auto next = work_.empty() ? deadline : work_.begin()->first;
      if (next > Clock::now()) changed_.wait_until(lock, std::min(next, deadline));
      REQUIRE(Clock::now() < deadline);
      if (work_.empty() || work_.begin()->first > Clock::now()) continue;
      const auto work = std::move(work_.extract(work_.begin()).mapped());
      lock.unlock();
      work();
    }
  }

  /// Until this stands in what was written since the last take().
  void run_until_written(std::string_view text) {
    run_until([&] { return text_.find(text) != std::string::npos; });
  }

  /// For so long.
  void run_for(Millis time) {
    bool over = false;
    post([&over] { over = true; }, time);
    run_until([&over] { return over; });
  }

  /// What was written since the last call.
  std::string take() { return std::exchange(text_, {}); }
  const std::string& text() const { return text_; }

  std::vector<std::string> notes;

 private:
  using Clock = std::chrono::steady_clock;

  std::string text_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, std::function<void()>> work_;  ///< By when it is due.
};

}  // namespace sumi::test
