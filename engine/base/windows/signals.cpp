// SPDX-License-Identifier: MIT
/// Windows calls handlers on threads of their own.
#include "engine/base/descriptor.h"
#include "engine/base/signals.h"
#include "engine/base/windows/wide.h"

namespace sumi {

struct SignalsBlocked::Before {};
SignalsBlocked::SignalsBlocked() = default;
SignalsBlocked::~SignalsBlocked() = default;

/// Writes fail anyway; Windows would show a box for a missing disk or a crash.
void ignore_write_signals() {
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

TerminationRequest::Kind TerminationRequest::note(int signal) noexcept {
  std::int64_t none = 0;
  return first_.compare_exchange_strong(none, signal) ? Kind::kFirst : Kind::kSecond;
}

void terminate_by(int signal) noexcept {
  TerminateProcess(GetCurrentProcess(), signal == kSigInt ? STATUS_CONTROL_C_EXIT
                                                          : 128U + static_cast<unsigned>(signal));
}

namespace {

using Handler = void (*)(int);
std::atomic<Handler> current = nullptr;

BOOL WINAPI note_event(DWORD event) {
  const Handler handler = current;
  if (!handler) return FALSE;
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) {
    handler(event == CTRL_C_EVENT ? kSigInt : kSigTerm);
    return TRUE;
  }
  // The process ends when this returns, or after five seconds.
  handler(kSigHup);
  Sleep(INFINITE);
  return TRUE;
}

}  // namespace

struct TerminationHandler::Before {
  Handler handler;
};

TerminationHandler::TerminationHandler(Handler handler, Waiting)
    : before_(std::make_unique<Before>(current.exchange(handler))) {
  static const bool installed = SetConsoleCtrlHandler(note_event, TRUE) != 0;
  static_cast<void>(installed);
}

TerminationHandler::~TerminationHandler() {
  if (before_) current = before_->handler;
}

void TerminationHandler::stay() { before_.reset(); }

bool wait_for_input(int fd, bool (*ended)()) {
  constexpr Millis kBetweenLooks{50};
  while (!ended() && !wait_until(Ready::kInput, fd, kBetweenLooks)) {
  }
  return !ended();
}

}  // namespace sumi
