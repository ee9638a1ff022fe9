// SPDX-License-Identifier: MIT
/// Bit flips in files: a damaged store must never return wrong content.
#pragma once

#include "engine/base/file.h"
#include "engine/base/random.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace sumi::test {

struct FlippedStore {
  const char* name;
  /// The content as text; std::nullopt if reading detects damage.
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<bool(const std::string& path)> verify;  ///< Whether it detects damage.
};

/// Flips bits of `path` one at a time: 40, or the number in the environment variable SUMI_FLIPS.
/// Each flip must leave the content unchanged, or read() or verify() must detect it.
inline void check_flips(const FlippedStore& store, const TemporaryFolder& folder,
                        const std::string& path) {
  const char* const wanted = std::getenv("SUMI_FLIPS");
  const int flips = wanted ? std::atoi(wanted) : 40;
  const std::string whole = read_file(path).value();
  const auto content = store.read(path);
  REQUIRE(content);
  CHECK_FALSE(store.verify(path));
  SplitMix64 random(2026);
  int harmless = 0, read = 0, verified = 0, missed = 0, silent = 0;
  for (int i = 0; i < flips; ++i) {
    std::string bytes = whole;
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(whole.size())));
    const int bit = random.below(8);
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << bit);
    CAPTURE(at, bit);
    // A fresh file each time: a journal may truncate what it cannot read.
    const auto flipped = [&] {
      std::filesystem::remove_all(folder.file("flipped"));
      std::filesystem::create_directory(folder.file("flipped"));
      return folder.write("flipped/store", bytes);
    };
    const bool by_verify = store.verify(flipped());
    const auto now = store.read(flipped());
    const bool differs = now && *now != *content;
    CHECK_FALSE(differs);
    CHECK((now || by_verify));
    silent += differs;
    read += !now;
    missed += !now && !by_verify;
    verified += now && !differs && by_verify;
    harmless += now && !differs && !by_verify;
  }
  std::printf(
      "%s: %d flips in %zu bytes: %d found at reading (%d of them not by verify), "
      "%d by verify only, %d harmless, %d silent\n",
      store.name, flips, whole.size(), read, missed, verified, harmless, silent);
}

}  // namespace sumi::test
