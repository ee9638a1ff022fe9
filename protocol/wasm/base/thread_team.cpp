// SPDX-License-Identifier: MIT
/// Without threads nobody helps.
#include "engine/base/thread_team.h"

namespace sumi {

struct ThreadTeam::Impl {};

ThreadTeam::ThreadTeam(int /*helpers*/) {}
ThreadTeam::~ThreadTeam() = default;
int ThreadTeam::helpers() const { return 0; }
void ThreadTeam::start(Job, void*) {}
void ThreadTeam::finish() {}
unsigned ThreadTeam::wakes() const { return 0; }
void ThreadTeam::sleep(unsigned) {}
void ThreadTeam::wake() {}

}  // namespace sumi
