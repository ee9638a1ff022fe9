// SPDX-License-Identifier: MIT
/// Labelled positions of games in few bytes: a game is its first board, its moves and its result,
/// and of each value only the difference from the one before.
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
#pragma once

#include "tools/lab/records.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

inline constexpr std::string_view kPackedMark{"SUMIPOS\x02", 8};

/// The bytes of a file, of which parse_records() makes the same records again. Games of self-play
/// take 1.4 to 1.8 bytes a record, half of it the values.
std::string pack_records(std::span<const Record> records);

/// Fails with kBadFile on files of another kind and on damaged ones.
Result<std::vector<Record>> unpack_records(std::string_view bytes);

}  // namespace sumi::lab
