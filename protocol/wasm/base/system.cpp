// SPDX-License-Identifier: MIT
/// Here are no descriptors, no threads, no signals, and no files but those that file.cpp has.
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/thread_team.h"

#include <cerrno>

/// Is declared by wasi-libc, and not there.
int flock(int, int) { return -1; }

namespace sumi {

Result<HeldFile> HeldFile::open(const std::string& path, int) {
  return system_error(path, ENOENT);
}

int processors() { return 1; }
std::uint64_t memory_mib() { return 0; }
void lower_thread_priority(int) {}
void yield_thread() {}

struct ThreadTeam::Impl {};
ThreadTeam::ThreadTeam(int) {}
ThreadTeam::~ThreadTeam() = default;
int ThreadTeam::helpers() const { return 0; }
void ThreadTeam::start(Job, void*) {}
void ThreadTeam::finish() {}
unsigned ThreadTeam::wakes() const { return 0; }
void ThreadTeam::sleep(unsigned) {}
void ThreadTeam::wake() {}

}  // namespace sumi
