// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "protocol/cli/games/games_commands.h"

namespace sumi::protocol {
namespace {

constexpr ListedCommand kGamesCommands[]{
    &kGamesImportCommand, &kGamesShowCommand,  &kGamesSearchCommand, &kGamesPlayersCommand,
    &kGamesExportCommand, &kGamesStatsCommand, &kGamesVerifyCommand, &kGamesHelpCommand};

}  // namespace

const Program kSumiGames{
    kSumiGamesName,
    "Sumi games",
    "a database of games",
    kGamesCommands,
    "",
    R"(  sumi games import WTH_*.wtb my_games.ggf
  sumi games show f5d6c3
  sumi games search --player Tamenori --since 1990 --opening Rose
  sumi games players tam
  sumi games export tamenori.ggf --player Tamenori
)",
    nullptr,
};

const Command kGamesHelpCommand = help_command<kSumiGames>(
    kSumiGamesName, "Same as `sumi games --help` and `sumi games COMMAND --help`.\n",
    "  sumi games help import\n");

// Its help is the overview of kSumiGames.
const Command kGamesCommand{
    "games",
    "COMMAND",
    "import, search and export games in a database",
    "",
    "",
    [](const Command&, const Args& args, Output& out) { return run_words(kSumiGames, args, out); },
    "sumi",
    &kSumiGames};

}  // namespace sumi::protocol
