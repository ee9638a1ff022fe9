// SPDX-License-Identifier: MIT
/// A table with a row for each format. To add a format, add a value of FileFormat, a row in
/// format_table.cpp and its codec. How a file shows which format it is in stands in
/// detect_format.cpp, because that is one decision between all of them.
#pragma once

#include "engine/formats/entry_cutter.h"
#include "engine/formats/game_file.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// What a format has a place for, as bits. format_losses.cpp knows the exceptions.
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

/// An entry of a file; nothing, and no error, for what holds none: a comment. `warnings` gets what
/// was mended or left out.
using EntryReader = Result<std::optional<FileEntry>> (*)(std::string_view text,
                                                         std::vector<std::string>& warnings);

/// The entry as text with its line ends, and a blank line behind it where the format wants one
/// between entries.
using EntryWriter = std::string (*)(const FileEntry& entry);

struct FormatRow {
  FormatSpec spec;
  /// Finds the ends of entries; null, as `read` and `write`, where the format is no text: WTHOR.
  std::unique_ptr<CutRule> (*cut)() = nullptr;
  EntryReader read = nullptr;
  EntryWriter write = nullptr;  ///< Null too if it is read only.
  unsigned kept = kKeepsNothing;
};

const FormatRow& format_row(FileFormat format);

}  // namespace sumi
