// SPDX-License-Identifier: MIT
#include "book/games/game_past.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/report/games_report.h"
#include "protocol/report/service_json.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sumi::protocol {
namespace {

/// "38-26"; "1-0" if the discs are unknown; "?".
std::string result_text(const book::Ending& ending) {
  constexpr int kHalf = 32;
  if (ending.score) {
    const int black = kHalf + *ending.score / 2;
    return fmt::format("{}-{}", black, 2 * kHalf - black);
  }
  constexpr const char* kWithoutScore[] = {"?", "1-0", "32-32", "0-1"};  // by Outcome
  return kWithoutScore[static_cast<std::size_t>(ending.outcome)];
}

// In the order of their enumerations.
constexpr const char* kWinners[] = {nullptr, "black", "draw", "white"};
constexpr std::string_view kNoteKinds[] = {"left_out", "warning", "similar"};

Json winner_json(book::Outcome outcome) {
  const char* const winner = kWinners[static_cast<std::size_t>(outcome)];
  return winner ? Json(winner) : Json();
}

Json json_squares(Bitboard squares) {
  Json list = Json::array();
  for (; squares != 0; squares &= squares - 1) list.push_back(to_text(first_square(squares)));
  return list;
}

Json year_json(int year) { return year == 0 ? Json() : Json(year); }

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
      return std::string(fitting(clean(name), columns));
    };
    text += table.row({std::to_string(id),
                       game.year == 0 ? std::string(kUnknown) : std::to_string(game.year),
                       cut(game.record.black, kName), result_text(game.ending),
                       cut(game.record.white, kName), cut(game.record.event, kEvent)});
  }
  return text;
}

std::string new_move_text(const book::GameStore& store, const GameRecord& game, Language language) {
  constexpr std::size_t kMaxGames = 5;
  const auto found = book::first_new_move(store, game);
  if (!found) return std::string(tr(language, "No move is new in the database.")) + '\n';
  std::string text =
      tr_format(language, "New in the database: move {}, {} {}; games before it: {}", found->number,
                side_name(language, found->side), to_text(found->move), found->games.size()) +
      '\n';
  const auto latest = book::latest_games(store, found->games, kMaxGames);
  return latest.empty() ? text : text + games_table(store, latest, language);
}

Json stored_game_json(const book::StoredGame& game) {
  const GameRecord& record = game.record;
  const auto score = game.ending.score;
  Json also = Json::array();
  for (const book::OtherSpelling& other : game.others) {
    also.push_back({{"black", other.black},
                    {"white", other.white},
                    {"tournament", other.event},
                    {"date", other.date},
                    {"round", other.round},
                    {"source", other.source}});
  }
  const auto& theoretical = record.theoretical;
  return {{"id", game.id},
          {"black", record.black},
          {"white", record.white},
          {"tournament", record.event},
          {"date", record.date},
          {"round", record.round},
          {"year", year_json(game.year)},
          {"result", record.result},
          {"score", score ? Json(*score) : Json()},
          {"winner", winner_json(game.ending.outcome)},
          {"theoretical", theoretical ? Json(theoretical->black.discs) : Json()},
          {"theoretical_empties", theoretical ? Json(theoretical->empties) : Json()},
          {"opening", opening_json(book::find_opening(record))},
          {"start", record.start == Position{} ? Json() : Json(to_text(record.start))},
          {"moves", to_transcript(record)},
          {"source", game.source},
          {"also", also}};
}

Json stored_games_json(const book::GameStore& store, std::span<const std::uint32_t> games) {
  Json list = Json::array();
  for (const std::uint32_t id : games) list.push_back(stored_game_json(store.game(id)));
  return list;
}

Json new_move_json(const book::GameStore& store, const GameRecord& game) {
  constexpr std::size_t kMaxGames = 10;
  const auto found = book::first_new_move(store, game);
  if (!found) return {};
  const auto latest = book::latest_games(store, found->games, kMaxGames);
  return {{"number", found->number},
          {"side", to_text(found->side)},
          {"move", to_text(found->move)},
          {"games", found->games.size()},
          {"latest", stored_games_json(store, latest)}};
}

void add_tally(Json& json, const book::GameTally& tally) {
  const auto average = tally.average();
  json["games"] = tally.games;
  json["wins"] = tally.wins;
  json["draws"] = tally.draws;
  json["losses"] = tally.losses;
  json["score"] = average ? Json(std::round(100 * *average) / 100 + 0.0) : Json();
  json["first_year"] = year_json(tally.first_year);
  json["last_year"] = year_json(tally.last_year);
}

Json view_json(const GamesView& view, bool same) {
  const book::OpeningName* const now = book::find_opening(view.game);
  Json json{{"position", to_text(view.position)}, {"opening", opening_json(now)}};
  add_tally(json, view.found.tally);
  json["ended"] = view.found.ended;
  Json moves = Json::array();
  for (const book::PlayedHere& played : view.found.moves) {
    Json move{{"move", to_text(played.move)}};
    add_tally(move, played.tally);
    move["opening"] = opening_json(opening_after(view, played.move));
    if (same) move["same"] = json_squares(played.squares);
    moves.push_back(std::move(move));
  }
  json["moves"] = std::move(moves);
  return json;
}

Json import_json(const book::ImportReport& report, std::uint64_t all) {
  return {{"files", report.files},       {"games", report.games},   {"added", report.added},
          {"known", report.known},       {"merged", report.merged}, {"similar", report.similar},
          {"left_out", report.left_out}, {"mended", report.mended}, {"all", all}};
}

Json note_json(const book::ImportNote& note) {
  return {{"note", kNoteKinds[static_cast<std::size_t>(note.kind)]},
          {"where", note.where},
          {"what", note.what}};
}

}  // namespace sumi::protocol
