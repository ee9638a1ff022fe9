// SPDX-License-Identifier: MIT
/// Big zeroed memory for tables: on large pages where the system offers them, and physically
/// taken only when first touched.
#pragma once

#include <cstddef>
#include <utility>

namespace sumi {

/// Asks the system to take memory that nobody has touched yet in large pages as far as they fit: 20
/// times fewer faults make a 40 MB vector ready in a third of the time.
void prefer_large_pages(void* data, std::size_t bytes);

/// Owns a block of memory aligned to 2 MiB (or to a page, if it is smaller). Movable.
class LargePages {
 public:
  LargePages() = default;
  /// `bytes` of zeros; 0 makes an empty block. Throws FatalError if the system refuses.
  explicit LargePages(std::size_t bytes);
  LargePages(LargePages&& other) noexcept { *this = std::move(other); }
  LargePages& operator=(LargePages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  ~LargePages();

  void* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Gives the physical memory back; the contents read as zeros again.
  void zero();

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  void* mapping_ = nullptr;  ///< The whole mapping: `data_` and room to align it.
  std::size_t mapped_ = 0;
};

}  // namespace sumi
