// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/game/notation.h"
#include "protocol/cli/games/games_commands.h"
#include "protocol/cli/games/games_options.h"
#include "protocol/command/games_file.h"
#include "protocol/command/position_input.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/service/game_library.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
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
    const std::uint64_t decided = tally.wins + tally.draws + tally.losses;
    const auto average = tally.average();
    const std::string row[] = {to_text(played.move),
                               std::to_string(tally.games),
                               percent_text(tally.games, view.found.tally.games),
                               percent_text(tally.wins, decided),
                               percent_text(tally.draws, decided),
                               percent_text(tally.losses, decided),
                               average ? fmt::format("{:+.2f}", *average) : std::string(kUnknown),
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
  const bool black = view.position.to_move == Color::kBlack;
  text += tr_format(language, "{0} to move. Scores are for {0}.",
                    tr(language, black ? "Black" : "White")) +
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
  Options rows{{"count,n", number(count, 0, kMaxGames), "show at most N of the games"},
               {"json", flag(json), "print a JSON object"}};
  rows += {database_row(file)};
  // Here --black is a player, not the character for black discs.
  rows += {{"at", number(positions.at, 0, kMaxPly), "take the position after N moves of a game"}};
  rows += filter_rows(filters, false);
  const auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  PositionInput input(line->words, positions, 8);
  const std::optional<InputPosition> found = input.only();
  if (!found) return input.status();
  if (found->position.size != 8) throw UsageError("databases are for games on boards of 8x8");
  const auto store = open_games(file);
  if (!store) return kFailed;
  const auto filter = filter_of(filters, *store);
  if (!filter) return kFailed;
  const GamesView view = view_games(*store, game_of(found->entry), found->position, *filter,
                                    static_cast<std::size_t>(count))
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
    "show",
    R"([POSITION|MOVES...] [--count N] [--player NAME]
    [--since YEAR] [--until YEAR] [--games FILE] [--json])",
    "show what was played in a position",
    R"(Prints a row per move: games, their share, results for the side to move,
average score in discs, and years; then the latest games. POSITION is a board,
a FEN, moves, or a file with one game, of which --at N takes the first N moves;
the default is the start position. Symmetric positions, the same position with
colours exchanged, and all move orders count together.
)",
    R"help(  sumi games show
  sumi games show f5d6c3 --player Murakami --since 1995
  sumi games show f5d6 --json | jq -r '.moves[] | "\(.move) \(.games)"'
)help",
    run_games_show,
    kSumiGamesName,
    nullptr,
    kFilterHelp,
    R"(  position                  string: the position
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

}  // namespace sumi::protocol
