// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/game/notation.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/position_input.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/report/output.h"
#include "protocol/service/game_library.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxGames = 1'000'000;

std::string played_text(const GamesView& view, Language language) {
  const Table table({{tr(language, "move"), 5, Table::Align::kLeft},
                     {tr(language, "games"), 7},
                     {tr(language, "share"), 6},
                     {tr(language, "wins"), 6},
                     {tr(language, "draws"), 6},
                     {tr(language, "losses"), 6},
                     {tr(language, "score"), 6},
                     {tr(language, "years"), 9},
                     {tr(language, "name"), 8, Table::Align::kLeft}});
  std::string text = table.header();
  for (const book::PlayedHere& played : view.found.moves) {
    const book::GameTally& tally = played.tally;
    const auto [wins, draws, losses, score] = result_cells(tally);
    const std::string row[] = {to_text(played.move),
                               std::to_string(tally.games),
                               percent_text(tally.games, view.found.tally.games),
                               wins,
                               draws,
                               losses,
                               score,
                               years_text(tally),
                               opening_text(opening_after(view, played.move), language)};
    text += table.row(row);
  }
  return text;
}

std::string view_text(const GamesView& view, const book::GameStore& store, Language language) {
  BoardPicture picture;
  picture.position = view.position;
  picture.legal_moves = true;
  if (!view.game.moves.empty() && view.game.moves.back() != Square::kPass) {
    picture.last = view.game.moves.back();
  }
  std::string text = text_board(picture);
  text += tr_format(language, "{0} to move. Scores are for {0}.",
                    side_name(language, view.position.to_move)) +
          '\n';
  if (const auto* const opening = book::find_opening(view.game)) {
    text += fmt::format("{}: {}\n", tr(language, "Opening"), opening_text(opening, language));
  }
  text += tally_text(view.found.tally, language) + '\n';
  if (!view.found.moves.empty()) text += '\n' + played_text(view, language);
  if (view.found.ended > 0) {
    text += tr_format(language, "Games that end here: {}", view.found.ended) + '\n';
  }
  if (!view.latest.empty()) text += '\n' + games_table(store, view.latest, language);
  return text;
}

int run_games_show(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  bool json = false;
  int count = 10;
  FilterOptions filters;
  PositionOptions positions;
  Options rows{
      {"count,n", number(count, 0, kMaxGames), "show at most N of the games"},
      {"json", flag(json), "print a JSON object"},
      database_row(file),
      {"at", number(positions.at, 0, kMaxPly), "take the position after N moves of a game"}};
  // Not position_rows(): here --black is a player, not the character for black discs.
  rows += filter_rows(filters, false);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  PositionInput input(line->words, positions, 8);
  const std::optional<InputPosition> found = input.only();
  if (!found) return input.status();
  if (found->position.size != 8) throw UsageError("databases are for games on boards of 8x8");
  const auto store = open_games(file);
  if (!store) return kFailed;
  const GamesView view = view_games(*store, game_of(found->entry), found->position,
                                    filter_of(filters, *store), static_cast<std::size_t>(count))
                             .value();
  if (json) {
    Json object = view_json(view, false);
    object["latest"] = stored_games_json(*store, view.latest);
    object["best_known"] = stored_games_json(*store, view.best_known);
    out.write(json_line(object));
  } else {
    out.write(view_text(view, *store, default_language()));
  }
  return kDone;
}

}  // namespace

const Command kGamesShowCommand{
    .name = "show",
    .arguments = R"([POSITION|MOVES...] [--count N] [--player NAME]
    [--since YEAR] [--until YEAR] [--games FILE] [--json])",
    .summary = "show what was played in a position",
    .details = R"(Prints a row per move: games, their share, results for the side to move,
average score in discs, and years; then the latest games. POSITION is a board,
a FEN, moves, or a file with one game, of which --at N takes the first N moves;
the default is the start position. Symmetric positions, the same position with
colours exchanged, and all move orders count together.
)",
    .examples = R"help(  sumi games show
  sumi games show f5d6c3 --player Murakami --since 1995
  sumi games show f5d6 --json | jq -r '.moves[] | "\(.move) \(.games)"'
)help",
    .run = run_games_show,
    .program = kSumiGamesName,
    .shared_details = kFilterHelp,
    .json = R"(  position                  string: the position
  opening                   object or null: {english, japanese, moves}
  games                     integer: number of games
  wins, draws, losses       integer: results for the side to move, of the games
                            whose result is known
  score                     number: average score in discs; null: unknown
  first_year, last_year     integer: years of the games; null: unknown
  ended                     integer: games that end in this position
  moves[]                   array: the moves, most games first
  moves[].move              string: the move
  moves[].games, wins, draws, losses, first_year, last_year
                            integer: of its games, as above
  moves[].score             number: of its games, as above
  moves[].opening           object or null: {english, japanese, moves}
  latest[]                  array: the latest games, as in `sumi games search`
  best_known[]              array: games of the players with the most games
)"};

// `sumi games stats` and `verify`.

namespace {

struct DatabaseStats {
  book::GameTally tally;                 ///< For Black.
  std::map<int, book::GameTally> years;  ///< 0: unknown.
  std::size_t players = 0, events = 0;
  std::uint64_t spellings = 0;
  std::uintmax_t bytes = 0;
  std::vector<book::GameStore::Source> sources;
};

DatabaseStats stats_of(const book::GameStore& store) {
  DatabaseStats stats;
  for (const book::GameFacts& facts : store.facts()) {
    stats.tally.add(facts, Color::kBlack);
    stats.years[facts.year].add(facts, Color::kBlack);
  }
  stats.players = store.players().size() - 1;
  stats.events = store.events().size() - 1;
  stats.spellings = store.spellings();
  stats.sources = store.sources();
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(store.path(), unknown);
  stats.bytes = unknown ? 0 : bytes;
  return stats;
}

std::string stats_text(const DatabaseStats& stats, Language language) {
  std::string text =
      fmt::format("{}: {}\n", tr(language, "Black"), tally_text(stats.tally, language));
  text +=
      tr_format(language, "Players: {}; tournaments: {}; files: {}; other spellings: {}; {:.1f} MB",
                stats.players, stats.events, stats.sources.size(), stats.spellings,
                static_cast<double>(stats.bytes) / 1e6) +
      "\n\n";
  const Table table({{tr(language, "year"), 7},
                     {tr(language, "games"), 7},
                     {tr(language, "wins"), 6},
                     {tr(language, "draws"), 6},
                     {tr(language, "losses"), 6},
                     {tr(language, "score"), 6}});
  text += table.header();
  for (const auto& [year, tally] : stats.years) {
    const auto [wins, draws, losses, score] = result_cells(tally);
    const std::string row[] = {year == 0 ? std::string(kUnknown) : std::to_string(year),
                               std::to_string(tally.games),
                               wins,
                               draws,
                               losses,
                               score};
    text += table.row(row);
  }
  return text;
}

Json stats_json(const DatabaseStats& stats) {
  Json json = Json::object();
  add_tally(json, stats.tally);
  json["players"] = stats.players;
  json["tournaments"] = stats.events;
  json["spellings"] = stats.spellings;
  json["bytes"] = stats.bytes;
  Json years = Json::array(), sources = Json::array();
  for (const auto& [year, tally] : stats.years) {
    Json row{{"year", year == 0 ? Json() : Json(year)}};
    add_tally(row, tally);
    row.erase("first_year");
    row.erase("last_year");
    years.push_back(std::move(row));
  }
  for (const auto& [name, games] : stats.sources) {
    sources.push_back({{"file", name}, {"games", games}});
  }
  json["years"] = std::move(years);
  json["files"] = std::move(sources);
  return json;
}

/// Runs `report(store, json)` for a command with only --games and --json.
template <class Report>
int run_report(const Command& self, const Args& args, Output& out, Report report) {
  std::optional<std::string> file;
  bool json = false;
  const Options rows{{"json", flag(json), "print a JSON object"}, database_row(file)};
  if (!parse_options(self, rows, args, out)) return kDone;
  const auto store = open_games(file);
  return store ? report(*store, json) : kFailed;
}

int run_games_stats(const Command& self, const Args& args, Output& out) {
  return run_report(self, args, out, [&](const book::GameStore& store, bool json) {
    const DatabaseStats stats = stats_of(store);
    out.write(json ? json_line(stats_json(stats)) : stats_text(stats, default_language()));
    return kDone;
  });
}

int run_games_verify(const Command& self, const Args& args, Output& out) {
  return run_report(self, args, out, [&](const book::GameStore& store, bool json) {
    const std::vector<std::string> faults = store.check_file();
    // In a damaged file, counting could fail.
    const std::size_t games = faults.empty() ? store.facts().size() : 0;
    if (json) {
      out.write(json_line({{"games", games}, {"faults", faults}}));
    } else if (faults.empty()) {
      out.write(tr_format(default_language(), "{} games, no fault", games) + '\n');
    }
    if (!json) {
      for (const std::string& fault : faults) print_error(fault);
    }
    return faults.empty() ? kDone : kFailed;
  });
}

}  // namespace

const Command kGamesStatsCommand{
    .name = "stats",
    .arguments = "[--games FILE] [--json]",
    .summary = "count games, players, tournaments and results",
    .details = R"(Results are for Black.
)",
    .examples = R"(  sumi games stats
  sumi games stats --json | jq '.years[] | [.year, .games]'
)",
    .run = run_games_stats,
    .program = kSumiGamesName,
    .json = R"(  games                  integer: number of games
  wins, draws, losses    integer: results for Black, of the games whose result
                         is known
  score                  number: average score in discs; null: unknown
  first_year, last_year  integer: years of the games; null: unknown
  players                integer: number of players
  tournaments            integer: number of tournaments
  spellings              integer: number of other spellings of games
  bytes                  integer: size of the database
  years[]                array: each year: {year, games, wins, draws, losses,
                         score}
  files[]                array: each imported file: {file, games}
)",
};

const Command kGamesVerifyCommand{
    .name = "verify",
    .arguments = "[--games FILE] [--json]",
    .summary = "check that the database is intact",
    .details = R"(Reads the whole file and checks the checksums of its pages, that the moves of
every game are legal, and the index of positions against the games. Exit
status 1 if anything is wrong.
)",
    .examples = R"(  sumi games verify
  sumi games verify --games club.db --json
)",
    .run = run_games_verify,
    .program = kSumiGamesName,
    .json = R"(  games   integer: games checked
  faults  array of strings: faults, as text
)"};

}  // namespace sumi::protocol
