// SPDX-License-Identifier: MIT
#include "protocol/cli/interrupt.h"

#include <csignal>

namespace sumi::protocol {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;  // the only thing a signal handler may touch

}  // namespace

void watch_interrupts() {
  interrupt_seen = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_seen = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return interrupt_seen != 0; }

}  // namespace sumi::protocol
