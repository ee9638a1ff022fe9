// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace sumi {

/// Blocks all signals in the calling thread, and permanently in threads started meanwhile: the host
/// program's own threads receive them.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Makes writes to a closed pipe or beyond the file size limit fail instead of killing the process.
void ignore_write_signals();

/// Ctrl-C, kill(1), closed terminal. POSIX numbers.
inline constexpr int kSigInt = 2, kSigTerm = 15, kSigHup = 1;

/// The first termination signal. Async-signal-safe, on any thread.
class TerminationRequest {
 public:
  enum class Kind {
    kFirst,
    kDuplicate,  ///< The first signal again: `timeout` signals its child twice; on a closed
                 ///< terminal both the shell and the system send SIGHUP.
    kSecond,     ///< The user insists.
  };

  Kind note(int signal) noexcept;
  int signal() const noexcept {
    return static_cast<int>(first_.load() & 0xFF);
  }  ///< The first signal; 0: none.
  void forget() noexcept { first_ = 0; }

 private:
  std::atomic<std::int64_t> first_ = 0;  ///< Steady clock in ms << 8 | signal.
  static_assert(std::atomic<std::int64_t>::is_always_lock_free);
};

/// Ends the process by the default action of `signal`.
void terminate_by(int signal) noexcept;

/// Calls `handler`, on any thread, for SIGINT, SIGTERM and SIGHUP. The destructor restores the
/// previous actions. An ignored SIGHUP (`nohup`) stays ignored. An ignored SIGINT does not: shells
/// ignore it after `&`, but kill -INT should work.
class TerminationHandler {
 public:
  enum class Waiting { kContinues, kFails };  ///< Effect on blocking system calls.
  TerminationHandler(void (*handler)(int signal), Waiting waiting);
  ~TerminationHandler();
  TerminationHandler(const TerminationHandler&) = delete;
  TerminationHandler& operator=(const TerminationHandler&) = delete;

  void stay();  ///< Keeps the handler installed.

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Waits for input, end of file or an error; false once ended(), which a TerminationHandler makes
/// true. No signal between check and wait is lost.
bool wait_for_input(int fd, bool (*ended)());

}  // namespace sumi
