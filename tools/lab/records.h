// SPDX-License-Identifier: MIT
/// Labelled positions: the data of self-play, labelling and training.
///
/// Files are packed (see kPackedMark) or plain: a header of 16 bytes ("SUMIPOS", the version byte
/// 1, 8 zero bytes), then records of 24 bytes. Numbers are little-endian:
///
/// offset size
///  0     8    discs of the side to move, a1 = bit 0
///  8     8    discs of the opponent
/// 16     2    search value, 1/128 disc for the side to move; -32768: none
/// 18     1    score in discs for the side to move, see `source`
/// 19     1    source of the score: 0 none, 1 game result, 2 exact
/// 20     1    depth of the search in plies
/// 21     1    move played, 0..63; 64 pass, 255 none
/// 22     2    game number modulo 65536
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/limits.h"
#include "engine/options.h"
#include "protocol/text/json_lines.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

enum class ScoreSource : std::uint8_t { kNone, kGame, kExact };

/// Values of Record::move that are not squares.
inline constexpr std::uint8_t kPassMove = 64, kNoMove = 255;

struct Record {
  Board board;
  std::optional<Value> value;  ///< From a search.
  DiscDiff score{};
  ScoreSource source = ScoreSource::kNone;
  std::uint8_t depth = 0;
  std::uint8_t move = kNoMove;
  std::uint16_t game = 0;

  friend bool operator==(const Record&, const Record&) = default;
};

inline constexpr std::size_t kRecordBytes = 24;

/// Serializes to the plain format.
std::string write_records(std::span<const Record> records);

/// Parses both formats. Fails with kBadFile on invalid content.
Result<std::vector<Record>> parse_records(std::string_view bytes);

/// Magic number of the packed format. It stores a game as its first board, moves and result; values
/// are differences.
///
/// A file has a header of 16 bytes ("SUMIPOS", the version byte 2, the number of records in 8
/// bytes), then the *columns*. A column is a length in 4 bytes and a zstd frame of that length,
/// with zstd's checksum. Numbers are little-endian. * marks a varint: 7 bits a byte, lowest first,
/// the top bit set if another byte follows. A signed number n is stored as 2n, or as -2n - 1 if
/// negative. A *run* is a sequence of records linked by their moves.
///
/// Per run:
/// - starts: the first board, base 3 from a1 on, 5 squares a byte: 0 empty, 1 own, 2 opponent
/// - lengths: * number of records
/// - games: * signed difference of the game number from the previous run's
/// - scores: 64 + the score for the side to move on the first board
/// - sources: score source of the first record
/// - exact: * number of records before the first with source 2
///
/// Per record:
/// - moves: 0..63 index among the legal moves, ordered by square; 64..127 an illegal move, 64 +
///   square; 254 pass, 255 none
/// - depths
/// - value_0, value_1, value_2: bytes of 0 if there is no value, otherwise of 1 + the signed
///   difference from the run's last value, as the current side to move sees it
inline constexpr std::string_view kPackedMark{"SUMIPOS\x02", 8};

/// 1.4 to 1.8 bytes per record of self-play, half of them for values.
std::string pack_records(std::span<const Record> records);

/// Fails with kBadFile on invalid content.
Result<std::vector<Record>> unpack_records(std::string_view bytes);

inline constexpr std::string_view kRecordSuffix = ".pos";

Error in_file(const std::string& path, const Error& error);

/// Expands folders to their position files, sorted by name. Fails with kNotFound if a path is
/// missing or a folder has no position files.
Result<std::vector<std::string>> record_paths(std::span<const std::string> files_and_folders);

/// Errors name the file.
Result<std::vector<Record>> read_records(const std::string& path);

Result<std::vector<Record>> read_all_records(std::span<const std::string> files_and_folders);

/// Creates the folder and its parents if missing. Fails with kBadFile.
Result<void> make_folder(const std::string& folder);

/// Creates `folder` if missing, with `settings` in the file `name`. Fails with kBadFile if the
/// folder has positions with other or unknown settings.
Result<void> open_output_folder(const std::string& folder, const std::string& name,
                                const protocol::Json& settings);

/// kBadFile: the folder has work with the settings `had`, not `wanted`.
Error begun_otherwise(const std::string& folder, const protocol::Json& had,
                      const protocol::Json& wanted);

/// 16 hexadecimal digits.
std::string checksum_of(std::span<const Record> records);

/// add_engine_settings(), plus "depth" (0 if not set) and "selectivity".
Result<void> add_search_settings(const EngineOptions& options, const SearchLimits& limits,
                                 protocol::Json& settings);

}  // namespace sumi::lab
