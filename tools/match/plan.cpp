// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "tools/match/plan.h"
#include "tools/match/player.h"
#include "tools/match/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace sumi::match {
namespace {

/// The longest time that a side may take for `moves` moves. Requires: it has a time control.
double clock_seconds(const TimeControl& time, int moves) {
  return time.kind == TimeControl::Kind::kMove
             ? moves * to_seconds(time.main)
             : to_seconds(time.main) + moves * to_seconds(time.increment);
}

double game_seconds(const MatchConfig& config, const Fixture& fixture, const GameRecord& opening) {
  const Position position = opening.replay().position();
  const int moves = (empties(position.board, position.size) + 1) / 2;
  return clock_seconds(config.time_of(fixture.black), moves) +
         clock_seconds(config.time_of(fixture.white), moves);
}

/// The games to play of all rounds whose pairings are known.
std::vector<Fixture> known_games(const MatchConfig& config, std::span<const GameResult> played) {
  std::vector<Fixture> missing;
  for (int round = first_open_round(played); round < rounds(config) && missing.empty(); ++round) {
    missing = missing_games(config, round, played);
  }
  return missing;
}

std::string time_text(const MatchConfig& config, const Openings& openings,
                      const std::vector<Fixture>& games, int left, int concurrency) {
  if (games.empty()) return "none, all games are played";
  for (const EngineSpec& engine : config.engines) {
    if (is_person(engine)) return fmt::format("unknown: {} is a person", engine.name);
    if (engine.time.value_or(config.time).kind != TimeControl::Kind::kNone) continue;
    return fmt::format("unknown: {} has no time control", engine.name);
  }
  double seconds = 0;
  for (const Fixture& game : games) seconds += game_seconds(config, game, openings[game.opening]);
  // Unknown rounds take as long as the known one.
  seconds *= static_cast<double>(left) / static_cast<double>(games.size());
  return fmt::format("at most {} with --concurrency {}",
                     protocol::clock_time(seconds / concurrency), concurrency);
}

std::string opening_text(const GameRecord& opening) {
  const std::string moves = to_transcript(opening);
  if (opening.start == start_position(opening.start.size)) return moves;
  return moves.empty() ? to_text(opening.start) : to_text(opening.start) + " " + moves;
}

}  // namespace

std::string pairings_text(const MatchConfig& config, const Openings& openings,
                          std::span<const Fixture> games) {
  std::size_t width = 5;
  for (const EngineSpec& engine : config.engines) width = std::max(width, engine.name.size());
  std::string text = fmt::format("{:>6}  {:>5}  {:<{}}  {:<{}}  opening\n", "game", "round",
                                 "black", width, "white", width);
  for (const Fixture& game : games) {
    text += fmt::format("{:>6}  {:>5}  {:<{}}  {:<{}}  {}\n", game.id, game.round + 1,
                        name_of(config, game.black), width, name_of(config, game.white), width,
                        opening_text(openings[game.opening]));
  }
  return text;
}

std::string plan_text(const MatchConfig& config, const Openings& openings,
                      std::span<const GameResult> played, int concurrency) {
  const std::vector<Fixture> games = known_games(config, played);
  const int planned = planned_games(config), left = planned - static_cast<int>(played.size());
  std::string text = fmt::format("{}, {} engines\n\n", format_name(config), config.engines.size());
  const auto entry = [&](std::string_view title, std::string_view value) {
    text += fmt::format("{:<12}{}\n", title, value);
  };
  entry("Games", played.empty() ? fmt::format("{}", planned)
                                : fmt::format("{}, {} of them played", planned, played.size()));
  entry("Openings", config.openings);
  if (const std::string limits = move_limits_text(config); !limits.empty()) {
    entry("Move limit", limits);
  }
  entry("Time", time_text(config, openings, games, left, concurrency));
  if (games.empty()) return text;

  text += "\n" + pairings_text(config, openings, games);
  if (const int unknown = left - static_cast<int>(games.size()); unknown > 0) {
    text += fmt::format("and {} games of later rounds, paired by the results\n", unknown);
  }
  return text;
}

}  // namespace sumi::match
