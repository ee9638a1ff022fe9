// SPDX-License-Identifier: MIT
/// Input of commands that take positions, from the command line, files or standard input. Takes a
/// game's last position, or that after N moves.
#pragma once

#include "engine/formats/game_file.h"
#include "protocol/command/command.h"
#include "protocol/service/entry_source.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

inline constexpr std::string_view kPositionHelp =
    R"(POSITION is 64 squares (X or * Black, O White, - empty; 36 or 16 on small
boards) and the side to move, a FEN, moves (f5d6c3), or a board and moves; the
default is the start position. FILE holds games or positions in any format that
`sumi convert --formats` lists; - is standard input. --game N reads only the
Nth entry; --at N takes a game's position after N moves, not its last one.
)";

/// Values of --at, --game and the text options.
struct PositionOptions {
  std::optional<int> at{}, game{};
  TextOptions text{};
};
Options position_rows(PositionOptions& options);

/// --black and --keep-going.
Options text_rows(TextOptions& options);

struct InputPosition {
  std::string where;  ///< "games.ggf:12"; empty for the command line.
  FileEntry entry;    ///< If a game, it ends at `position`.
  Position position;
};

/// One thread at a time.
class PositionInput {
 public:
  /// Without words, the start position of `size`. Throws UsageError if a word is neither a file nor
  /// a position.
  PositionInput(std::vector<std::string> words, const PositionOptions& options, int size);

  /// The next entry; std::nullopt at the end or once `stop` returns true, even while waiting for
  /// input. Prints and skips unreadable entries. Throws UsageError if --at exceeds the moves on the
  /// command line.
  std::optional<InputPosition> next(const std::function<bool()>& stop = {});

  /// The only entry; std::nullopt, with a message, if it is missing, or once `stop` returns true.
  /// Throws UsageError for several.
  std::optional<InputPosition> only(const std::function<bool()>& stop = {});

  /// kFailed if an entry was unreadable or none was good, else kDone.
  int status() const { return bad_ > 0 || good_ == 0 ? kFailed : kDone; }

 private:
  std::optional<InputPosition> take(SourceEntry& found);
  void print_message(const std::string& where, std::string_view what);

  EntrySource source_;
  std::optional<int> at_, game_;
  int seen_ = 0, good_ = 0, bad_ = 0, messages_ = 0;
};

}  // namespace sumi::protocol
