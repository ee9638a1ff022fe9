// SPDX-License-Identifier: MIT
/// Single-threaded objects for multi-threaded players. Grows to the largest number borrowed at
/// once.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sumi {

/// Thread-safe.
template <class T>
class Pool {
 public:
  /// `make` is called, on any thread, if no item is idle.
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  /// The destructor returns the item to the pool.
  class Loan {
   public:
    Loan(Pool& pool, std::unique_ptr<T> item) : pool_(pool), item_(std::move(item)) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() {
      const std::lock_guard lock(pool_.mutex_);
      pool_.idle_.push_back(std::move(item_));
    }
    T& operator*() const { return *item_; }
    T* operator->() const { return item_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<T> item_;
  };

  Loan borrow() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<T> item = std::move(idle_.back());
        idle_.pop_back();
        return Loan(*this, std::move(item));
      }
    }
    return Loan(*this, make_());
  }

 private:
  const std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace sumi
