// SPDX-License-Identifier: MIT
/// Ctrl-C as commands want it: work ends in order, and what was found is still told.
#pragma once

namespace sumi::protocol {

/// From now on the first Ctrl-C is noted and a second one ends the process, the terminal as it was
/// at the first call. Forgets what was noted before.
void watch_interrupts();

/// Ctrl-C was noted. Any thread.
bool interrupted();

}  // namespace sumi::protocol
