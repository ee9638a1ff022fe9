// SPDX-License-Identifier: MIT
#include "engine/core/spin_lock.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace sumi::SUMI_ISA;

TEST_CASE("a spin lock lets one thread in at a time", "[spin-lock][thread]") {
  SpinLock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        const SpinGuard guard(lock);
        const long before = count;
        std::this_thread::yield();  // the others would come now, if they could
        count = before + 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(count == 8000);
}

TEST_CASE("who waits for a spin lock gets it, and not before", "[spin-lock][thread]") {
  SpinLock lock;
  std::atomic<bool> entered = false;
  lock.lock();
  std::thread other([&] {
    const SpinGuard guard(lock);
    entered = true;
  });
  // Long enough for the other thread to spin, and to yield.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(!entered);
  lock.unlock();
  other.join();
  CHECK(entered);
}
