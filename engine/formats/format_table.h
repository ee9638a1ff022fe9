// SPDX-License-Identifier: MIT
/// A table with a row for each format. To add a format, add a value of FileFormat, a row in
/// format_table.cpp and its codec. How a file shows which format it is in stands in
/// detect_format.cpp, because that is one decision between all of them.
#pragma once

#include "engine/formats/game_file.h"
#include "engine/formats/text_entry.h"

#include <optional>
#include <string>
#include <string_view>

namespace sumi {

/// What a format has a place for, as bits. losses() knows the exceptions.
enum Kept : unsigned {
  kKeepsNothing = 0,
  kKeepsMoves = 1,
  kKeepsNames = 2,
  kKeepsEvent = 4,
  kKeepsResult = 8,
  kKeepsComment = 16,
  kKeepsScores = 32,
  kKeepsAll = 64,  ///< All that a game can have.
};

/// The entry as text with its line ends, and a blank line behind it where the format wants one
/// between entries.
using EntryWriter = std::string (*)(const FileEntry& entry);

struct FormatRow {
  FormatSpec spec;
  EntryCodec next = nullptr;    ///< Null, as `write`, where the format is no text: WTHOR.
  EntryWriter write = nullptr;  ///< Null too if it is read only.
  unsigned kept = kKeepsNothing;
};

const FormatRow& format_row(FileFormat format);

/// The parts of `entry` that the format has no place for: "date, ratings", in a fixed order; empty
/// if it keeps all. For WTHOR, `year` is the file's year and `depth` the number of empties at which
/// its theoretical scores hold.
std::string losses(const FileEntry& entry, FileFormat format, int year = 0, int depth = 0);

}  // namespace sumi
