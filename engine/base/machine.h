// SPDX-License-Identifier: MIT
/// This machine: its memory, its processors and how much of their time a thread may take, its name.
#pragma once

#include <cstdint>
#include <string>

namespace sumi {

/// Memory for this process, MiB: what the machine has, or less where a limit is set for the group
/// of the process (a container, a service). 0 if the system does not say.
std::uint64_t memory_mib();

int processors();  ///< At least 1.

/// Makes the calling thread, and those that it starts from now on, give way to the other threads of
/// this program; `niceness` is that of nice(1), 0..19. Only Linux can do this for single threads;
/// elsewhere nothing happens.
void lower_thread_priority(int niceness);

void yield_thread();  ///< Lets other threads have the processor, if any waits for it.

/// Binds the calling thread, and the processes that it will start, to the `nth` (from 0) of the
/// processors that this process may use. Nothing happens if they are fewer than `most`, or where
/// the system cannot do it.
void bind_to_processor(int nth, int most);

/// Blocks of a megabyte and more go back to the system as soon as they are freed. The C library
/// keeps those of up to 32 MB for later, and more with each thread. Only glibc can do this.
void return_large_blocks();

/// The name of this machine, for people and for files that several machines share, up to 255 bytes;
/// "host" if it tells none.
std::string host_name();

}  // namespace sumi
