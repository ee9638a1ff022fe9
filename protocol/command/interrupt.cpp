// SPDX-License-Identifier: MIT
/// The handler calls nothing but what POSIX allows there: tcsetattr() and what EndRequest does.
#include "engine/base/signals.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"

#include <csignal>
#include <termios.h>
#include <unistd.h>

namespace sumi::protocol {
namespace {

EndRequest request;

/// Set by the first watch_interrupts() and never again, for the handler may run on any thread.
termios terminal_before;
bool terminal_known = false;

/// LiveText switches echo off; a shell that goes on from here would not show what is typed. From
/// the background it would be us who disturb the shell's terminal.
void restore_terminal() {
  if (terminal_known && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
  }
}

void on_interrupt(int signal) {
  if (request.note(signal) != EndRequest::Kind::kSecond) return;
  restore_terminal();
  end_by(signal);
}

}  // namespace

void watch_interrupts() {
  if (!terminal_known) terminal_known = tcgetattr(STDIN_FILENO, &terminal_before) == 0;
  if (request.signal() == SIGINT) request.forget();
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  for (const int signal : kEndSignals) {
    if (may_watch(signal)) sigaction(signal, &action, nullptr);
  }
}

bool interrupted() { return request.signal() != 0; }

int interrupt_signal() { return request.signal(); }

int interrupt_status() { return interrupted() ? 128 + request.signal() : kInterrupted; }

}  // namespace sumi::protocol
