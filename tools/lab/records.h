// SPDX-License-Identifier: MIT
/// Labelled positions: what self-play writes, labelling improves and training reads.
///
/// A file is as packed_records.h says, which is small, or a header of 16 bytes, "SUMIPOS" and a
/// version byte (1), then 8 bytes 0; then records of 24 bytes, numbers little endian:
///
///   offset size
///    0     8    discs of the side to move, a1 = bit 0
///    8     8    discs of the opponent
///   16     2    value of a search, 1/128 disc for the side to move; -32768: none
///   18     1    score in discs for the side to move, see `source`
///   19     1    source of the score: 0 none, 1 how the game ended, 2 exact
///   20     1    depth of that search in plies
///   21     1    move played, 0..63, 64 a pass, 255 none
///   22     2    number of the game it is from, modulo 65536
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

enum class ScoreSource : std::uint8_t { kNone, kGame, kExact };

/// Moves of a record that are no squares.
inline constexpr std::uint8_t kPassMove = 64, kNoMove = 255;

struct Record {
  Board board;
  std::optional<Value> value;  ///< What a search found.
  DiscDiff score{};
  ScoreSource source = ScoreSource::kNone;
  std::uint8_t depth = 0;
  std::uint8_t move = kNoMove;
  std::uint16_t game = 0;

  friend bool operator==(const Record&, const Record&) = default;
};

inline constexpr std::size_t kRecordBytes = 24;

/// The bytes of a file that is not packed.
std::string write_records(std::span<const Record> records);

/// Of packed files too. Fails with kBadFile on another kind of file, a part of a record, boards
/// with a square taken twice, and scores, sources and moves that there are not.
Result<std::vector<Record>> parse_records(std::string_view bytes);

}  // namespace sumi::lab
