// SPDX-License-Identifier: MIT
#include "engine/base/signals.h"
#include "engine/base/thread_team.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace sumi {

struct ThreadTeam::Impl {
  std::mutex mutex;
  std::condition_variable to_helpers, to_owner;
  unsigned jobs = 0;
  int busy = 0;
  bool ends = false;
  Job job = nullptr;
  void* context = nullptr;

  std::atomic<unsigned> wakes{0};
  std::atomic<int> sleepers{0};
  std::condition_variable to_sleepers;

  std::vector<std::thread> threads;

  void run(int helper) {
    unsigned done = 0;
    std::unique_lock lock(mutex);
    while (true) {
      to_helpers.wait(lock, [&] { return ends || jobs != done; });
      if (ends) return;
      done = jobs;
      lock.unlock();
      job(context, helper);
      lock.lock();
      if (--busy == 0) to_owner.notify_one();
    }
  }
};

ThreadTeam::ThreadTeam(int helpers) : impl_(std::make_unique<Impl>()) {
  try {
    const SignalsBlocked blocked;
    for (int i = 0; i < helpers; ++i) {
      impl_->threads.emplace_back([impl = impl_.get(), i] { impl->run(i); });
    }
  } catch (const std::system_error&) {  // keep the started threads
  }
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ends = true;
  }
  impl_->to_helpers.notify_all();
  for (std::thread& thread : impl_->threads) thread.join();
}

int ThreadTeam::helpers() const { return static_cast<int>(impl_->threads.size()); }

void ThreadTeam::start(Job job, void* context) {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->job = job;
    impl_->context = context;
    impl_->busy = helpers();
    ++impl_->jobs;
  }
  impl_->to_helpers.notify_all();
}

void ThreadTeam::finish() {
  std::unique_lock lock(impl_->mutex);
  impl_->to_owner.wait(lock, [&] { return impl_->busy == 0; });
}

unsigned ThreadTeam::wakes() const { return impl_->wakes.load(); }

void ThreadTeam::sleep(unsigned seen) {
  std::unique_lock lock(impl_->mutex);
  ++impl_->sleepers;
  impl_->to_sleepers.wait(lock, [&] { return impl_->wakes.load() != seen; });
  --impl_->sleepers;
}

void ThreadTeam::wake() {
  ++impl_->wakes;
  // A helper that `sleepers` does not count yet will see the new number before it sleeps.
  if (impl_->sleepers.load() == 0) return;
  { const std::lock_guard lock(impl_->mutex); }
  impl_->to_sleepers.notify_all();
}

}  // namespace sumi
