// SPDX-License-Identifier: MIT
/// The games that a command line asks for: moves in words, files of any format, standard input.
#pragma once

#include "engine/base/error.h"
#include "engine/game/file/game_file.h"

#include <deque>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::protocol {

struct SourceGame {
  std::string where;        ///< "games.ggf:12"; empty for the command line.
  Result<GameRecord> game;  ///< With at least one move; an error costs this game only.
  std::vector<std::string> warnings;
  std::optional<double> share;  ///< Of the whole input, up to here; unknown for pipes.
  bool is_rest = false;         ///< FileItem::is_rest.
};

/// One thread at a time.
class GameSource {
 public:
  /// A word is a file, `-`, or a part of a game: such words in a row are one. `size` is the board's
  /// where moves alone are given. Fails if words are neither, or a position without moves.
  static Result<GameSource> open(const std::vector<std::string>& words, int size);

  /// The next one; nothing at the end, or if `stop` is requested, also while it waits for input.
  /// Requires: the same `stop` each time.
  std::optional<SourceGame> next(const std::stop_token& stop = {});

 private:
  struct Part {
    std::string path;  ///< Empty: `game` it is.
    GameRecord game;
    double weight;  ///< Bytes, for the share; 0: unknown.
  };

  std::optional<SourceGame> next_any(const std::stop_token& stop);
  Result<void> add_text(const std::string& text, int size);
  std::optional<double> share(double part) const;
  SourceGame game_of(FileItem item);

  std::deque<Part> parts_;
  std::optional<GameFileReader> file_;  ///< Of the first of parts_.
  double done_ = 0, total_ = 0;
  bool known_ = true;  ///< total_ is.
};

/// For a position where a game is wanted.
inline constexpr const char* kNoMoves =
    "no moves to analyze; `sumi hint` shows the best moves of a position";

}  // namespace sumi::protocol
