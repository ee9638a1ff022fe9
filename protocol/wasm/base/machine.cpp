// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"

namespace sumi {

int processors() { return 1; }
std::uint64_t memory_mib() { return 0; }
void lower_thread_priority(int) {}

}  // namespace sumi
