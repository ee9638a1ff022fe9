// SPDX-License-Identifier: MIT
/// What to do with files of positions: count them, shuffle, dedupe and split them, and convert them
/// from and to text and WTHOR.
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
    std::uint64_t searched = 0;                     ///< Positions with a search's value.
    double score_sum = 0, score_magnitude_sum = 0;  ///< Sums over positions with a score, in discs.

    std::uint64_t scored() const { return positions - by_source[0]; }
  };
  std::array<Row, 65> by_empties;
  Row all;
  std::uint64_t duplicates = 0;  ///< Positions that equal an earlier one up to symmetry.
};

RecordStatistics statistics_of(std::span<const Record> records);

/// A table by empties.
std::string statistics_text(const RecordStatistics& statistics);

/// {"positions", "exact", "game", "none", "searched", "mean_score", "mean_magnitude",
/// "duplicates", "by_empties": [...]}; means are left out if nothing has a score.
protocol::Json statistics_json(const RecordStatistics& statistics);

/// Puts the records in an order drawn by the seed.
void shuffle(std::vector<Record>& records, std::uint64_t seed);

/// Keeps one record of those whose positions are equal up to symmetry: the one with the best source
/// of its score (exact before game before none), then the one with the deepest search, then the
/// first. Positions keep the order of their first appearances.
void deduplicate(std::vector<Record>& records);

struct SplitRecords {
  std::vector<Record> part, rest;
};

/// All records with the same game number go to the same side, so that no game is on both. The part
/// gets games, drawn by the seed, until it has at least `share` (0..1) of the records; the order is
/// kept.
SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed);

/// Lines "<64 squares> <side to move> <score>", or without a score; the side to move is X.
std::string records_text(std::span<const Record> records);

/// Reads such lines, with either side to move, and OBF ("<board> <side>; <move>:<score>; ...", the
/// best score counts); `%` begins a comment. The score is for the side to move; it gets `source`.
/// Each line counts as a game. Messages name the line.
Result<std::vector<Record>> parse_records_text(std::string_view text, ScoreSource source);

struct WthorRecords {
  std::vector<Record> records;
  std::size_t games = 0, illegal = 0;  ///< Games that replay, and those that do not.
  std::string first_fault;             ///< What is wrong with the first illegal game.
};

/// All positions of the games in which there is a move to play. The position with as many empties
/// as theoretical scores are for has that score as exact; positions before it have it as the game's
/// end (kGame). Later positions, and games that end before, have the real result (kGame). Games are
/// numbered from `first_number` on.
WthorRecords wthor_records(const WthorFile& file, std::uint64_t first_number);

}  // namespace sumi::lab
