// SPDX-License-Identifier: MIT
/// Memory by which the module grows: zeros, physically taken only when first touched. It cannot be
/// given back, so blocks that are done with wait for those who want as many bytes.
#include "engine/base/error.h"
#include "engine/base/large_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sumi {
namespace {

constexpr std::size_t kPage = 64 << 10;

struct Block {
  void* data;
  std::size_t bytes;
};

std::vector<Block>& idle_blocks() {
  static std::vector<Block> blocks;
  return blocks;
}

void* take_idle(std::size_t bytes) {
  std::vector<Block>& idle = idle_blocks();
  const auto found = std::ranges::find(idle, bytes, &Block::bytes);
  if (found == idle.end()) return nullptr;
  void* const data = found->data;
  idle.erase(found);
  std::memset(data, 0, bytes);
  return data;
}

void* grow(std::size_t bytes) {
  const std::size_t before = __builtin_wasm_memory_grow(0, bytes / kPage);
  return before == SIZE_MAX ? nullptr : reinterpret_cast<void*>(before * kPage);
}

}  // namespace

void prefer_large_pages(void*, std::size_t) {}

LargePages::LargePages(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  mapped_ = (bytes + kPage - 1) / kPage * kPage;
  mapping_ = take_idle(mapped_);
  if (!mapping_) mapping_ = grow(mapped_);
  if (!mapping_) throw FatalError(fmt::format("no memory for a table of {} MiB", bytes >> 20));
  data_ = mapping_;
}

LargePages::~LargePages() {
  if (mapping_) idle_blocks().push_back({mapping_, mapped_});
}

void LargePages::zero() {
  if (data_) std::memset(data_, 0, size_);
}

}  // namespace sumi
