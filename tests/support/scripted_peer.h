// SPDX-License-Identifier: MIT
/// The peer of a session under test. The thread that calls run() is the session's thread.
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
    changed_.notify_all();  // under the lock: once the work is done, this peer may be destroyed
  }

  /// Runs posted work until `over()`; fails the test after a minute.
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

  /// Runs until the output since the last take() contains `text`.
  void run_until_written(std::string_view text) {
    run_until([&] { return text_.find(text) != std::string::npos; });
  }

  void run_for(Millis time) {
    bool over = false;
    post([&over] { over = true; }, time);
    run_until([&over] { return over; });
  }

  /// The output since the last call.
  std::string take() { return std::exchange(text_, {}); }
  const std::string& text() const { return text_; }

  std::vector<std::string> notes;

 private:
  using Clock = std::chrono::steady_clock;

  std::string text_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, std::function<void()>> work_;  ///< By due time.
};

}  // namespace sumi::test
