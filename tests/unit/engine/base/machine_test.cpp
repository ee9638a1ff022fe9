// SPDX-License-Identifier: MIT
#include "engine/base/error.h"
#include "engine/base/machine.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <utility>

using namespace sumi;

TEST_CASE("large pages are zeroed, aligned and owned once", "[large_pages]") {
  constexpr std::size_t kBytes = std::size_t{8} << 20;
  LargePages pages(kBytes);
  auto* bytes = static_cast<unsigned char*>(pages.data());
  CHECK(reinterpret_cast<std::uintptr_t>(bytes) % (2u << 20) == 0);
  CHECK(pages.size() == kBytes);
  CHECK(bytes[0] == 0);
  CHECK(bytes[kBytes - 1] == 0);
  bytes[0] = bytes[kBytes - 1] = 7;

  LargePages moved = std::move(pages);
  CHECK(moved.data() == bytes);
  CHECK(bytes[0] == 7);
  moved.zero();
  CHECK(bytes[0] == 0);
  CHECK(bytes[kBytes - 1] == 0);

  moved = LargePages();
  CHECK(LargePages().data() == nullptr);
}

TEST_CASE("allocating more memory than any machine has is an error, not a crash", "[large_pages]") {
  CHECK_THROWS_AS(LargePages(SIZE_MAX - 4096), FatalError);
}
