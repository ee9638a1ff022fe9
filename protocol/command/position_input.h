// SPDX-License-Identifier: MIT
/// The positions that `hint`, `board`, `perft` and `book show` look at: those of the command line,
/// of files and of standard input, games as they end or after so many moves.
#pragma once

#include "engine/formats/game_file.h"
#include "protocol/command/command.h"
#include "protocol/service/entry_source.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// What the help of a command says of the words that PositionInput takes.
inline constexpr std::string_view kPositionHelp =
    R"(The position is 64 squares and the side to move (X or *: black, O: white, -:
empty; 36 or 16 squares on small boards), a FEN, moves such as f5d6c3, or a
board and moves; the start if there is none. Or it is a file in any format that
`sumi convert --formats` lists, or - for standard input: each game or position
in turn, or with --game 3 the third one alone. A game is looked at as it ends,
or with --at 20 after 20 moves.
)";

/// What --at, --game and the options of texts say.
struct PositionOptions {
  std::optional<int> at{}, game{};
  TextOptions text{};
};
Options position_rows(PositionOptions& options);

/// --black and --keep-going: how commands read games and positions.
Options text_rows(TextOptions& options);

struct InputPosition {
  std::string where;  ///< "games.ggf:12"; empty for the command line.
  FileEntry entry;    ///< A game ends with the position to look at.
  Position position;
};

/// One thread at a time.
class PositionInput {
 public:
  /// Without words there is one entry, the start position on a board of `size`. Throws UsageError
  /// if words are neither files nor positions.
  PositionInput(std::vector<std::string> words, const PositionOptions& options, int size);

  /// The next one in turn; what cannot be read is told on standard error and passed by. Nothing at
  /// the end, or if `stop` says so, also while it waits for input. Throws UsageError for words of
  /// the command line that --at asks too much of.
  std::optional<InputPosition> next(const std::function<bool()>& stop = {});

  /// The only entry; throws UsageError if there are several. Nothing if there is none, which is
  /// told, or if `stop` said so.
  std::optional<InputPosition> only(const std::function<bool()>& stop = {});

  /// kFailed if an entry could not be read or none was there, else kDone. To be asked at the end.
  int status() const { return bad_ > 0 || good_ == 0 ? kFailed : kDone; }

 private:
  std::optional<InputPosition> take(SourceEntry& found);
  void tell(const std::string& where, std::string_view what);

  EntrySource source_;
  std::optional<int> at_, game_;
  int seen_ = 0, good_ = 0, bad_ = 0, told_ = 0;
};

}  // namespace sumi::protocol
