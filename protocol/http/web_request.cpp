// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "protocol/http/web_request.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_game.h"

#include <iterator>
#include <string>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr Millis kMoveTime{1000};

}  // namespace

Result<GameRecord> game_in(const Json& object, std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys(std::begin(kGameKeys), std::end(kGameKeys));
  keys.insert(keys.end(), {"id", "action"});
  keys.insert(keys.end(), own);
  if (const auto known = check_keys(object, keys, ""); !known) return known.error();
  return game_from_json(object);
}

Result<Position> position_to_play(const GameRecord& game) {
  Position position = game.replay().position();
  if (rules::game_over(position.board, position.size)) {
    return Error{ErrorCode::kIllegalMove, "moves: the game is over"};
  }
  if (rules::legal_moves(position.board, position.size) == 0) position = position.passed();
  return position;
}

Result<SearchLimits> limits_of_move(const Json& object) {
  constexpr double kMostIncrement = 3600;
  const bool timed = object.contains("clock");
  if (timed && object.contains("limits")) {
    return Error{ErrorCode::kBadSyntax, "both limits and clock: name one"};
  }
  if (!timed) {
    return object.contains("limits") ? limits_in(object.at("limits")) : time_limits(kMoveTime);
  }
  const Json& json = object.at("clock");
  constexpr std::string_view kClockKeys[] = {"remaining", "increment"};
  if (!json.is_object() || !json.contains("remaining")) {
    return bad_value("clock", json, "an object such as {\"remaining\": 300, \"increment\": 2}");
  }
  if (const auto known = check_keys(json, kClockKeys, "clock: "); !known) return known.error();
  const auto remaining = number_at(json, "remaining", 0, kMaxJsonSeconds);
  if (!remaining) return remaining.error();
  Clock clock;
  clock.remaining = to_millis(*remaining);
  if (json.contains("increment")) {
    const auto increment = number_at(json, "increment", 0, kMostIncrement);
    if (!increment) return increment.error();
    if (*increment > 0) clock.increment = to_millis(*increment);
  }
  SearchLimits limits;
  limits.selectivity = kFastSelectivity;
  limits.clock = clock;
  return limits;
}

Result<AnalysisSetup> setup_of_review(const Json& object) {
  AnalysisSetup setup{level_limits(kStandardLevel), {"level {}", std::to_string(kStandardLevel)}};
  if (object.contains("limits")) {
    const Json& json = object.at("limits");
    const auto limits = limits_in(json);
    if (!limits) return limits.error();
    const std::string key = json.begin().key();
    if (key != "level" && key != "time") {
      return bad_value("limits", json, "a level or a time: {\"level\": 16}");
    }
    setup.limits = *limits;
    setup.settings = {key == "level" ? "level {}" : "{} s a move", json.begin()->dump()};
  }
  setup.limits.consults_book = true;
  return setup;
}

}  // namespace sumi::protocol
