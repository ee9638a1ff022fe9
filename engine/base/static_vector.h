// SPDX-License-Identifier: MIT
/// A vector of fixed capacity without allocation.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace sumi {

/// Throws FatalError.
[[noreturn]] void fail_for_capacity(std::size_t capacity);

template <class T, std::size_t N>
class StaticVector {
 public:
  using value_type = T;

  /// Throws FatalError, in all builds, if size() == N.
  constexpr void push_back(const T& value) {
    if (size_ >= N) [[unlikely]]
      fail_for_capacity(N);
    push_back_unchecked(value);
  }
  /// Like push_back() without the check, for hot loops with a proven bound.
  constexpr void push_back_unchecked(const T& value) {
    assert(size_ < N);
    items_[size_++] = value;
  }
  /// Requires: !empty().
  constexpr void pop_back() { --size_; }
  constexpr void clear() { size_ = 0; }

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::size_t i) { return items_[i]; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }
  constexpr const T& back() const { return items_[size_ - 1]; }

 private:
  std::array<T, N> items_;
  std::size_t size_ = 0;
};

}  // namespace sumi
