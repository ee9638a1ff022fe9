// SPDX-License-Identifier: MIT
/// Ctrl-C, kill(1) and the end of a terminal: work ends in order, and what was found is still told.
#pragma once

namespace sumi::protocol {

/// From now on the first SIGINT, SIGTERM or SIGHUP (unless ignored, as by `nohup`) is noted, and a
/// second one ends the process, the terminal as it was at the first call. Forgets a SIGINT that was
/// noted before; the others are for the whole process, and stay noted.
void watch_interrupts();

// The signal that was noted. Any thread may ask.

bool interrupted();

/// SIGINT, SIGTERM or SIGHUP; 0: none.
int interrupt_signal();

/// The exit status of a command that ended early: 128 + the signal.
int interrupt_status();

}  // namespace sumi::protocol
