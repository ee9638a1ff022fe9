// SPDX-License-Identifier: MIT
/// SIGINT, SIGTERM and SIGHUP: commands stop cleanly and still print their results.
#pragma once

namespace sumi::protocol {

/// From now on, notes the first SIGINT, SIGTERM or SIGHUP (unless ignored, as by `nohup`); a second
/// one restores the terminal and ends the process. Forgets an earlier SIGINT only.
void watch_interrupts();

// Thread-safe.

bool interrupted();

/// The noted signal, or 0.
int interrupt_signal();

/// The exit status of an interrupted command: 128 + the signal.
int interrupt_status();

}  // namespace sumi::protocol
