// SPDX-License-Identifier: MIT
/// The handler calls nothing but what POSIX allows there: tcsetattr(), sigaction(), raise().
#include "protocol/command/interrupt.h"

#include <csignal>
#include <termios.h>
#include <unistd.h>

namespace sumi::protocol {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

/// Of the first watch_interrupts(), never changed later: the handler may run on any thread.
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
  if (interrupt_seen != 0) {
    restore_terminal();
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);  // ends the process as this handler returns
  }
  interrupt_seen = 1;
}

}  // namespace

void watch_interrupts() {
  if (!terminal_known) terminal_known = tcgetattr(STDIN_FILENO, &terminal_before) == 0;
  interrupt_seen = 0;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return interrupt_seen != 0; }

}  // namespace sumi::protocol
