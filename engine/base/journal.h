// SPDX-License-Identifier: MIT
/// A file that records what long work has done so far. It only grows: however the process ends, the
/// entries that were appended are found again, whole.
///
/// The file begins with a line "sumi journal 1: KIND\n". Entries follow it; numbers are little
/// endian:
///
///   size
///     4    n, how many bytes the entry has
///     8    checksum() of the bytes, its seed the entry's number from 0 (checksum.h)
///     n    the bytes
#pragma once

#include "engine/base/error.h"
#include "engine/base/held_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// One thread at a time. Nobody else can have the file open as a Journal.
class Journal {
 public:
  struct Opened;

  /// Opens the journal `path`, or begins it, and reads what it holds. The first entry that is cut
  /// off, or whose checksum is wrong, is dropped with all that follows it. Fails with kBadFile if
  /// another process or Journal has the file open, or if it is no journal of this `kind` ("games of
  /// self-play", without a line end).
  static Result<Opened> open(const std::string& path, std::string_view kind);

  /// When it returns the system has the entry: it outlives the process, though perhaps not the
  /// machine. Fails with kBadFile, on a full disk for instance, and leaves the journal as it was.
  /// Requires: less than 4 GiB.
  Result<void> append(std::string_view entry);

 private:
  Journal(HeldFile file, std::uint64_t entries, std::int64_t bytes)
      : file_(std::move(file)), entries_(entries), bytes_(bytes) {}

  HeldFile file_;
  std::uint64_t entries_;
  std::int64_t bytes_;  ///< Where the last whole entry ends in the file.
};

struct Journal::Opened {
  Journal journal;
  std::vector<std::string> entries;
  std::int64_t dropped = 0;  ///< Bytes that were cut off or damaged.
};

}  // namespace sumi
