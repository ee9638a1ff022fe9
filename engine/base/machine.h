// SPDX-License-Identifier: MIT
/// What this machine has, and what a thread may take of it.
#pragma once

#include <cstdint>

namespace sumi {

/// Memory for this process, MiB: what is built in, or less where the system gives the process's
/// group no more (a container, a service). 0 if nobody tells.
std::uint64_t memory_mib();

/// The calling thread, and those that it starts from now on, give way to the other threads of this
/// program: `niceness` is as of nice(1), 0..19. Only Linux has it for single threads; elsewhere
/// nothing happens.
void lower_thread_priority(int niceness);

}  // namespace sumi
