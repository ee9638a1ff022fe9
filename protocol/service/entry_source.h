// SPDX-License-Identifier: MIT
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

inline constexpr const char* kStandardInput = "-";

/// The file's size; 0 if unknown (a pipe, a folder, `-`); std::nullopt if missing.
std::optional<double> input_bytes(const std::string& word);

struct SourceEntry {
  std::string where;  ///< "games.ggf:12"; empty for the command line.
  Result<FileEntry> entry;
  std::vector<std::string> warnings;
  std::optional<double> share;  ///< Share of the input read so far; unknown for pipes.
  bool is_rest = false;         ///< FileItem::is_rest.
};

/// The entries that a command line names. Files may be of any size. One thread at a time.
class EntrySource {
 public:
  /// Fails unless each word is a file, `-` or text. Joins consecutive text words for
  /// parse_entry_words(), so `f5 d6 c3` needs no quotes.
  static Result<EntrySource> open(const std::vector<std::string>& words,
                                  const TextOptions& options);

  /// The entries given as words, not those in files.
  std::vector<FileEntry> on_command_line() const;

  /// The next entry; std::nullopt at the end or once `stop` returns true, even while waiting for
  /// input. Requires: always the same `stop`.
  std::optional<SourceEntry> next(const std::function<bool()>& stop = {});

 private:
  struct Part {
    std::string path;  ///< If empty, `entry` is the part.
    FileEntry entry;
    std::vector<std::string> warnings;
    double weight;  ///< Bytes; 0 if unknown.
  };

  std::optional<SourceEntry> next_any(const std::function<bool()>& stop);
  std::optional<double> share(double part) const;

  TextOptions options_;
  std::deque<Part> parts_;
  std::optional<GameFileReader> file_;  ///< Reads parts_.front().
  double done_ = 0, total_ = 0;
  bool known_ = true;
};

struct SourceGame {
  std::string where;        ///< As in SourceEntry.
  Result<GameRecord> game;  ///< Has at least one move. An error affects this game only.
  std::vector<std::string> warnings;
  std::optional<double> share;
  bool is_rest = false;
};

/// The games of an EntrySource. One thread at a time.
class GameSource {
 public:
  /// Words as for EntrySource::open(). Fails if a word is neither a file nor a game, or has no
  /// moves. Each shard gets its share of the games, the first one also all other entries.
  static Result<GameSource> open(const std::vector<std::string>& words, const TextOptions& options,
                                 Shard shard = {});

  static GameSource of_games(std::deque<SourceGame> games);

  /// As EntrySource::next().
  std::optional<SourceGame> next(const std::stop_token& stop = {});

 private:
  GameSource(EntrySource entries, Shard shard) : entries_(std::move(entries)), shard_(shard) {}

  EntrySource entries_;
  std::deque<SourceGame> given_;
  Shard shard_;
  std::uint64_t games_ = 0;
};

inline constexpr const char* kNoMoves =
    "no moves to analyze; `sumi hint` shows the best moves of a position";

}  // namespace sumi::protocol
