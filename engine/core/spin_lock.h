// SPDX-License-Identifier: MIT
/// A lock for a few instructions at a time, and how to wait for another thread without sleeping.
#pragma once

#include "engine/core/isa.h"

#include <atomic>
#include <sched.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sumi::SUMI_ISA {

inline void pause_thread() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// To be called in turn `i` of a loop that waits. Now and then it yields: where threads outnumber
/// cores, other threads must have their turn.
inline void pause_or_yield(int i) {
  constexpr int kTurns = 64;
  if (i % kTurns == kTurns - 1) {
    sched_yield();
  } else {
    pause_thread();
  }
}

/// A lock to be held for a few instructions at a time.
class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
      for (int i = 0; taken_.load(std::memory_order_relaxed); ++i) pause_or_yield(i);
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

class SpinGuard {
 public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  SpinLock& lock_;
};

}  // namespace sumi::SUMI_ISA
