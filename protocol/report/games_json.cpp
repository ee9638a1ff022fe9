// SPDX-License-Identifier: MIT
#include "book/games/game_past.h"
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/games_json.h"
#include "protocol/report/service_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sumi::protocol {
namespace {

Json winner_json(book::Outcome outcome) {
  switch (outcome) {
    case book::Outcome::kBlack:
      return "black";
    case book::Outcome::kWhite:
      return "white";
    case book::Outcome::kDraw:
      return "draw";
    case book::Outcome::kUnknown:
      break;
  }
  return {};
}

std::string_view kind_text(book::ImportNote::Kind kind) {
  switch (kind) {
    case book::ImportNote::Kind::kLeftOut:
      return "left_out";
    case book::ImportNote::Kind::kSimilar:
      return "similar";
    case book::ImportNote::Kind::kWarning:
      break;
  }
  return "warning";
}

Json json_squares(Bitboard squares) {
  Json list = Json::array();
  for (; squares != 0; squares &= squares - 1) list.push_back(to_text(first_square(squares)));
  return list;
}

Json year_json(int year) { return year == 0 ? Json() : Json(year); }

}  // namespace

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
  return {{"note", kind_text(note.kind)}, {"where", note.where}, {"what", note.what}};
}

}  // namespace sumi::protocol
