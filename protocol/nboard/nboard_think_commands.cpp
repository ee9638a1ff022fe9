// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "protocol/nboard/nboard_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace sumi::protocol {
namespace {

/// The client's default.
constexpr int kDefaultHints = 4;

std::vector<Position> positions_of(const Game& game) {
  Game replayed(game.start());
  std::vector<Position> positions{replayed.position()};
  for (const PlayedMove& move : game.moves()) {
    replayed.play(move.color, move.square).value();
    positions.push_back(replayed.position());
  }
  return positions;
}

}  // namespace

/// Deepens until solved or until the next line.
NBoardSession::Reply NBoardSession::hint(Args args) {
  const std::optional<int> wanted = args.empty() ? kDefaultHints : parse_int(args);
  if (!wanted || *wanted < 1) {
    return syntax_error("hint", args, "a number of moves, 1 or more");
  }
  if (engine_.pending()) return prefixed_error(*engine_.pending());
  if (game_.over() || stop_soon_) return {};
  const int moves = std::clamp(std::popcount(game_.legal_moves()), 1, *wanted);
  begin_task(Task::kHint, "Analyzing");
  const auto on_update = [this, moves](const SearchUpdate& update) {
    show(update, moves);
    if (ended_ || !waiting_.empty()) search_.stop();  // lines arrived before the hint
  };
  const SearchLimits limits{
      .selectivity = kFastSelectivity, .candidates = moves, .consults_book = true};
  search(game_.position(), limits, on_update, [this](const SearchUpdate&) { end_task(); });
  return {};
}

/// The client plays the move by sending it back.
NBoardSession::Reply NBoardSession::go(Args) {
  const StopWatch watch;
  const int size = game_.position().size;
  if (engine_.pending()) return prefixed_error(*engine_.pending());
  if (game_.legal_moves() == 0) {
    peer_.write(nboard_answer({}, watch.seconds(), size));
    return {};
  }
  begin_task(Task::kMove, "Thinking");
  const auto answer = [this, watch, size](const SearchUpdate& found) {
    show_node_stats(found);
    end_task();
    peer_.write(nboard_answer(found, watch.seconds(), size));
  };
  search(
      game_.position(), move_limits(engine_.options(), clock()),
      [this](const SearchUpdate& update) { show(update, 1); }, answer);
  if (stop_soon_) search_.stop();
  return {};
}

/// Backward: the transposition table has later positions.
NBoardSession::Reply NBoardSession::analyze(Args) {
  if (engine_.pending()) return prefixed_error(*engine_.pending());
  if (stop_soon_) return {};
  begin_task(Task::kAnalysis, "Analyzing");
  to_analyze_ = positions_of(game_);
  analyze_next();
  return {};
}

void NBoardSession::analyze_next() {
  while (!to_analyze_.empty()) {
    const Position position = to_analyze_.back();
    to_analyze_.pop_back();
    const std::size_t moves = to_analyze_.size();
    if (rules::game_over(position.board, position.size)) {
      const DiscDiff score = final_score(position.board, position.size);
      peer_.write(nboard_analysis(moves, to_value(score)));
      continue;
    }
    SearchLimits limits = move_limits(engine_.options(), {});
    limits.varies = false;
    limits.consults_book = true;
    const auto on_done = [this, moves](const SearchUpdate& found) {
      const bool known = found.lower > -kInfinity || found.upper < kInfinity;
      if (known) peer_.write(nboard_analysis(moves, found.value()));
      analyze_next();
    };
    return search(position, limits, {}, on_done);
  }
  end_task();
}

void NBoardSession::begin_task(Task task, std::string_view status) {
  task_ = task;
  result_shown_ = false;
  peer_.write(fmt::format("status {}", status));
}

/// Calls the callbacks while the task is current.
void NBoardSession::search(const Position& position, SearchLimits limits, Callback on_update,
                           Callback on_done) {
  const auto report = [this](const Callback& listener, const SearchUpdate& update) {
    if (task_ == Task::kNone || !listener) return;
    listener(update);
    peer_.flush();
  };
  SearchRunner::Listener listener;
  listener.on_update = [report, on_update = std::move(on_update)](const SearchUpdate& update) {
    report(on_update, update);
  };
  listener.on_done = [this, report, on_done = std::move(on_done)](const SearchUpdate& result) {
    report(on_done, result);
    answer_waiting();
  };
  search_.start(position.board, limits, std::move(listener), position.to_move);
}

/// Shows an iteration's best moves. The client drops searched moves of other depths but keeps book
/// moves, so these are sent once.
void NBoardSession::show(const SearchUpdate& update, int moves) {
  const Position& now = game_.position();
  const auto send = [&](const Candidate& candidate) {
    const Basis basis = update.basis(candidate);
    if (!basis.book) {
      const std::string depth = nboard_depth(basis, empties(now.board, now.size));
      peer_.write(nboard_search(candidate, depth, now.size));
    } else if (!result_shown_) {
      const auto known = std::ranges::find(update.book_moves, candidate.move(), &BookMove::move);
      peer_.write(nboard_book(*known, candidate.line));
    }
  };
  const auto others = std::min(update.others.size(), static_cast<std::size_t>(moves) - 1);
  send(update);
  for (std::size_t i = 0; i < others; ++i) send(update.others[i]);
  show_node_stats(update);
  result_shown_ = true;
}

/// Version 1 does not know this message.
void NBoardSession::show_node_stats(const SearchUpdate& update) {
  if (version_ >= 2) peer_.write(nboard_node_stats(update.nodes, update.seconds));
}

void NBoardSession::end_task() {
  task_ = Task::kNone;
  peer_.write("status");
}

/// Ends the task for the client at once; the search reports nothing more.
void NBoardSession::stop_task() {
  if (task_ == Task::kNone) return;
  end_task();
  search_.stop();
}

}  // namespace sumi::protocol
