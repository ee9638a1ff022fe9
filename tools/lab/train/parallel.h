// SPDX-License-Identifier: MIT
/// Work in numbered parts on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace sumi::lab {

/// Calls part(i) for every i below `count`, on up to `threads` threads of which the caller's is
/// one. Which thread gets which part is left to chance: what is computed must not depend on it.
/// part() does not throw.
template <class Part>
void for_each_part(std::size_t count, int threads, const Part& part) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) part(i);
  };
  std::vector<std::jthread> helpers;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < count; ++i) {
    try {
      helpers.emplace_back(work);
    } catch (const std::system_error&) {
      break;  // the system gives no more of them: those there are do it
    }
  }
  work();
}

}  // namespace sumi::lab
