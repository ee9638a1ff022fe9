// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/study_json.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace sumi::protocol {
namespace {

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
  constexpr double kMostExact = 1e15;
  return lines < kMostExact ? Json(static_cast<std::uint64_t>(lines)) : Json(lines);
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
