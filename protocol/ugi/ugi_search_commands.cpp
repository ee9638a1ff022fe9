// SPDX-License-Identifier: MIT
/// From `go` to its `bestmove`.
#include "engine/game/rules.h"
#include "protocol/ugi/ugi_session.h"

#include <utility>

namespace sumi::protocol {
namespace {

bool same_info(const SearchUpdate& a, const SearchUpdate& b) {
  return a.depth == b.depth && a.selectivity == b.selectivity && a.exact == b.exact &&
         a.move() == b.move() && a.lower == b.lower && a.upper == b.upper;
}

}  // namespace

void UgiSession::go(UgiWords words) {
  UgiGo go = parse_ugi_go(words, game_.position().size);
  for (const std::string& fault : go.faults) send_info(fault);
  if (go.perft) return start_perft(*go.perft);
  const bool pondering = go.ponder;
  thinking_.emplace(Thinking{game_.position(), std::move(go), pondering});
  if (pondering) {
    ponder();
  } else {
    search(ugi_limits(engine_.options(), thinking_->go, thinking_->position.to_move, multi_pv_));
  }
  if (ended_ && thinking_ && thinking_->endless()) stop_thinking();
}

/// Does nothing with a depth or node limit, because earlier results would change the move.
void UgiSession::ponder() {
  const Position& p = thinking_->position;
  const SearchLimits limits = ugi_limits(engine_.options(), thinking_->go, p.to_move);
  if (limits.depth || limits.nodes || rules::legal_moves(p.board, p.size) == 0) return;
  engine_.ponder(p.board);
}

/// The opponent played the predicted move: our clock starts, which USI sends here.
void UgiSession::ponderhit(UgiWords words) {
  if (!thinking_ || !thinking_->pondering) return;
  thinking_->pondering = false;
  UgiGo& go = thinking_->go;
  const UgiGo now = parse_ugi_go(words, thinking_->position.size);
  for (const std::string& fault : now.faults) send_info(fault);
  if (now.clock(Color::kBlack) || now.clock(Color::kWhite)) {
    go.time = now.time;
    go.increment = now.increment;
    go.byoyomi = now.byoyomi;
    go.moves_to_go = now.moves_to_go;
  }
  search(ugi_limits(engine_.options(), go, thinking_->position.to_move, multi_pv_));
}

/// Forced passes and finished games need no search. If options conflict, the answer has no move,
/// because the engine would choose it with another evaluator. Requires: thinking_.
void UgiSession::search(const SearchLimits& limits) {
  const Position& p = thinking_->position;
  const bool unfit = engine_.pending().has_value();
  if (unfit) send_error(*engine_.pending());
  const bool blocked = rules::legal_moves(p.board, p.size) == 0;
  if (unfit || (blocked && (!thinking_->endless() || rules::game_over(p.board, p.size)))) {
    thinking_->found.emplace();
    return answer_if_due();
  }
  SearchRunner::Listener listener;
  listener.on_update = [this](const SearchUpdate& update) { report(update); };
  listener.on_done = [this](const SearchUpdate& found) {
    thinking_->found = found;
    if (!thinking_->reported || !same_info(*thinking_->reported, found)) report(found);
    answer_if_due();
  };
  search_.start(p.board, limits, std::move(listener), p.to_move);
}

void UgiSession::report(const SearchUpdate& update) {
  thinking_->reported = update;
  for (const std::string& line : ugi_info(update, multi_pv_, dialect_, thinking_->position)) {
    send(line);
  }
  peer_.flush();
}

void UgiSession::stop(UgiWords) { stop_work(); }

/// The result of pondering becomes the answer. Requires: thinking_.
void UgiSession::stop_thinking() {
  thinking_->stopped = true;
  if (std::exchange(thinking_->pondering, false)) {
    thinking_->missed = true;
    SearchLimits limits{.nodes = 1, .selectivity = kFastSelectivity};
    if (thinking_->go.moves != 0) limits.moves = thinking_->go.moves;
    search(limits);
  }
  search_.stop();
  if (thinking_) answer_if_due();
}

/// Writes `bestmove`, unless the search or an unstopped analysis continues.
void UgiSession::answer_if_due() {
  if (!thinking_->found || thinking_->endless()) return;
  const bool with_reply = engine_.options().ponder && dialect_ != UgiDialect::kUgi;
  send(ugi_best_move(thinking_->found->line, with_reply, dialect_, thinking_->position.size));
  peer_.flush();
  keep_move();
  thinking_.reset();
  answer_waiting();
}

/// Our move may end the game, which clients need not report. Requires: thinking_->found.
void UgiSession::keep_move() {
  if (thinking_->go.infinite || thinking_->missed) return;
  learner_.on_position(game_);
  const Square move = thinking_->found->move();
  Game game = game_;
  if (move != Square::kPass && game.play(move)) learner_.on_own_move(game);
}

}  // namespace sumi::protocol
