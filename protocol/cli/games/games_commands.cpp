// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/service/game_library.h"
#include "protocol/service/opening_walk.h"
#include "protocol/text/entry_words.h"

#include <fmt/format.h>

namespace sumi::protocol {
namespace {

constexpr ListedCommand kGamesCommands[]{
    &kGamesImportCommand, &kGamesShowCommand,  &kGamesSearchCommand, &kGamesPlayersCommand,
    &kGamesExportCommand, &kGamesStatsCommand, &kGamesVerifyCommand, &kGamesHelpCommand};

}  // namespace

const Program kSumiGames{
    .name = kSumiGamesName,
    .title = "Sumi games",
    .summary = "a database of games",
    .commands = kGamesCommands,
    .examples = R"(  sumi games import WTH_*.wtb my_games.ggf
  sumi games show f5d6c3
  sumi games search --player Tamenori --since 1990 --opening Rose
  sumi games players tam
  sumi games export tamenori.ggf --player Tamenori
)",
};

const Command kGamesHelpCommand = help_command<kSumiGames>(
    kSumiGamesName, "Same as `sumi games --help` and `sumi games COMMAND --help`.\n",
    "  sumi games help import\n");

// Its help is the overview of kSumiGames.
const Command kGamesCommand{.name = "games",
                            .arguments = "COMMAND",
                            .summary = "import, search and export games in a database",
                            .run = run_inner,
                            .inner = &kSumiGames};

namespace {

Position parse_position_option(const std::string& text) {
  const Position position = position_of(or_usage_error(parse_entry_words(text), "--position: "));
  if (position.size != 8) throw UsageError("--position: databases are for games on boards of 8x8");
  return position;
}

std::vector<const book::OpeningName*> openings_of(const std::string& text) {
  auto found = find_openings(text);
  if (found.empty()) throw UsageError("--opening: " + no_such_opening(text));
  return found;
}

void set_result(const std::string& word, book::GameFilter& filter) {
  using enum book::GameFilter::PlayerResult;
  if (word == "black") filter.outcome = book::Outcome::kBlack;
  if (word == "white") filter.outcome = book::Outcome::kWhite;
  if (word == "draw") filter.outcome = book::Outcome::kDraw;
  if (word == "won" || word == "lost") {
    if (filter.player.empty()) throw UsageError("--result " + word + ": needs --player");
    filter.player_result = word == "won" ? kWon : kLost;
  }
}

}  // namespace

Options filter_rows(FilterOptions& options, bool position) {
  book::GameFilter& filter = options.filter;
  Options rows{{"player,p", text(filter.player, "NAME"), "games of this player", "Which games"},
               {"opponent", text(filter.opponent, "NAME"), "games against this player"},
               {"black", text(filter.black, "NAME"), "games in which this player was Black"},
               {"white", text(filter.white, "NAME"), "games in which this player was White"},
               {"tournament,t", text(filter.event, "NAME"), "games of this tournament"},
               {"since", number(filter.from, book::kFirstYear, book::kLastYear, "YEAR"),
                "games of this year or later"},
               {"until", number(filter.to, book::kFirstYear, book::kLastYear, "YEAR"),
                "games of this year or earlier"},
               {"result",
                choice(options.result, {{"black", "black"},
                                        {"white", "white"},
                                        {"draw", "draw"},
                                        {"won", "won"},
                                        {"lost", "lost"}}),
                "games that this side won, that --player won or lost, or that were drawn"},
               {"opening", text(options.opening, "NAME"), "games with this opening"}};
  if (position) {
    rows += {{"position", text(options.position, "POSITION"),
              "games that reached this position (moves or a board) or a symmetric one"}};
  }
  return rows;
}

book::GameFilter filter_of(const FilterOptions& options, const book::GameStore& store) {
  book::GameFilter filter = options.filter;
  set_result(options.result, filter);
  if (!options.position.empty()) filter.position = parse_position_option(options.position).board;
  if (!options.opening.empty()) filter.openings = openings_of(options.opening);
  check_names(store, filter).value();
  return filter;
}

std::array<std::string, 4> result_cells(const book::GameTally& tally) {
  const std::uint64_t decided = tally.wins + tally.draws + tally.losses;
  const auto average = tally.average();
  return {percent_text(tally.wins, decided), percent_text(tally.draws, decided),
          percent_text(tally.losses, decided),
          average ? fmt::format("{:+.2f}", *average) : std::string(kUnknown)};
}

}  // namespace sumi::protocol
