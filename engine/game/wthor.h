// SPDX-License-Identifier: MIT
/// WTHOR, the database of tournament games of the French federation (ffothello.org): games by the
/// year in .wtb, names of players in .jou, of tournaments in .trn.
#pragma once

#include "engine/base/error.h"
#include "engine/game/game_record.h"
#include "engine/game/score.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

struct WthorGame {
  std::uint16_t tournament = 0, black = 0, white = 0;  ///< Numbers of names.
  DiscDiff score;                                      ///< Black's, as the game ended.
  DiscDiff theoretical_score;  ///< Black's, of best play from WthorFile::depth empties on.
  std::vector<Square> moves;   ///< Without passes; not checked against the rules.

  friend bool operator==(const WthorGame&, const WthorGame&) = default;
};

struct WthorFile {
  int year = 0;    ///< Of the games.
  int depth = 22;  ///< Empties at which theoretical scores hold.
  int created_year = 2000, created_month = 1, created_day = 1;
  std::vector<WthorGame> games;

  friend bool operator==(const WthorFile&, const WthorFile&) = default;
};

/// Reads a .wtb of the board of 8x8. Fails with kBadFile on another kind of file, one whose length
/// is not what its header says, and games with squares or scores that there are not.
Result<WthorFile> parse_wthor(std::string_view bytes);

/// The bytes of a .wtb. Requires: at most 60 moves a game, numbers within their bytes.
std::string write_wthor(const WthorFile& file);

/// The names of a .jou or .trn file, in UTF-8, in the order of their numbers.
Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes);

/// The game with its passes. Fails with kIllegalMove if the rules do not allow it.
Result<GameRecord> replay_wthor(const WthorGame& game);

}  // namespace sumi
