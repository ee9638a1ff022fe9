// SPDX-License-Identifier: MIT
/// Where the games of a tournament begin.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game_record.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::match {

/// Reads openings, one a line: a transcript, a board with a side and perhaps moves (parse_game),
/// or a FEN. Blank lines and those that begin with # or % are skipped. Fails, naming the line, on
/// one that cannot be read, is finished, or has another board size; and if there is none.
Result<std::vector<GameRecord>> parse_openings(std::string_view text, int size);

/// An opening of random moves: the same for the same seed and number, never a finished game.
GameRecord random_opening(std::uint64_t seed, std::uint64_t number, int plies, int size);

/// Openings by number, for any number. Those of a file are used again and again, and if they are
/// shuffled, in another order each time through; random openings never end.
class Openings {
 public:
  Openings(std::vector<GameRecord> from_file, bool shuffle, std::uint64_t seed);  ///< Not empty.
  Openings(int random_plies, std::uint64_t seed, int size);

  GameRecord operator[](std::uint64_t number) const;

 private:
  std::vector<GameRecord> from_file_;  ///< Empty: openings are random.
  bool shuffle_ = false;
  std::uint64_t seed_;
  int random_plies_ = 0;
  int size_ = 8;
};

}  // namespace sumi::match
