// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/large_pages.h"

#include <fmt/format.h>

#include <cstdint>
#include <sys/mman.h>

namespace sumi {
namespace {
constexpr std::size_t kLargePage = std::size_t{2} << 20;
}

void prefer_large_pages(void* data, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (address + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t end = (address + bytes) & ~(kPage - 1);
  // Without it all works, a little slower.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

LargePages::LargePages(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  mapped_ = bytes < kLargePage ? bytes : bytes + kLargePage;
  mapping_ = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                  : mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) {
    throw FatalError(fmt::format("no memory for a table of {} MiB", bytes >> 20));
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::uintptr_t aligned =
      bytes < kLargePage ? address : (address + kLargePage - 1) & ~(kLargePage - 1);
  data_ = reinterpret_cast<void*>(aligned);
  prefer_large_pages(data_, size_);
}

LargePages::~LargePages() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

void LargePages::zero() {
  if (data_ != nullptr) madvise(data_, size_, MADV_DONTNEED);
}

}  // namespace sumi
