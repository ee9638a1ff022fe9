// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "engine/ponder.h"
#include "protocol/ggs/ggs_game.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

/// Moves of `color`, with passes. The side to move made half of all moves, rounded down.
int moves_of(Color color, const GgsBoard& board) {
  return (board.moves + (color == board.position.to_move ? 0 : 1)) / 2;
}

/// `game` plus the move that leads to `position`; nothing if no move does.
std::optional<Game> with_move_to(const Game& game, const Position& position) {
  const auto after = [&game](Square square) {
    Game next = game;
    return next.play(game.position().to_move, square) ? std::optional(next) : std::nullopt;
  };
  if (game.legal_moves() == 0) {
    const auto next = after(Square::kPass);
    return next && next->position() == position ? next : std::nullopt;
  }
  for (Bitboard left = game.legal_moves(); left != 0; left &= left - 1) {
    const auto next = after(first_square(left));
    const Position& there = next->position();
    // After a game the server may report either side to move.
    if (there == position || (next->over() && there.passed() == position)) return next;
  }
  return std::nullopt;
}

}  // namespace

GgsGame::GgsGame(Engine& engine, Peer& peer, Callbacks callbacks)
    : engine_(engine), callbacks_(std::move(callbacks)), search_(engine, peer) {}

GgsGame::~GgsGame() { engine_.stop(); }

void GgsGame::update(const GgsBoard& board, Color mine) {
  const bool is_new = position_ != board.position;
  if (is_new) {
    watch_ = {};
    asked_again_ = false;
  }
  if (is_new || board.joined) answered_ = false;
  follow(board);
  position_ = board.position;
  mine_ = mine;
  clock_.set(board.players[static_cast<std::size_t>(mine)].clock, moves_of(mine, board));
  proceed();
}

/// The server sends positions, not moves; after a late join or a takeback the moves are unknown.
void GgsGame::follow(const GgsBoard& board) {
  if (board.moves == 0) {
    game_.emplace(board.position);
  } else if (game_ && game_->position() != board.position) {
    game_ = with_move_to(*game_, board.position);
  }
}

bool GgsGame::may_ask_again() { return !std::exchange(asked_again_, true); }

void GgsGame::proceed() {
  const Position& now = *position_;
  if (search_.running()) {
    if (now != searched_) search_.stop();  // on_found() calls proceed() again
    return;
  }
  if (answered_ || now.to_move != mine_ || rules::game_over(now.board, now.size)) return;
  if (rules::legal_moves(now.board, now.size) != 0) return start_search();
  answered_ = true;
  callbacks_.on_move({Square::kPass, {}, watch_.elapsed()});
}

void GgsGame::start_search() {
  EngineOptions options = engine_.options();
  const int threads = callbacks_.threads();
  if (std::exchange(options.threads, threads) != threads) {
    engine_.configure(options).value();  // every number of threads is valid
  }
  searched_ = *position_;
  limits_ = move_limits(options, clock_.clock());
  search_.start(searched_.board, limits_,
                {.on_done = [this](const SearchUpdate& found) { on_found(found); }},
                searched_.to_move);
}

void GgsGame::on_found(const SearchUpdate& found) {
  if (answered_ || *position_ != searched_) return proceed();
  answered_ = true;
  callbacks_.on_move({found.move(), found.value(), watch_.elapsed()});
  if (const auto next = ponder_board(engine_.options(), limits_, searched_.board, found)) {
    engine_.ponder(*next);
  }
}

/// The server counts moves in main time only: a count below ours means overtime.
void GgsClock::set(const GgsTimes& times, int own_moves) {
  times_ = times;
  moves_made_ = times.moves_made.value_or(own_moves);
  overtime_ = overtime_ || own_moves > moves_made_;
}

Clock GgsClock::clock() const {
  const GgsTime& extension = times_.extension;
  Clock clock{times_.main.time};
  // N limits increments to the time spent, which does not change a move's budget.
  clock.increment = times_.increment.time / std::max(1, times_.increment.moves);
  if (!overtime_) {
    // moves_to_go matters only if more time follows.
    const bool renewed = times_.main.moves > 0 && extension.time > Millis{};
    if (renewed) {
      clock.moves_to_go = std::max(1, times_.main.moves - moves_made_);
    } else if (times_.main.is_not) {
      clock.remaining += extension.time;
    }
  } else if (extension.time > Millis{}) {
    // Moves made in this period are unknown; assume 0.
    clock.moves_to_go = extension.moves;
  }
  return clock;
}

}  // namespace sumi::protocol
