// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/base/signals.h"
#include "engine/work_thread.h"

#include <utility>

namespace sumi {

WorkThread::~WorkThread() {
  stop();
  await_result();
  quit();
}

void WorkThread::start(Work work, std::function<void()> run, int niceness) {
  // A thread cannot raise its own priority; end it.
  if (niceness < niceness_) quit();
  stop_ = false;
  work_ = static_cast<std::uint32_t>(work);
  if (!thread_.joinable()) {
    try {
      const SignalsBlocked blocked;
      thread_ = std::thread([this] { do_work(); });
    } catch (...) {
      finish();
      throw;
    }
  }
  submit([this, run = std::move(run), niceness] {
    if (niceness > std::exchange(niceness_, niceness)) lower_thread_priority(niceness);
    run();
  });
}

void WorkThread::submit(std::function<void()> run) {
  next_ = std::move(run);
  ++submitted_;
  wake_waiters(submitted_);
}

void WorkThread::quit() {
  if (!thread_.joinable()) return;
  await_end();
  submit({});
  thread_.join();
  finished_ = submitted_.load();
  niceness_ = 0;
}

void WorkThread::do_work() {
  for (;;) {
    wait_while(submitted_, finished_);
    {
      const auto run = std::exchange(next_, {});
      if (!run) return;
      run();
    }
    ++finished_;
    wake_waiters(finished_);
  }
}

void WorkThread::finish() {
  work_ = static_cast<std::uint32_t>(Work::kNone);
  wake_waiters(work_);
}

void WorkThread::await_result() {
  const Work work = this->work();
  if (work == Work::kPonder || work == Work::kLearn) stop();
  // Only our caller can start new work.
  if (work != Work::kNone) wait_while(work_, static_cast<std::uint32_t>(work));
}

void WorkThread::end_idle_work() {
  if (work() != Work::kSearch) await_result();
}

void WorkThread::await_end() {
  await_result();
  for (std::uint32_t done = finished_; done != submitted_; done = finished_) {
    wait_while(finished_, done);
  }
}

}  // namespace sumi
