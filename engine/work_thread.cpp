// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/signals_blocked.h"
#include "engine/work_thread.h"

#include <utility>

namespace sumi {

WorkThread::~WorkThread() {
  stop();
  join();
}

void WorkThread::start(Work work, std::function<void()> run, int niceness) {
  stop_ = false;
  if (thread_.joinable()) ended_ = std::move(thread_);
  work_ = work;
  try {
    const SignalsBlocked blocked;
    thread_ = std::thread([this, run = std::move(run), niceness] {
      if (ended_.joinable()) ended_.join();
      if (niceness > 0) lower_thread_priority(niceness);
      run();
    });
  } catch (...) {
    finish();
    if (ended_.joinable()) ended_.join();
    throw;
  }
}

void WorkThread::finish() {
  work_ = Work::kNone;
  work_.notify_all();
}

void WorkThread::await_result() {
  const Work work = work_;
  if (work == Work::kPonder || work == Work::kLearn) stop();
  if (work != Work::kNone) work_.wait(work);  // only our caller starts other work
}

void WorkThread::end_idle_work() {
  if (work() != Work::kSearch) await_result();
}

void WorkThread::join() {
  await_result();
  if (thread_.joinable()) thread_.join();
}

}  // namespace sumi
