// SPDX-License-Identifier: MIT
/// Operations on position files: statistics, shuffle, deduplicate, split, convert.
#pragma once

#include "engine/formats/wthor.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

struct RecordStatistics {
  struct Row {
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 3> by_source{};       ///< Indexed by ScoreSource.
    std::uint64_t searched = 0;                     ///< With a search value.
    double score_sum = 0, score_magnitude_sum = 0;  ///< In discs, over scored positions.

    std::uint64_t scored() const { return positions - by_source[0]; }
  };
  std::array<Row, 65> by_empties;
  Row all;
  std::uint64_t duplicates = 0;  ///< Equal to an earlier position up to symmetry.
};

RecordStatistics statistics_of(std::span<const Record> records);

/// One row per number of empties.
std::string statistics_text(const RecordStatistics& statistics);

/// {"positions", "exact", "game", "none", "searched", "mean_score", "mean_magnitude", "duplicates",
/// "by_empties": [...]}. Omits means without scores.
protocol::Json statistics_json(const RecordStatistics& statistics);

void shuffle(std::vector<Record>& records, std::uint64_t seed);

/// Keeps the best record of symmetric positions, in the place of the first: by score source (exact,
/// game, none), then search depth, then order.
void deduplicate(std::vector<Record>& records);

struct SplitRecords {
  std::vector<Record> part, rest;
};

/// Splits by game: `part` gets random games until it has at least `share` (0..1) of the records.
/// Both parts keep the order of records.
SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed);

/// Lines "<64 squares> X <score>", or without the score; X is the side to move.
std::string records_text(std::span<const Record> records);

/// Parses the lines of records_text() with either side to move, and OBF ("<board> <side>;
/// <move>:<score>; ...", using the best score); `%` starts a comment. Scores are for the side to
/// move and get the given source. Each line counts as a game. Errors include the line number.
Result<std::vector<Record>> parse_records_text(std::string_view text, ScoreSource source);

struct WthorRecords {
  std::vector<Record> records;
  std::size_t games = 0, illegal = 0;  ///< Valid games and illegal ones.
  std::string first_fault;             ///< Of the first illegal game.
};

/// All positions with a legal move. At the file's theoretical depth (a number of empties) the score
/// is the theoretical one, as kExact; before it the same, as kGame. Later positions, and all
/// positions of games that end before that depth, get the game's result as kGame.
WthorRecords wthor_records(const WthorFile& file, std::uint64_t first_number);

}  // namespace sumi::lab
