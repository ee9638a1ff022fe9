// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "protocol/http/web_request.h"
#include "protocol/text/entry_words.h"
#include "protocol/text/json_fields.h"
#include "protocol/text/json_game.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr Millis kMoveTime{1000};

constexpr std::size_t kMostGames = 1000, kMostWarnings = 20;

/// As a file of any format.
Result<PastedGames> read_as_file(const std::string& bytes, const std::string& name) {
  const auto format = detect_format(name, bytes);
  if (!format) return format.error();
  auto reader = GameFileReader::of_text(bytes, *format);
  if (!reader) return reader.error();
  PastedGames games;
  std::optional<Error> fault;
  const auto warn = [&](std::string text) {
    if (games.warnings.size() < kMostWarnings) games.warnings.push_back(std::move(text));
  };
  while (auto item = reader->next()) {
    if (!item->entry) {
      if (!fault) fault = item->entry.error();
      warn(item->entry.error().message);
      continue;
    }
    for (std::string& warning : item->warnings) warn(std::move(warning));
    if (games.entries.size() < kMostGames) {
      games.entries.push_back(std::move(*item->entry));
    } else {
      ++games.left_out;
    }
  }
  if (!games.entries.empty()) return games;
  return fault ? *fault : Error{ErrorCode::kNotFound, "no game and no position in this"};
}

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

/// Words first, as on the command line: they may be a game that is no file of any format, such as
/// moves on a small board.
Result<PastedGames> read_pasted(const std::string& bytes, const std::string& name, int size) {
  const std::string_view text = trim(bytes);
  const bool one_line = text.find('\n') == text.npos;
  if (name.empty() && one_line && !text.empty()) {
    std::vector<std::string> warnings;
    if (auto entry = parse_entry_words(std::string(text), {size}, &warnings)) {
      return PastedGames{{std::move(*entry)}, 0, std::move(warnings)};
    }
  }
  auto games = read_as_file(bytes, name);
  if (games || !name.empty()) return games;
  std::vector<std::string> warnings;
  auto entry = parse_entry_words(std::string(text), {size}, &warnings);
  if (entry) return PastedGames{{std::move(*entry)}, 0, std::move(warnings)};
  if (entry.error().code != ErrorCode::kNotFound) return entry.error();
  return Error{ErrorCode::kNotFound,
               fmt::format("{} is no game and no position: moves (f5d6c3), a board and the side to "
                           "move, FEN, OBF, GGF, SGF, PGN or JSON of a game",
                           quoted(text))};
}

}  // namespace sumi::protocol
