// SPDX-License-Identifier: MIT
/// WTHOR, the database of tournament games of the French federation (ffothello.org): games by the
/// year in .wtb, names of players in .jou, of tournaments in .trn.
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
  std::uint16_t tournament = 0, black = 0, white = 0;  ///< Numbers of names.
  DiscDiff score;                                      ///< Black's, as the game ended.
  DiscDiff theoretical_score;  ///< Black's, of best play from WthorFile::depth empties on.
  std::vector<Square> moves;   ///< Without passes; not checked against the rules.

  friend bool operator==(const WthorGame&, const WthorGame&) = default;
};

struct WthorFile {
  int year = 0;    ///< The year of the games.
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

// A .wtb in pieces, for files that are too big to hold: a header, then games.

inline constexpr std::size_t kWthorHeaderBytes = 16, kWthorGameBytes = 68;

struct WthorHeader {
  WthorFile file;  ///< Without its games.
  std::uint32_t games = 0;
};
Result<WthorHeader> parse_wthor_header(std::string_view bytes);
std::string write_wthor_header(const WthorHeader& header);

/// Reads a game from its kWthorGameBytes bytes.
Result<WthorGame> parse_wthor_game(std::string_view bytes);
std::string write_wthor_game(const WthorGame& game);

/// The names of a .jou or .trn file, in UTF-8, in the order of their numbers.
Result<std::vector<std::string>> parse_wthor_names(std::string_view bytes);

enum class WthorNameKind { kPlayers, kTournaments };

/// The bytes of a .jou or .trn, created when `file` says. Names are cut after 19 or 25 characters;
/// those that Latin-1 has not become `?`. Requires: at most 65,535 names.
std::string write_wthor_names(WthorNameKind kind, const std::vector<std::string>& names,
                              const WthorFile& file);

/// Whether such a file keeps the name whole: Latin-1, 19 or 25 characters. "#812" behind it counts
/// nothing.
bool fits_wthor_name(WthorNameKind kind, std::string_view text);

/// The names of players or tournaments by their numbers. Grows by the names that games to be
/// written have.
class WthorNames {
 public:
  WthorNames() = default;  ///< None known: every one is told by its number, "#812".
  explicit WthorNames(std::vector<std::string> names);

  const std::vector<std::string>& names() const { return names_; }

  /// "Tastet Marc"; "Tastet Marc #812" if a smaller number has that name; "#812" if none is known.
  /// Empty for number 0, which stands for the unknown, unless the table has a name for it.
  std::string text_of(std::uint16_t number) const;

  /// The number of a name as text_of() gives it; 0 for an empty text, a new number for a new name.
  /// Fails with kOutOfRange if all numbers are taken.
  Result<std::uint16_t> number_of(std::string_view text);

 private:
  void reserve(std::size_t count);
  std::optional<std::size_t> find_free();

  std::vector<std::string> names_;
  std::map<std::string, std::uint16_t, std::less<>> numbers_;  ///< Each name's smallest number.
  std::set<std::uint16_t> added_;                              ///< Numbers given by number_of().
  std::set<std::uint16_t> told_;                               ///< Numbers used by a text: "#812".
  std::size_t free_ = 1;                                       ///< No number below is free.
};

struct WthorTables {
  WthorNames players, tournaments;
};

/// Whether a .wtb whose depth is the score's empties can hold the score.
bool wthor_keeps(const TheoreticalScore& score);

/// The game with its passes. Fails with kIllegalMove if the rules do not allow it; `before_fault`
/// is then the game up to the illegal move.
Result<GameRecord> replay_wthor(const WthorGame& game,
                                std::optional<GameRecord>* before_fault = nullptr);

/// replay_wthor() with all that file and tables tell: names, tournament as event, year as date,
/// theoretical score. `file` may be without its games.
Result<GameRecord> to_record(const WthorFile& file, const WthorGame& game,
                             const WthorTables& tables = {},
                             std::optional<GameRecord>* before_fault = nullptr);

/// The inverse of to_record(); new names enter the tables. The theoretical score is that of the
/// record if it holds at `depth` empties, else the final one: the format cannot say "unknown".
/// Passes at the end are left out. Fails with kOutOfRange if the game does not begin at the start
/// position of 8x8, or if neither result nor board tell a score.
Result<WthorGame> to_wthor_game(const GameRecord& record, int depth, WthorTables& tables);

/// WthorFile::year for such a game: the four digits that `date` begins with; 0 if unknown.
int wthor_year(const GameRecord& record);

// Files that belong to a file of games: the names of players and tournaments of WTHOR.

/// "games.wtb" and ".jou": "games.jou".
std::string side_file(const std::string& path, std::string_view extension);

/// The files that GameFileWriter writes beside `path`.
std::vector<std::string> side_files_written(const std::string& path, FileFormat format);

/// The files beside `path` that GameFileReader reads, too; none if `path` is no WTHOR.
std::vector<std::string> side_files_read(const std::string& path);

/// The side file of that extension (".jou") that belongs to `path`, in any case of letters; else
/// wthor.jou, else the only one in the folder. Empty if there is none of these.
std::string find_side_file(const std::string& path, const std::string& extension);

/// The bytes are those of a .jou or .trn.
bool is_side_file(std::string_view bytes);

}  // namespace sumi
