// SPDX-License-Identifier: MIT
#include "book/games/game_past.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/report/games_text.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>

namespace sumi::protocol {
namespace {

/// "38-26"; "1-0" if the discs are unknown; "?".
std::string result_text(const book::Ending& ending) {
  constexpr int kHalf = 32;
  if (ending.score) {
    const int black = kHalf + *ending.score / 2;
    return fmt::format("{}-{}", black, 2 * kHalf - black);
  }
  switch (ending.outcome) {
    case book::Outcome::kBlack:
      return "1-0";
    case book::Outcome::kWhite:
      return "0-1";
    case book::Outcome::kDraw:
      return "32-32";
    case book::Outcome::kUnknown:
      break;
  }
  return "?";
}

}  // namespace

std::string percent_text(std::uint64_t part, std::uint64_t all) {
  if (all == 0) return std::string(kUnknown);
  return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string years_text(const book::GameTally& tally) {
  if (tally.first_year == 0) return "";
  if (tally.first_year == tally.last_year) return std::to_string(tally.first_year);
  return fmt::format("{}-{}", tally.first_year, tally.last_year);
}

std::string tally_text(const book::GameTally& tally, Language language) {
  const std::uint64_t decided = tally.wins + tally.draws + tally.losses;
  const std::string years = years_text(tally);
  std::string text = tr_format(language, tally.games == 1 ? "{} game" : "{} games", tally.games);
  if (!years.empty()) text += fmt::format(" ({})", years);
  if (decided > 0) {
    text +=
        ": " + tr_format(language, "won {}, drawn {}, lost {}", percent_text(tally.wins, decided),
                         percent_text(tally.draws, decided), percent_text(tally.losses, decided));
  }
  if (const auto average = tally.average()) {
    text += tr_format(language, "; average score {:+.2f}", *average);
  }
  return text;
}

std::string games_table(const book::GameStore& store, std::span<const std::uint32_t> games,
                        Language language) {
  constexpr int kName = 19, kEvent = 15;
  const Table table({{tr(language, "No."), 7},
                     {tr(language, "year"), 4},
                     {tr(language, "Black"), kName, Table::Align::kLeft},
                     {tr(language, "discs"), 5},
                     {tr(language, "White"), kName, Table::Align::kLeft},
                     {tr(language, "tournament"), kEvent, Table::Align::kLeft}});
  std::string text = table.header();
  for (const std::uint32_t id : games) {
    const book::StoredGame game = store.game(id);
    const auto cut = [](const std::string& name, int columns) {
      return std::string(fitting(name, columns));
    };
    const std::string row[] = {std::to_string(id),
                               game.year == 0 ? std::string(kUnknown) : std::to_string(game.year),
                               cut(clean(game.record.black), kName),
                               result_text(game.ending),
                               cut(clean(game.record.white), kName),
                               cut(clean(game.record.event), kEvent)};
    text += table.row(row);
  }
  return text;
}

std::string new_move_text(const book::GameStore& store, const GameRecord& game, Language language) {
  constexpr std::size_t kMaxGames = 5;
  const auto found = book::first_new_move(store, game);
  if (!found) return std::string(tr(language, "No move is new in the database.")) + '\n';
  std::string text =
      tr_format(language, "New in the database: move {}, {} {}; games before it: {}", found->number,
                tr(language, found->side == Color::kBlack ? "Black" : "White"),
                to_text(found->move), found->games.size()) +
      '\n';
  const auto latest = book::latest_games(store, found->games, kMaxGames);
  return latest.empty() ? text : text + games_table(store, latest, language);
}

}  // namespace sumi::protocol
