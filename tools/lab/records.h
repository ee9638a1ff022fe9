// SPDX-License-Identifier: MIT
/// Labelled positions: what self-play writes, labelling improves and training reads.
///
/// A file is packed, see kPackedMark, or a header of 16 bytes, "SUMIPOS" and a version byte
/// (1), then 8 bytes 0; then records of 24 bytes, numbers little endian:
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
#include "engine/limits.h"
#include "protocol/service/engine_settings.h"
#include "protocol/text/json_lines.h"

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

/// The first bytes of labelled positions of games in few bytes: a game is its first board, its
/// moves and its result, and of each value only the difference from the one before.
///
/// A file is a header of 16 bytes, "SUMIPOS" and a version byte (2), then the number of records in
/// 8 bytes; then a *column* after the other, each a number of 4 bytes and so many bytes of a zstd
/// frame. Numbers are little endian; those marked * have 7 bits in a byte, the lowest first, the
/// highest bit of a byte being 1 if another one follows. Signed numbers n are 2n, or -2n - 1 if
/// n < 0. Records that follow from each other by their moves are a *run*:
///
///   of each run:
///   - starts: the first board, 5 squares a byte in base 3 from a1 on; 0 empty, 1 own, 2 the
///     opponent's
///   - lengths: * its records
///   - games: * the signed number by which the game's number differs from that of the run before
///   - scores: the score for the side to move on the first board, + 64
///   - sources: the first record's source
///   - exact: * the records before those of source 2; the length if there are none
///
///   of each record:
///   - moves: 0..63 the number of the move among the legal ones, by squares; 64..127 is 64 + the
///     square, for one that is not legal; 254 a pass, 255 none
///   - depths
///   - value_0, value_1, value_2: a byte each of 0 if there is no value, else of 1 + the signed
///     number by which it differs from the last value in the run, as the side to move now sees it
///
/// Each frame has zstd's checksum.
inline constexpr std::string_view kPackedMark{"SUMIPOS\x02", 8};

/// The bytes of a file, of which parse_records() makes the same records again. Games of self-play
/// take 1.4 to 1.8 bytes a record, half of it the values.
std::string pack_records(std::span<const Record> records);

/// Fails with kBadFile on files of another kind and on damaged ones.
Result<std::vector<Record>> unpack_records(std::string_view bytes);

/// The suffix of the names of files of positions.
inline constexpr std::string_view kRecordSuffix = ".pos";

/// The files meant: a folder stands for the files of positions in it, by name. Fails with kNotFound
/// on a name of nothing and on a folder without positions.
Result<std::vector<std::string>> record_paths(std::span<const std::string> files_and_folders);

/// The records of a file; messages name it.
Result<std::vector<Record>> read_records(const std::string& path);

/// The records of all files, one file after the other.
Result<std::vector<Record>> read_all_records(std::span<const std::string> files_and_folders);

/// Creates the folder, and those it lies in, unless it is there. Fails with kBadFile.
Result<void> make_folder(const std::string& folder);

/// Makes `folder` one of chunks that were made with `settings`: creates it, and keeps the settings
/// in the file `name` in it. Fails with kBadFile if it holds positions of other settings, or of
/// unknown ones.
Result<void> claim_folder(const std::string& folder, const std::string& name,
                          const protocol::Json& settings);

using protocol::add_engine_settings;
using protocol::settings_difference;

/// The records in 16 hexadecimal digits, for a file of settings.
std::string checksum_of(std::span<const Record> records);

/// Adds what add_engine_settings() does, and "depth" (0: none given) and "selectivity".
Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings);

}  // namespace sumi::lab
