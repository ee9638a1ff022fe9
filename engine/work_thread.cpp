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
  work_ = work;
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
  submitted_.notify_one();
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
    submitted_.wait(finished_);
    {
      const auto run = std::exchange(next_, {});
      if (!run) return;
      run();
    }
    ++finished_;
    finished_.notify_all();
  }
}

void WorkThread::finish() {
  work_ = Work::kNone;
  work_.notify_all();
}

void WorkThread::await_result() {
  const Work work = work_;
  if (work == Work::kPonder || work == Work::kLearn) stop();
  if (work != Work::kNone) work_.wait(work);  // only our caller can start new work
}

void WorkThread::end_idle_work() {
  if (work() != Work::kSearch) await_result();
}

void WorkThread::await_end() {
  await_result();
  for (std::uint32_t done = finished_; done != submitted_; done = finished_) finished_.wait(done);
}

}  // namespace sumi
