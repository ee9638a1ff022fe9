// SPDX-License-Identifier: MIT
/// What the handlers of signals that ask a program to end have in common.
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>

namespace sumi {

/// Ctrl-C, kill(1) and the end of the terminal.
inline constexpr int kEndSignals[] = {SIGINT, SIGTERM, SIGHUP};

/// Whether a handler may be set for `signal`. `nohup` has a program ignore the end of its terminal,
/// and that is to stay so. (A shell's `&` has it ignore Ctrl-C, but kill -INT is still meant.)
bool may_watch(int signal);

/// Which signal has asked for the end. Signal handlers may call all of it, on any thread.
class EndRequest {
 public:
  enum class Kind {
    kFirst,
    kEcho,    ///< The first signal once more: `timeout` sends SIGTERM to its child and then to the
              ///< child's group, and where a terminal ends, both the shell and the system send
              ///< SIGHUP.
    kSecond,  ///< Somebody is out of patience.
  };

  Kind note(int signal) noexcept;
  int signal() const noexcept { return static_cast<int>(first_.load() & 0xFF); }  ///< 0: none.
  void forget() noexcept { first_ = 0; }

 private:
  std::atomic<std::int64_t> first_ = 0;  ///< Milliseconds of a steady clock << 8 | signal.
  static_assert(std::atomic<std::int64_t>::is_always_lock_free);
};

/// Does what the signal does where nobody watches: the process ends as the handler returns.
void end_by(int signal) noexcept;

}  // namespace sumi
