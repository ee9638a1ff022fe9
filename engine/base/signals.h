// SPDX-License-Identifier: MIT
/// Signals: keeping them from threads, and those that ask a program to end.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace sumi {

/// While it lives the calling thread gets no signals, nor do threads that it starts meanwhile, for
/// as long as they live. So a signal comes to a thread of the program that we are part of, whose
/// handlers may count on that.
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

/// From now on writing to a pipe that nobody reads fails as other writing does, and so does writing
/// more to a file than the user allows, instead of ending the process.
void ignore_write_signals();

/// What asks a program to end: Ctrl-C, kill(1) and the end of the terminal. The numbers of POSIX.
inline constexpr int kSigInt = 2, kSigTerm = 15, kSigHup = 1;

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

/// While it lives `handler` is called, on any thread, for SIGINT, SIGTERM and SIGHUP; then they do
/// again what they did before. SIGHUP is left alone where it is ignored, as by `nohup`. (A shell's
/// `&` has a program ignore Ctrl-C, but kill -INT is still meant.)
class EndHandler {
 public:
  enum class Waiting { kContinues, kFails };  ///< What a system call that waits does afterwards.
  EndHandler(void (*handler)(int signal), Waiting waiting);
  ~EndHandler();
  EndHandler(const EndHandler&) = delete;
  EndHandler& operator=(const EndHandler&) = delete;

  void stay();  ///< The handler outlives this.

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Waits for input, its end or an error; false when ended(), which an EndHandler makes true: no
/// signal can slip in between asking and waiting.
bool wait_for_input(int fd, bool (*ended)());

}  // namespace sumi
