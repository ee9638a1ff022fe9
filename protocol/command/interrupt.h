// SPDX-License-Identifier: MIT
#pragma once

namespace sumi::protocol {

/// Notes the first SIGINT, SIGTERM or SIGHUP from now on (unless ignored, as with `nohup`); a
/// second one restores the terminal and ends the process. Of earlier signals, forgets only SIGINT.
void watch_interrupts();

// Thread-safe.

bool interrupted();

/// The noted signal, or 0.
int interrupt_signal();

/// The exit status of an interrupted command: 128 + the signal.
int interrupt_status();

}  // namespace sumi::protocol
