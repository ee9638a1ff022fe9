// SPDX-License-Identifier: MIT
/// Handlers call nothing but what POSIX allows there: clock_gettime(), sigaction(), raise().
#include "engine/base/signals.h"

#include <ctime>

namespace sumi {

bool may_watch(int signal) {
  struct sigaction action {};
  return signal != SIGHUP || sigaction(signal, nullptr, &action) != 0 ||
         action.sa_handler != SIG_IGN;
}

EndRequest::Kind EndRequest::note(int signal) noexcept {
  constexpr std::int64_t kEchoMs = 1000;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  std::int64_t first = 0;
  if (first_.compare_exchange_strong(first, ms << 8 | signal)) return Kind::kFirst;
  // A person may well press Ctrl-C twice in a second, and means it.
  const bool same = signal != SIGINT && (first & 0xFF) == signal;
  return same && ms - (first >> 8) < kEchoMs ? Kind::kEcho : Kind::kSecond;
}

void end_by(int signal) noexcept {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
}

}  // namespace sumi
