// SPDX-License-Identifier: MIT
/// Here are no descriptors, no threads, no signals, and no files but those that file.cpp has.
#include "engine/base/descriptor.h"
#include "engine/base/file.h"
#include "engine/base/held_file.h"
#include "engine/base/machine.h"
#include "engine/base/signals.h"
#include "engine/base/thread_team.h"

#include <cerrno>

namespace sumi {

Descriptor::~Descriptor() = default;
Result<Descriptor> open_input(const std::string& path) { return system_error(path, ENOENT); }
std::int64_t file_bytes(int) { return 0; }
ReadBytes read_some(int, std::span<char>) { return {0, true, EBADF}; }
bool wait_until(Ready, int, Millis, int) { return true; }

struct HeldFile::Descriptors {};
HeldFile::HeldFile(HeldFile&&) noexcept = default;
HeldFile::~HeldFile() = default;
Result<HeldFile> HeldFile::open(const std::string& path, Access) {
  return system_error(path, ENOENT);
}
Result<std::string> HeldFile::read(std::int64_t, std::size_t) const {
  return system_error(path_, ENOENT);
}

int processors() { return 1; }
std::uint64_t memory_mib() { return 0; }
void lower_thread_priority(int) {}
void yield_thread() {}

struct SignalsBlocked::Before {};
SignalsBlocked::SignalsBlocked() = default;
SignalsBlocked::~SignalsBlocked() = default;

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
