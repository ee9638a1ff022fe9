// SPDX-License-Identifier: MIT
#include "engine/formats/game_file.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxRows = 1'000'000'000;

int run_games_search(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  bool json = false;
  int count = 20;
  FilterOptions filters;
  Options rows{{"count,n", number(count, 0, kMaxRows), "list at most N games"},
               {"json", flag(json), "print a JSON object"},
               database_row(file)};
  rows += filter_rows(filters, true);
  if (!parse_options(self, rows, args, out)) return kDone;
  const auto store = open_games(file);
  if (!store) return kFailed;
  const book::GameFilter filter = filter_of(filters, *store);
  std::vector<std::uint32_t> games = book::find_games(*store, filter);
  const book::GameTally tally = book::tally_of(*store, games, filter.player);
  games = book::latest_games(*store, std::move(games), static_cast<std::size_t>(count));
  const Language language = default_language();
  if (json) {
    Json object = Json::object();
    add_tally(object, tally);
    object["list"] = stored_games_json(*store, games);
    out.write(json_line(object));
  } else {
    const std::string player =
        filter.player.empty() ? std::string(tr(language, "Black")) : clean(filter.player);
    out.write(fmt::format("{}: {}\n", player, tally_text(tally, language)));
    if (!games.empty()) out.write('\n' + games_table(*store, games, language));
  }
  return kDone;
}

int run_games_players(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  bool json = false;
  int count = 20;
  const Options rows{{"count,n", number(count, 1, kMaxRows), "list at most N players"},
                     {"json", flag(json), "print a JSON object per player"},
                     database_row(file)};
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const auto store = open_games(file);
  if (!store) return kFailed;
  const std::string wanted = fmt::format("{}", fmt::join(line->words, " "));
  auto found = book::player_tallies(*store, store->player_index().complete(wanted));
  if (found.size() > static_cast<std::size_t>(count)) found.resize(static_cast<std::size_t>(count));
  const Language language = default_language();
  const Table table({{tr(language, "player"), 30, Table::Align::kLeft},
                     {tr(language, "games"), 7},
                     {tr(language, "wins"), 6},
                     {tr(language, "draws"), 6},
                     {tr(language, "losses"), 6},
                     {tr(language, "score"), 6},
                     {tr(language, "years"), 9}});
  if (!json) out.write(table.header());
  for (const auto& [player, tally] : found) {
    const std::string& name = store->players()[player];
    if (json) {
      Json object{{"player", name}};
      add_tally(object, tally);
      out.write(json_line(object));
      continue;
    }
    const auto [wins, draws, losses, score] = result_cells(tally);
    const std::string row[] = {
        clean(name), std::to_string(tally.games), wins, draws, losses, score, years_text(tally)};
    out.write(table.row(row));
  }
  if (found.empty()) {
    return end_with(kFailed, fmt::format("no player '{}' in the database", clean(wanted)));
  }
  return kDone;
}

/// Returns, with a message, the number of games that the format cannot represent.
std::uint64_t write_games(const book::GameStore& store, const std::vector<std::uint32_t>& games,
                          const std::string& path, FileFormat format) {
  GameFileWriter writer = GameFileWriter::open(path, format).value();
  std::uint64_t bad = 0;
  for (const std::uint32_t id : games) {
    if (interrupted()) return bad;
    const auto written = writer.write(store.game(id).record);
    if (written) continue;
    if (written.error().code == ErrorCode::kBadFile) throw FatalError(written.error().message);
    constexpr std::uint64_t kMaxMessages = 10;
    if (++bad <= kMaxMessages) {
      print_error(fmt::format("{} (game {})", written.error().message, id));
    }
  }
  writer.finish().value();
  return bad;
}

int run_games_export(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  std::optional<FileFormat> to;
  bool json = false;
  FilterOptions filters;
  Options rows{
      {"to", parsed(to, "FORMAT", parse_format), "format of OUT (default: by its extension)"},
      {"json", flag(json), "print a JSON object"},
      force_row(),
      database_row(file)};
  rows += filter_rows(filters, true);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("need one file to write, or - for standard output");
  const std::string& path = line->words.front();
  const FileFormat format = format_to_write(path, to, "`sumi convert --formats`");
  const FormatSpec& spec = format_spec(format);
  if (!spec.games) throw UsageError(fmt::format("the format {} holds no games", spec.name));
  const std::string inputs[] = {database_path(file)};
  check_outputs(*line, game_outputs(path, format), inputs);
  const auto store = open_games(file);
  if (!store) return kFailed;
  const book::GameFilter filter = filter_of(filters, *store);
  watch_interrupts();
  const std::vector<std::uint32_t> games = book::find_games(*store, filter);
  const std::uint64_t bad = write_games(*store, games, path, format);
  if (interrupted()) return kInterrupted;
  const std::uint64_t good = games.size() - bad;
  if (json && path != "-") {
    out.write(json_line({{"games", good}, {"left_out", bad}, {"file", path}}));
  } else {
    print_stderr(tr_format(default_language(), "games written: {}, left out: {}", good, bad));
  }
  return bad == 0 ? kDone : kFailed;
}

}  // namespace

const Command kGamesSearchCommand{
    .name = "search",
    .arguments = R"([--player NAME] [--opponent NAME] [--tournament NAME]
    [--since YEAR] [--until YEAR] [--result black|white|draw|won|lost]
    [--opening NAME] [--position POSITION] [--count N] [--games FILE] [--json])",
    .summary = "find games by player, year, opening or position",
    .details = R"(Lists the games that match all conditions, latest first, with a summary of
results for --player, or for Black without it.
)",
    .examples = R"(  sumi games search --player Tamenori --opponent Shaman --since 1986
  sumi games search --opening Rose-Bill --result draw
  sumi games search --position f5d6c3d3c4 --tournament "World Championship"
)",
    .run = run_games_search,
    .program = kSumiGamesName,
    .shared_details = kFilterHelp,
    .json = R"(  games                     integer: number of games
  wins, draws, losses       integer: results for --player, or Black, of the
                            games whose result is known
  score                     number: average score in discs; null: unknown
  first_year, last_year     integer: years of the games; null: unknown
  list[]                    array: the games, latest first
  list[].id                 integer: number in the database
  list[].black, white       string: names
  list[].tournament, date, round
                            string: as the game's file has them; empty: unknown
  list[].year               integer: null: unknown
  list[].result             string: as the game's file has it
  list[].score              integer: final score for Black; null: unknown
  list[].winner             string: black, white, draw; null: unknown
  list[].theoretical        integer: theoretical score for Black; null: unknown
  list[].theoretical_empties
                            integer: empty squares of the position that has it
  list[].opening            object or null: {english, japanese, moves}
  list[].start              string: the first position; null: the usual one
  list[].moves              string: the moves
  list[].source             string: file that it came from
  list[].also[]             array: other spellings: {black, white, tournament,
                            date, round, source}
)"};

const Command kGamesPlayersCommand{
    .name = "players",
    .arguments = "[NAME] [--count N] [--games FILE] [--json]",
    .summary = "list players and their results",
    .details = R"(Lists the players whose name has a word that begins with NAME, or all players;
most games first. Case and accents are ignored.
)",
    .examples = R"(  sumi games players tam
  sumi games players --count 100 --json | jq -r .player
)",
    .run = run_games_players,
    .program = kSumiGamesName,
    .json = R"(One object per player.
  player                 string: the name
  games                  integer: number of games
  wins, draws, losses    integer: results for the player, of the games whose
                         result is known
  score                  number: average score in discs; null: unknown
  first_year, last_year  integer: years of the games; null: unknown
)"};

const Command kGamesExportCommand{
    .name = "export",
    .arguments = "OUT [--to FORMAT] [--player NAME] [--force] [--games FILE] [--json]",
    .summary = "write games to a file in any format",
    .details = R"(Writes the games that match all conditions, or all games, in the order of their
import. OUT is replaced atomically; - is standard output. An existing file must
have the same format, unless --force is given.
)",
    .examples = R"(  sumi games export all.ggf
  sumi games export rose.pgn --opening Rose --since 2000
  sumi games export - --to transcript --player Tamenori | head
)",
    .run = run_games_export,
    .program = kSumiGamesName,
    .shared_details = kFilterHelp,
    .json = R"(  games     integer: games written
  left_out  integer: games that the format cannot store
  file      string: OUT
)"};

}  // namespace sumi::protocol
