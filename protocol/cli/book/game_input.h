// SPDX-License-Identifier: MIT
/// The games that a command of `sumi book` is given.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"
#include "protocol/command/command.h"
#include "protocol/command/interrupt.h"
#include "protocol/report/progress_bar.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sumi::protocol {

/// Files, one after the other; or one game in words. One thread at a time.
class GameInput {
 public:
  /// `words`: files of any format and `-`, or the moves of a game. Throws UsageError if there is
  /// none. `stopped` ends the reading.
  explicit GameInput(std::vector<std::string> words, std::function<bool()> stopped = interrupted);

  /// Whether all inputs are files, which can be read again.
  bool repeatable() const;

  /// What is wrong with a game, nothing if it is well: it is told with the game's place.
  using Visit = std::function<Result<void>(const GameRecord& game)>;

  /// Each game in order. What cannot be read, or is refused, is told on standard error, the first
  /// few of a file, and counted, unless `silent`. Returns false if it was stopped.
  bool for_each(const Visit& visit, bool silent = false);

  std::uint64_t bad() const { return bad_; }

 private:
  bool read(const std::string& path, std::size_t number);
  void tell(const std::string& message);

  const std::function<bool()> stopped_;
  std::vector<std::string> files_;
  std::string moves_;  ///< Moves of a game in words; empty if there are files.
  ProgressBar bar_;
  StopWatch since_drawn_;
  Visit visit_;
  bool silent_ = false;
  int told_ = 0;  ///< Messages told about the current file.
  std::uint64_t games_ = 0, bad_ = 0;
};

}  // namespace sumi::protocol
