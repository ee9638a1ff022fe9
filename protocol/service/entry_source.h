// SPDX-License-Identifier: MIT
/// The games and positions that a command line asks for: as words, as files of any format, from
/// standard input. The one place that tells them apart, for all commands.
#pragma once

#include "engine/base/error.h"
#include "engine/base/process.h"
#include "engine/formats/game_file.h"
#include "protocol/text/entry_words.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {

/// Standard input, where a file is expected.
inline constexpr const char* kStandardInput = "-";

/// Bytes of the file that `word` names; 0 for a pipe, a folder and `-`, whose size is unknown;
/// nothing if there is no file of that name: then the word is a position, a game or a mistake.
std::optional<double> input_bytes(const std::string& word);

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

struct SourceGame {
  std::string where;        ///< "games.ggf:12"; empty for the command line.
  Result<GameRecord> game;  ///< With at least one move; an error costs this game only.
  std::vector<std::string> warnings;
  std::optional<double> share;  ///< Share of the whole input read so far; unknown for pipes.
  bool is_rest = false;         ///< FileItem::is_rest.
};

/// The games of an EntrySource. One thread at a time.
class GameSource {
 public:
  /// Words as EntrySource::open() takes them. Fails if they are neither files nor games, or a
  /// position without moves. Of entries that are no games the first shard has all, of games each
  /// has its share.
  static Result<GameSource> open(const std::vector<std::string>& words, const TextOptions& options,
                                 Shard shard = {});

  /// These games, which are no file's.
  static GameSource of_games(std::deque<SourceGame> games);

  /// The next one; nothing at the end, or if `stop` is requested, also while it waits for input.
  /// Requires: the same `stop` each time.
  std::optional<SourceGame> next(const std::stop_token& stop = {});

 private:
  GameSource(EntrySource entries, Shard shard) : entries_(std::move(entries)), shard_(shard) {}

  EntrySource entries_;
  std::deque<SourceGame> given_;
  Shard shard_;
  std::uint64_t games_ = 0;  ///< Read so far.
};

/// Error message for a position where a game is wanted.
inline constexpr const char* kNoMoves =
    "no moves to analyze; `sumi hint` shows the best moves of a position";

}  // namespace sumi::protocol
