// SPDX-License-Identifier: MIT
/// An append-only log of finished work, which survives a crash of the process.
///
/// The file starts with the line "sumi journal 1: KIND\n", followed by entries (little endian):
///
///   size
///     4    n, the length of the entry in bytes
///     8    checksum() of the entry, seeded with its number from 0 (checksum.h)
///     n    the entry
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// One thread at a time. A file can be open in only one Journal of one process.
class Journal {
 public:
  struct Opened;

  /// Opens or creates the journal `path` and reads its entries, up to the first truncated or
  /// damaged one; drops the rest. `kind` is a line without its end, "games of self-play". Fails
  /// with kBadFile if the file is in use or not a journal of this kind.
  static Result<Opened> open(const std::string& path, std::string_view kind);

  /// The entry may not survive a crash of the machine. On failure (kBadFile) the journal is
  /// unchanged. Requires: less than 4 GiB.
  Result<void> append(std::string_view entry);

 private:
  Journal(HeldFile file, std::uint64_t entries, std::int64_t bytes)
      : file_(std::move(file)), entries_(entries), bytes_(bytes) {}

  HeldFile file_;
  std::uint64_t entries_;
  std::int64_t bytes_;  ///< End of the last intact entry.
};

struct Journal::Opened {
  Journal journal;
  std::vector<std::string> entries;
  std::int64_t dropped = 0;  ///< Truncated or damaged bytes.
};

}  // namespace sumi
