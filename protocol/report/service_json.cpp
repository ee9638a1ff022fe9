// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/format.h"
#include "protocol/report/service_json.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <vector>

namespace sumi::protocol {
namespace {

/// Rounds to 1/100; never -0.
double hundredths(double x) { return std::round(100 * x) / 100 + 0.0; }

/// Integers have no decimal point, as expected of exact scores.
Json json_number(double x) {
  const double rounded = hundredths(x);
  if (rounded == std::round(rounded)) return static_cast<int>(rounded);
  return rounded;
}

std::string number_text(double x) { return fmt::format("{}", hundredths(x)); }

Json json_score(const Score& j) {
  return {{"score", json_number(j.discs)},
          {"exact", j.exact},
          {"depth", j.depth},
          {"selectivity", j.selectivity},
          {"source", source_name(j.basis())},
          {"book_plies", j.book_plies}};
}

Json json_quality(const Quality& q) {
  const bool played = q.moves > 0;
  const std::optional<double> error = q.accuracy_error();
  return {{"accuracy", played ? json_number(q.accuracy()) : Json()},
          {"accuracy_error", error ? json_number(*error) : Json()},
          {"moves", q.moves},
          {"best_moves", q.best_moves},
          {"lost", json_number(q.lost)},
          {"mean_lost", played ? json_number(q.mean_lost()) : Json()},
          {"inaccuracies", q.marks[1]},
          {"mistakes", q.marks[2]},
          {"blunders", q.marks[3]}};
}

Json json_side(const SideQuality& side) {
  Json json = json_quality(side.all);
  for (const Stage stage : kAllStages) {
    json[std::string(stage_name(stage))] = json_quality(side.of(stage));
  }
  return json;
}

void add_game(Json& json, const GameRecord& game) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"black", &game.black},
      {"white", &game.white},
      {"black_rating", &game.black_rating},
      {"white_rating", &game.white_rating},
      {"event", &game.event},
      {"round", &game.round},
      {"place", &game.place},
      {"date", &game.date},
      {"result", &game.result},
  };
  for (const auto& [key, text] : texts) {
    if (!text->empty()) json[key] = *text;
  }
  const Game replayed = game.replay();
  if (replayed.over()) json["score"] = replayed.black_score().discs;
  json["size"] = game.start.size;
  json["start"] = to_text(game.start);
  json["transcript"] = to_transcript(game);
}

Json book_moves_json(const std::vector<BookMove>& moves) {
  Json json = Json::array();
  for (const BookMove& move : moves) {
    json.push_back({{"move", to_text(move.move)},
                    {"score", json_discs(move.value, move.exact)},
                    {"exact", move.exact},
                    {"depth", move.depth}});
  }
  return json;
}

}  // namespace

Json json_move(const AnalyzedMove& move) {
  const int size = move.before.size;
  return {{"number", move.number},
          {"side", to_text(move.before.to_move)},
          {"move", to_text(move.played, size)},
          {"best", to_text(best_move(move), size)},
          {"lost", json_number(move.lost)},
          {"mark", mark_name(move.mark)},
          {"confidence", json_number(move.confidence)},
          {"before", json_score(move.best)},
          {"after", json_score(move.after)},
          {"forced", move.forced},
          {"changes_result", move.changes_result},
          {"stage", stage_name(move.stage)},
          {"index", move.index},
          {"position", to_text(move.before)},
          {"best_line", json_moves(move.best_line, size)},
          {"played_line", json_moves(move.played_line, size)},
          {"seconds", json_seconds(move.seconds)}};
}

Json analysis_json(const GameAnalysis& analysis) {
  constexpr std::size_t kWorst = 5;
  Json json;
  add_game(json, analysis.game);
  json["opening"] = opening_json(book::find_opening(analysis.game));
  json["settings"] = settings_text(Language::kEnglish, analysis.settings);
  json["seconds"] = json_seconds(analysis.seconds);
  json["partial"] = analysis.partial;
  json["quality"] = {{"black", json_side(analysis.of(Color::kBlack))},
                     {"white", json_side(analysis.of(Color::kWhite))}};
  json["moves"] = Json::array();
  for (const AnalyzedMove& move : analysis.moves) json["moves"].push_back(json_move(move));
  json["worst"] = Json::array();
  for (const std::size_t i : worst_moves(analysis, kWorst)) {
    json["worst"].push_back(analysis.moves[i].number);
  }
  return json;
}

Json summary_json(const AnalysisSummary& summary, int bad) {
  Json players = Json::array(), worst = Json::array();
  for (const PlayerQuality& player : summary.players()) {
    const auto rating = player.rating();
    Json json{{"name", player.name},
              {"games", player.games},
              {"rating", rating ? Json(std::lround(rating->rating)) : Json()},
              {"rating_error", rating ? Json(std::lround(rating->error)) : Json()}};
    json.update(json_side(player.quality));
    json["openings"] = Json::array();
    for (const OpeningQuality& played : player.openings) {
      Json row{{"opening", opening_json(played.opening)}, {"games", played.games}};
      row.update(json_quality(played.quality));
      json["openings"].push_back(row);
    }
    players.push_back(json);
  }
  for (const Mistake& mistake : summary.worst()) {
    Json json{{"game", mistake.game}, {"player", mistake.player}};
    json.update(json_move(mistake.move));
    worst.push_back(json);
  }
  return {{"total",
           {{"games", summary.games()},
            {"partial", summary.partial()},
            {"bad", bad},
            {"seconds", json_seconds(summary.seconds())},
            {"quality", json_side(summary.all())},
            {"players", players},
            {"worst", worst}}}};
}

std::string analysis_csv_header() {
  const std::string titles[] = {
      "game",  "black",       "white",      "date",         "number",         "side",
      "move",  "best",        "before",     "before_exact", "after",          "after_exact",
      "lost",  "mark",        "confidence", "forced",       "changes_result", "stage",
      "depth", "selectivity", "source",     "position",     "best_line",      "played_line"};
  return csv_line(titles);
}

std::string analysis_csv(const GameAnalysis& analysis, int game) {
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  std::string text;
  for (const AnalyzedMove& move : analysis.moves) {
    const int size = move.before.size;
    const std::string cells[] = {std::to_string(game),
                                 analysis.game.black,
                                 analysis.game.white,
                                 analysis.game.date,
                                 std::to_string(move.number),
                                 std::string(to_text(move.before.to_move)),
                                 to_text(move.played, size),
                                 to_text(best_move(move), size),
                                 number_text(move.best.discs),
                                 truth(move.best.exact),
                                 number_text(move.after.discs),
                                 truth(move.after.exact),
                                 number_text(move.lost),
                                 std::string(mark_name(move.mark)),
                                 number_text(move.confidence),
                                 truth(move.forced),
                                 truth(move.changes_result),
                                 std::string(stage_name(move.stage)),
                                 std::to_string(move.best.depth),
                                 std::to_string(move.best.selectivity),
                                 std::string(source_name(move.best.basis())),
                                 to_text(move.before),
                                 moves_text(move.best_line, size),
                                 moves_text(move.played_line, size)};
    text += csv_line(cells);
  }
  return text;
}

Json opening_json(const book::OpeningName* opening) {
  if (!opening) return nullptr;
  return {
      {"english", opening->english}, {"japanese", opening->japanese}, {"moves", opening->moves}};
}

Json study_item_json(const StudyItem& item) {
  const int size = item.position.size;
  return {{"position", to_text(item.position)},
          {"best", to_text(item.best_move(), size)},
          {"best_score", item.best.discs},
          {"exact", item.best.exact},
          {"depth", item.best.depth},
          {"best_line", json_moves(item.best_line, size)},
          {"played", to_text(item.played, size)},
          {"played_score", item.after.discs},
          {"player", item.player},
          {"game", item.game},
          {"number", item.number},
          {"asked", item.asked},
          {"missed", item.missed},
          {"miss_rate", json_number(item.miss_rate())},
          {"last_asked", item.last_asked == 0 ? Json() : Json(item.last_asked)}};
}

Json problem_json(const EndgameProblem& problem, std::uint64_t seed) {
  return {{"difficulty", problem.difficulty},      {"seed", seed},
          {"position", to_text(problem.position)}, {"empties", problem.position.board.empties()},
          {"move", to_text(problem.solution)},     {"score", problem.score.discs},
          {"second", problem.second.discs},        {"line", json_moves(problem.line)}};
}

Json walk_json(const OpeningWalk& walk) {
  Json steps = Json::array(), continuations = Json::array();
  for (const WalkStep& step : walk.steps) {
    steps.push_back({{"number", step.number},
                     {"side", to_text(step.before.to_move)},
                     {"move", to_text(step.move)},
                     {"position", to_text(step.after)},
                     {"opening", opening_json(step.reached)},
                     {"book", book_moves_json(step.book)}});
  }
  for (const auto& next : walk.continuations) continuations.push_back(opening_json(next.name));
  return {{"opening", opening_json(walk.opening)},
          {"moves", walk.moves},
          {"steps", steps},
          {"next", book_moves_json(walk.next)},
          {"continuations", continuations}};
}

Json lines_json(double lines) {
  constexpr double kMaxExactInteger = 1e15;
  return lines < kMaxExactInteger ? Json(static_cast<std::uint64_t>(lines)) : Json(lines);
}

Json held_json(const LinesToHold& found, int size, bool whole) {
  Json moves = Json::array();
  for (const HoldingMove& move : found.moves) {
    moves.push_back({{"move", to_text(move.move, size)}, {"lines", lines_json(move.lines)}});
  }
  return {{"score", whole ? Json(found.best.discs) : Json()},
          {"held", found.held.discs},
          {"lines", found.lines == 0 ? Json() : lines_json(found.lines)},
          {"moves", moves}};
}

}  // namespace sumi::protocol
