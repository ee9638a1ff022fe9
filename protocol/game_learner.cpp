// SPDX-License-Identifier: MIT
#include "engine/game/game_record.h"
#include "protocol/game_learner.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace sumi::protocol {
namespace {

/// When it is played tells a game from others of the same moves.
GameRecord dated_record_of(const Game& game) {
  GameRecord record = record_of(game);
  record.date = fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(std::time(nullptr)));
  return record;
}

}  // namespace

void GameLearner::moved(const Game& game) {
  if (!engine_.options().book_learn || !game.over() || game.start() != start_position(8)) return;
  if (game.moves().empty() || game.moves().back().square == Square::kPass) return;  // it was over
  if (last_ && last_->moves() == game.moves()) return;
  last_ = game;
  const auto learned = engine_.learn(dated_record_of(game));
  if (!learned) tell_(fmt::format("the game was not learned: {}", learned.error().message));
}

}  // namespace sumi::protocol
