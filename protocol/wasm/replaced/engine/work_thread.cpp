// SPDX-License-Identifier: MIT
/// Without threads, start() does the work.
#include "engine/work_thread.h"

namespace sumi {

WorkThread::~WorkThread() = default;

void WorkThread::start(Work work, std::function<void()> run, int /*niceness*/) {
  stop_ = false;
  work_ = static_cast<std::uint32_t>(work);
  run();
}

void WorkThread::finish() { work_ = static_cast<std::uint32_t>(Work::kNone); }
void WorkThread::await_result() {}
void WorkThread::end_idle_work() {}
void WorkThread::await_end() {}

}  // namespace sumi
