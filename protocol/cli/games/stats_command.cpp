// SPDX-License-Identifier: MIT
#include "protocol/cli/games/games_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

namespace sumi::protocol {
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
    const std::uint64_t decided = tally.wins + tally.draws + tally.losses;
    const auto average = tally.average();
    const std::string row[] = {year == 0 ? std::string(kUnknown) : std::to_string(year),
                               std::to_string(tally.games),
                               percent_text(tally.wins, decided),
                               percent_text(tally.draws, decided),
                               percent_text(tally.losses, decided),
                               average ? fmt::format("{:+.2f}", *average) : std::string(kUnknown)};
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
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
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

const Command kGamesStatsCommand{"stats",
                                 "[--games FILE] [--json]",
                                 "count games, players, tournaments and results",
                                 R"(Results are for Black.
)",
                                 R"(  sumi games stats
  sumi games stats --json | jq '.years[] | [.year, .games]'
)",
                                 run_games_stats,
                                 kSumiGamesName,
                                 nullptr,
                                 {},
                                 R"(  games                  integer: number of games
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
)"};

const Command kGamesVerifyCommand{
    "verify",
    "[--games FILE] [--json]",
    "check that the database is intact",
    R"(Reads the whole file and checks the checksums of its pages, that the moves of
every game are legal, and the index of positions against the games. Exit
status 1 if anything is wrong.
)",
    R"(  sumi games verify
  sumi games verify --games club.db --json
)",
    run_games_verify,
    kSumiGamesName,
    nullptr,
    {},
    R"(  games   integer: games checked
  faults  array of strings: faults, as text
)"};

}  // namespace sumi::protocol
