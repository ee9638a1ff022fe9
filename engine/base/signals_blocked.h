// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

namespace sumi {

/// While it lives the calling thread gets no signals, nor do threads that it starts meanwhile, for
/// as long as they live. So a signal comes to a thread of the program that we are part of, whose
/// handlers may count on that.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace sumi
