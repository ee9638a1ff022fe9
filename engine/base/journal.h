// SPDX-License-Identifier: MIT
/// What long work has done so far, in a file that only grows: however the process ends, what was
/// appended is found again, whole.
///
/// The file is a line "sumi journal 1: KIND\n", then entries, numbers little endian:
///
///   size
///     4    bytes of the entry
///     8    FNV-1a of the entry's number (8 bytes, from 0), its size (4 bytes) and its bytes
///     n    the bytes
#pragma once

#include "engine/base/error.h"
#include "engine/base/sqlite.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// One thread at a time. Nobody else can have the file open as a Journal.
class Journal {
 public:
  struct Opened;

  /// Takes up the journal `path`, or begins it, and reads what it holds. The first entry that was
  /// cut off, or whose checksum is wrong, and all after it are dropped and overwritten. Fails with
  /// kBadFile if another process or Journal has it, or it is no journal of this `kind` (a line
  /// without its end, such as "games of self-play").
  static Result<Opened> open(const std::string& path, std::string_view kind);

  /// In the hands of the system when it returns: the end of the process does not matter any more,
  /// and after one of the machine the entry is there, or dropped. Fails with kBadFile, on a full
  /// disk for instance, and then the journal is as it was. Requires: below 4 GiB.
  Result<void> append(std::string_view entry);

  /// On the disk, for what must outlive the machine's end.
  Result<void> sync();

 private:
  Journal(std::string path, HeldFile file, std::uint64_t entries, std::int64_t bytes)
      : path_(std::move(path)), file_(std::move(file)), entries_(entries), bytes_(bytes) {}

  std::string path_;
  HeldFile file_;
  std::uint64_t entries_;
  std::int64_t bytes_;  ///< Of the whole entries.
};

struct Journal::Opened {
  Journal journal;
  std::vector<std::string> entries;
  std::int64_t dropped = 0;  ///< Bytes of what was torn or damaged.
};

}  // namespace sumi
