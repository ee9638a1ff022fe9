// SPDX-License-Identifier: MIT
/// Which signal interrupted() is about (interrupt.h).
#pragma once

namespace sumi::protocol {

/// SIGINT, SIGTERM or SIGHUP; 0: none was noted. Any thread.
int interrupt_signal();

/// What a command that ended early ends with: 128 + the signal.
int interrupt_status();

}  // namespace sumi::protocol
