// SPDX-License-Identifier: MIT
/// `sumi games search`, `players` and `export`.
#include "engine/formats/wthor.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/cli/games/games_options.h"
#include "protocol/command/games_file.h"
#include "protocol/command/interrupt.h"
#include "protocol/command/output_paths.h"
#include "protocol/report/format.h"
#include "protocol/report/games_json.h"
#include "protocol/report/games_text.h"
#include "protocol/report/output.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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
               {"json", flag(json), "one JSON object instead of text"}};
  rows += {database_row(file)};
  rows += filter_rows(filters, true);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  forbid_words(*line);
  const auto store = open_games(file);
  if (!store) return kFailed;
  const auto filter = filter_of(filters, *store);
  if (!filter) return kFailed;
  std::vector<std::uint32_t> games = book::find_games(*store, *filter);
  const book::GameTally tally = book::tally_of(*store, games, filter->player);
  games = book::latest_games(*store, std::move(games), static_cast<std::size_t>(count));
  const Language language = default_language();
  if (json) {
    Json object = Json::object();
    add_tally(object, tally);
    object["list"] = stored_games_json(*store, games);
    out.write(json_line(object));
  } else {
    const std::string player =
        filter->player.empty() ? std::string(tr(language, "Black")) : clean(filter->player);
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
                     {"json", flag(json), "JSON lines, an object a player"},
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
    const std::uint64_t decided = tally.wins + tally.draws + tally.losses;
    const auto average = tally.average();
    const std::string row[] = {clean(name),
                               std::to_string(tally.games),
                               percent_text(tally.wins, decided),
                               percent_text(tally.draws, decided),
                               percent_text(tally.losses, decided),
                               average ? fmt::format("{:+.2f}", *average) : std::string(kUnknown),
                               years_text(tally)};
    out.write(table.row(row));
  }
  if (found.empty()) {
    print_error(fmt::format("no player '{}' in the database", clean(wanted)));
    return kFailed;
  }
  return kDone;
}

FileFormat format_to_write(const std::string& path, std::optional<FileFormat> given) {
  const auto format = given ? given : format_by_name(path);
  if (!format) {
    throw UsageError(
        fmt::format("{} does not tell the format: say --to FORMAT, see `sumi convert "
                    "--formats`",
                    sumi::quoted(path)));
  }
  const FormatSpec& spec = format_spec(*format);
  if (!spec.written) throw UsageError(fmt::format("the format {} can be read only", spec.name));
  if (!spec.games) throw UsageError(fmt::format("the format {} holds no games", spec.name));
  if (*format == FileFormat::kWthor && path == "-") {
    throw UsageError(
        "WTHOR needs a file: its header has the number of games, and names lie beside");
  }
  return *format;
}

/// Returns the number, with a message, of games that the format cannot hold.
std::uint64_t write_games(const book::GameStore& store, const std::vector<std::uint32_t>& games,
                          const std::string& path, FileFormat format) {
  auto writer = GameFileWriter::open(path, format);
  if (!writer) throw FatalError(writer.error().message);
  std::uint64_t bad = 0;
  for (const std::uint32_t id : games) {
    if (interrupted()) return bad;
    const auto written = writer->write(store.game(id).record);
    if (written) continue;
    if (written.error().code == ErrorCode::kBadFile) throw FatalError(written.error().message);
    constexpr std::uint64_t kMaxMessages = 10;
    if (++bad <= kMaxMessages) {
      print_error(fmt::format("{} (game {})", written.error().message, id));
    }
  }
  if (const auto done = writer->finish(); !done) throw FatalError(done.error().message);
  return bad;
}

int run_games_export(const Command& self, const Args& args, Output& out) {
  std::optional<std::string> file;
  std::optional<FileFormat> to;
  bool json = false;
  FilterOptions filters;
  Options rows{{"to", parsed(to, "FORMAT", parse_format),
                "format of the file; else its name's extension tells"},
               {"json", flag(json), "one JSON object instead of text"}};
  rows += {force_row(), database_row(file)};
  rows += filter_rows(filters, true);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  if (line->words.size() != 1) throw UsageError("need one file to write, or - for standard output");
  const std::string& path = line->words.front();
  const FileFormat format = format_to_write(path, to);
  std::vector<OutputPath> outputs{{"OUT", path, game_kind(format, path)}};
  for (const std::string& beside : sumi::side_files_written(path, format)) {
    outputs.push_back({"OUT", beside, {"names of WTHOR", sumi::is_side_file}});
  }
  const std::string inputs[] = {database_path(file)};
  check_outputs(*line, outputs, inputs);
  const auto store = open_games(file);
  if (!store) return kFailed;
  const auto filter = filter_of(filters, *store);
  if (!filter) return kFailed;
  watch_interrupts();
  const std::vector<std::uint32_t> games = book::find_games(*store, *filter);
  const std::uint64_t bad = write_games(*store, games, path, format);
  if (interrupted()) return interrupt_status();
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
    "search",
    R"([--player NAME] [--opponent NAME] [--tournament NAME]
    [--since YEAR] [--until YEAR] [--result black|white|draw|won|lost]
    [--opening NAME] [--position POSITION] [--count N] [--games FILE] [--json])",
    "find games by players, tournament, years, result, opening, position",
    R"(Games that fit all conditions, the latest first, and how they ended for the
player, or without --player for Black. JSON: {"games", "wins", "draws",
"losses", "score" (average, in discs), "first_year", "last_year", "list":
[{"id", "black", "white", "tournament", "date", "round", "year", "result",
"score" (Black's), "winner" ("black", "white", "draw"), "theoretical",
"theoretical_empties", "opening", "start" (null: the usual one), "moves",
"source", "also": other spellings}]}; null is unknown.
)",
    R"(  sumi games search --player Tamenori --opponent Shaman --since 1986
  sumi games search --opening Rose-Bill --result draw
  sumi games search --position f5d6c3d3c4 --tournament "World Championship"
)",
    run_games_search,
    kSumiGamesName,
    nullptr,
    kFilterHelp};

const Command kGamesPlayersCommand{
    "players",
    "[NAME] [--count N] [--games FILE] [--json]",
    "players whose names have words that begin so, with their results",
    R"(Those of most games first; without NAME all players. Case and accents do not
count. JSON lines: {"player", "games", "wins", "draws", "losses", "score"
(average, in discs), "first_year", "last_year"}; null is unknown.
)",
    R"(  sumi games players tam
  sumi games players --count 100 --json | jq -r .player
)",
    run_games_players,
    kSumiGamesName};

const Command kGamesExportCommand{
    "export",
    "OUT [--to FORMAT] [--player NAME] [--force] [--games FILE] [--json]",
    "write games into a file of any format",
    R"(The games that fit all conditions, in the order in which they were imported; all
without a condition. OUT is written beside and takes its name at the end; - is
standard output. A file that is there is replaced only if it is of the same
format, or with --force. JSON: {"games", "left_out" (games that the format
cannot hold), "file"}.
)",
    R"(  sumi games export all.ggf
  sumi games export rose.pgn --opening Rose --since 2000
  sumi games export - --to transcript --player Tamenori | head
)",
    run_games_export,
    kSumiGamesName,
    nullptr,
    kFilterHelp};

}  // namespace sumi::protocol
