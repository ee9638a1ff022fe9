// SPDX-License-Identifier: MIT
/// Handlers use only async-signal-safe functions.
#include "engine/base/signals.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <map>
#include <poll.h>

namespace sumi {
namespace {

static_assert(kSigInt == SIGINT && kSigTerm == SIGTERM && kSigHup == SIGHUP);

constexpr int kTerminationSignals[] = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

struct SignalsBlocked::Before {
  sigset_t mask;
};

SignalsBlocked::SignalsBlocked() : before_(std::make_unique<Before>()) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before_->mask);
}

SignalsBlocked::~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_->mask, nullptr); }

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

TerminationRequest::Kind TerminationRequest::note(int signal) noexcept {
  constexpr std::int64_t kDuplicateMs = 1000;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  std::int64_t first = 0;
  if (first_.compare_exchange_strong(first, ms << 8 | signal)) return Kind::kFirst;
  // A second Ctrl-C within a second is intended.
  const bool same = signal != SIGINT && (first & 0xFF) == signal;
  return same && ms - (first >> 8) < kDuplicateMs ? Kind::kDuplicate : Kind::kSecond;
}

void terminate_by(int signal) noexcept {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  raise(signal);
}

struct TerminationHandler::Before {
  std::map<int, struct sigaction> actions;
};

TerminationHandler::TerminationHandler(void (*handler)(int), Waiting waiting)
    : before_(std::make_unique<Before>()) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = waiting == Waiting::kContinues ? SA_RESTART : 0;
  for (const int signal : kTerminationSignals) {
    struct sigaction& before = before_->actions[signal];
    sigaction(signal, nullptr, &before);
    if (signal != SIGHUP || before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

TerminationHandler::~TerminationHandler() {
  for (const auto& [signal, action] : before_->actions) sigaction(signal, &action, nullptr);
}

void TerminationHandler::stay() { before_->actions.clear(); }

/// ppoll() unblocks the signals only while it waits.
bool wait_for_input(int fd, bool (*ended)()) {
  sigset_t ends, before;
  sigemptyset(&ends);
  for (const int signal : kTerminationSignals) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, &before);
  int ready = -1;
  while (ready < 0 && !ended()) {
    pollfd input{fd, POLLIN, 0};
    ready = ppoll(&input, 1, nullptr, &before);
    if (ready < 0 && errno != EINTR) break;  // read() will report the error
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return !ended();
}

}  // namespace sumi
