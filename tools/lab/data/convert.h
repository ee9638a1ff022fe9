// SPDX-License-Identifier: MIT
/// Labelled positions from and to what others write.
#pragma once

#include "engine/formats/wthor.h"
#include "tools/lab/records.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

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
