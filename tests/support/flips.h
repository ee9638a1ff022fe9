// SPDX-License-Identifier: MIT
/// Flipped bits in files: no store may answer anything else than what was put into it.
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

/// A kind of file, as this check sees it.
struct FlippedStore {
  const char* name;
  /// All that is asked of it, as one text; nothing if damage is found by that.
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<bool(const std::string& path)> verify;  ///< It finds damage.
};

/// Flips bits of `path`, one at a time, 40 or as the environment's SUMI_FLIPS says. Each is
/// harmless (all reads the same), or found where it is read and by the check of the file.
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
    // Each in a file of its own: a journal may cut off what it cannot read.
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
