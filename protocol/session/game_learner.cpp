// SPDX-License-Identifier: MIT
#include "engine/game/game.h"
#include "protocol/session/game_learner.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sumi::protocol {
namespace {

/// UTC with microseconds, to distinguish identical games within a second.
std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch() %
                                                                          std::chrono::seconds(1));
  return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:06}", fmt::gmtime(now), rest.count());
}

/// Without passes, which not every client sends.
std::vector<PlayedMove> moves_of(const Game& game) {
  std::vector<PlayedMove> moves = game.moves();
  std::erase_if(moves, [](const PlayedMove& move) { return move.square == Square::kPass; });
  return moves;
}

}  // namespace

void learn_game(Engine& engine, const Game& game, const ErrorCallback& report) {
  if (!engine.options().book_learn || !game.over() || game.start() != start_position(8)) return;
  GameRecord record = record_of(game);
  record.date = now_text();
  const auto learned = engine.learn(record);
  if (!learned) report(fmt::format("the game was not learned: {}", learned.error().message));
}

/// Whether `moves` extends the known moves by moves of at most one side.
bool GameLearner::extends(const Moves& moves) const {
  const auto ends = std::ranges::mismatch(seen_, moves);
  return ends.in1 == seen_.end() && std::all_of(ends.in2, moves.end(), [&](const PlayedMove& move) {
           return move.color == ends.in2->color;
         });
}

void GameLearner::follow(const Game& game, bool own_move) {
  Moves moves = moves_of(game);
  const bool begins = moves.size() <= 1;  // the opponent may have moved first
  if (begins || !extends(moves)) {
    follows_ = begins || moves.size() <= kMaxOpeningMoves;
    has_own_move_ = false;
  }
  seen_ = std::move(moves);
  has_own_move_ = has_own_move_ || own_move;
  if (!follows_ || !has_own_move_ || !game.over()) return;
  follows_ = false;
  learn_game(engine_, game, report_);
}

}  // namespace sumi::protocol
