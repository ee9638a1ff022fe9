// SPDX-License-Identifier: MIT
/// The games that a command line asks for, of all that EntrySource reads.
#pragma once

#include "engine/base/shard.h"
#include "protocol/command/entry_source.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {

struct SourceGame {
  std::string where;        ///< "games.ggf:12"; empty for the command line.
  Result<GameRecord> game;  ///< With at least one move; an error costs this game only.
  std::vector<std::string> warnings;
  std::optional<double> share;  ///< Share of the whole input read so far; unknown for pipes.
  bool is_rest = false;         ///< FileItem::is_rest.
};

/// One thread at a time.
class GameSource {
 public:
  /// Words as EntrySource::open() takes them. Fails if they are neither files nor games, or a
  /// position without moves. Of entries that are no games the first shard has all, of games each
  /// has its share.
  static Result<GameSource> open(const std::vector<std::string>& words, const TextOptions& options,
                                 Shard shard = {});

  /// The next one; nothing at the end, or if `stop` is requested, also while it waits for input.
  /// Requires: the same `stop` each time.
  std::optional<SourceGame> next(const std::stop_token& stop = {});

 private:
  GameSource(EntrySource entries, Shard shard) : entries_(std::move(entries)), shard_(shard) {}

  EntrySource entries_;
  Shard shard_;
  std::uint64_t games_ = 0;  ///< Read so far.
};

/// Error message for a position where a game is wanted.
inline constexpr const char* kNoMoves =
    "no moves to analyze; `sumi hint` shows the best moves of a position";

}  // namespace sumi::protocol
