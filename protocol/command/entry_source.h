// SPDX-License-Identifier: MIT
/// The games and positions that a command line asks for: as words, as files of any format, from
/// standard input. The one place that tells them apart, for all commands.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// Standard input, where a file is expected.
inline constexpr const char* kStandardInput = "-";

/// Bytes of the file that `word` names; 0 for a pipe, a folder and `-`, whose size is unknown;
/// nothing if there is no file of that name: then the word is a position, a game or a mistake.
std::optional<double> input_bytes(const std::string& word);

/// A position or a game that is itself on the command line, in any form that a file may have:
/// squares and the side, a diagram, FEN, moves, a board and moves, an OBF line, a GGF, SGF, PGN or
/// JSON game. `warnings`, if it is not null, gets what was assumed. Fails with kNotFound, naming
/// both a file and these forms, if it is none of them or has words that are none; with the fault of
/// the board or the illegal move if it was meant to be one; with kBadSyntax if there are several.
Result<FileEntry> parse_entry_words(const std::string& text, const TextOptions& options = {},
                                    std::vector<std::string>* warnings = nullptr);

struct SourceEntry {
  std::string where;  ///< "games.ggf:12"; empty for the command line.
  Result<FileEntry> entry;
  std::vector<std::string> warnings;
  /// With an illegal move in `entry`: the game up to it.
  std::optional<GameRecord> before_fault = std::nullopt;
  std::optional<double> share;  ///< Share of the whole input read so far; unknown for pipes.
  bool is_rest = false;         ///< FileItem::is_rest.
};

/// Reads as it goes, so that files may be of any size. One thread at a time.
class EntrySource {
 public:
  /// A word is a file, `-`, or a part of a text for parse_entry_words(): such words in a row are
  /// one, so that nobody needs to quote `f5 d6 c3`. Fails if words are neither.
  static Result<EntrySource> open(const std::vector<std::string>& words,
                                  const TextOptions& options);

  /// The entries that stand in the words themselves, not in files.
  std::vector<FileEntry> on_command_line() const;

  /// The next one; nothing at the end, or if `stop`, which may be empty, says so, also while it
  /// waits for input. Requires: the same `stop` each time.
  std::optional<SourceEntry> next(const std::function<bool()>& stop = {});

 private:
  struct Part {
    std::string path;  ///< The file; empty: the part is `entry`.
    FileEntry entry;
    std::vector<std::string> warnings;
    double weight;  ///< Bytes, for the share; 0: unknown.
  };

  std::optional<SourceEntry> next_any(const std::function<bool()>& stop);
  Result<void> add_text(const std::string& text);
  std::optional<double> share(double part) const;
  SourceEntry entry_of(FileItem item) const;

  TextOptions options_;
  std::deque<Part> parts_;
  std::optional<GameFileReader> file_;  ///< Reads the first of parts_.
  double done_ = 0, total_ = 0;
  bool known_ = true;  ///< Whether total_ is known.
};

}  // namespace sumi::protocol
