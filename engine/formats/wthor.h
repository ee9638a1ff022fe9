// SPDX-License-Identifier: MIT
/// WTHOR, the French federation's database of tournament games (ffothello.org): games by year in
/// .wtb, players in .jou, tournaments in .trn.
#pragma once

#include "engine/base/error.h"
#include "engine/formats/game_file.h"
#include "engine/game/game.h"
#include "engine/game/score.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

struct WthorGame {
  std::uint16_t tournament = 0, black = 0, white = 0;  ///< Indices of names.
  DiscDiff score;
  DiscDiff theoretical_score;  ///< Black's, with best play from WthorFile::depth empties.
  std::vector<Square> moves;   ///< Without passes; not checked against the rules.

  friend bool operator==(const WthorGame&, const WthorGame&) = default;
};

struct WthorFile {
  int year = 0;
  int depth = 22;  ///< Empties at the theoretical scores.
  int created_year = 2000, created_month = 1, created_day = 1;
  std::vector<WthorGame> games;

  friend bool operator==(const WthorFile&, const WthorFile&) = default;
};

/// Reads a .wtb of 8x8 games. Fails with kBadFile, also on invalid squares, scores or length.
Result<WthorFile> parse_wthor(std::string_view bytes);

/// The bytes of a .wtb. Requires: at most 60 moves per game; counts that fit their fields.
std::string write_wthor(const WthorFile& file);

// A .wtb in pieces: the header, then games.

inline constexpr std::size_t kWthorHeaderBytes = 16, kWthorGameBytes = 68;

struct WthorHeader {
  WthorFile file;
  std::uint32_t games = 0;
};
Result<WthorHeader> parse_wthor_header(std::string_view bytes);
std::string write_wthor_header(const WthorHeader& header);

Result<WthorGame> parse_wthor_game(std::string_view bytes);
std::string write_wthor_game(const WthorGame& game);

/// The names by number, in UTF-8.
Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes);

enum class WthorNameKind { kPlayers, kTournaments };

/// The bytes of a .jou or .trn with the creation date of `file`. Truncates names to 19 or 25
/// characters; characters outside Latin-1 become `?`. Requires: at most 65,535 names.
std::string write_wthor_names(WthorNameKind kind, const std::vector<std::string>& names,
                              const WthorFile& file);

/// True if a file can store the whole name: Latin-1, at most 19 or 25 characters without a trailing
/// "#812".
bool fits_wthor_name(WthorNameKind kind, std::string_view text);

/// Names of players or tournaments by number.
class WthorNames {
 public:
  WthorNames() = default;  ///< Each name is its number, "#812".
  explicit WthorNames(std::vector<std::string> names);

  const std::vector<std::string>& names() const { return names_; }

  /// "Tastet Marc"; "Tastet Marc #812" if a lower number has that name; "#812" if unknown. Empty
  /// for number 0 (unknown) unless the table names it.
  std::string text_of(std::uint16_t number) const;

  /// The inverse of text_of(): 0 for empty text, a new number for a new name. Fails with
  /// kOutOfRange if no number is left.
  Result<std::uint16_t> number_of(std::string_view text);

 private:
  void reserve(std::size_t count);
  std::optional<std::size_t> next_unused_number();

  std::vector<std::string> names_;
  std::map<std::string, std::uint16_t, std::less<>> numbers_;  ///< The lowest number of each name.
  std::set<std::uint16_t> added_;                              ///< By number_of().
  std::set<std::uint16_t> explicit_;                           ///< In texts such as "#812".
  std::size_t free_ = 1;                                       ///< No lower number is free.
};

struct WthorTables {
  WthorNames players, tournaments;
};

/// True if a .wtb of that depth can store the score.
bool fits_wthor_score(const TheoreticalScore& score);

/// The game with its passes. Fails with kIllegalMove; `legal_prefix` then receives the game before
/// that move.
Result<GameRecord> replay_wthor(const WthorGame& game,
                                std::optional<GameRecord>* legal_prefix = nullptr);

/// As replay_wthor(), with names, the tournament as event, the year as date, and the theoretical
/// score. `file` needs no games.
Result<GameRecord> to_record(const WthorFile& file, const WthorGame& game,
                             const WthorTables& tables = {},
                             std::optional<GameRecord>* legal_prefix = nullptr);

/// The inverse of to_record(); adds new names to the tables. Uses the record's theoretical score if
/// for `depth` empties, else the final score. Drops passes at the end. Fails with kOutOfRange if
/// the game does not begin at the 8x8 start position or has no score.
Result<WthorGame> to_wthor_game(const GameRecord& record, int depth, WthorTables& tables);

/// WthorFile::year of a game: the first four digits of `date`; 0 if unknown.
int wthor_year(const GameRecord& record);

/// "games.jou" for "games.wtb" and ".jou".
std::string side_file(const std::string& path, std::string_view extension);

/// Written by GameFileWriter beside `path`.
std::vector<std::string> side_files_written(const std::string& path, FileFormat format);

/// Also read by GameFileReader; none unless `path` is WTHOR.
std::vector<std::string> side_files_read(const std::string& path);

/// The side file of `path` with this extension (".jou"), in any case; else wthor.jou; else the only
/// such file in the folder. Empty if not found.
std::string find_side_file(const std::string& path, const std::string& extension);

bool is_side_file(std::string_view bytes);

}  // namespace sumi
