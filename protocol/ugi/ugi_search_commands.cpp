// SPDX-License-Identifier: MIT
/// Commands that search or count: `go` to its `bestmove`, eval, perft, bench.
#include "engine/base/text.h"
#include "engine/bench.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/ugi/ugi_session.h"

#include <fmt/format.h>

#include <algorithm>
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
  write(ugi_best_move(thinking_->found->line, with_reply, dialect_, thinking_->position.size));
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

namespace {

constexpr int kBenchDepth = 16, kMaxBenchDepth = 60;

/// Plies per portion of perft, and the time after which waiting lines are served (plus at most one
/// portion).
struct Slice {
  int depth;
  Millis time;
};
constexpr Slice kAlone{4, Millis{3}};       ///< usually thousands of leaves, at most a million
constexpr Slice kWithOthers{3, Millis{1}};  ///< other clients of the server wait

Slice slice_of(const Peer& peer) { return peer.remote() ? kWithOthers : kAlone; }

/// Small boards have only the start.
std::vector<Board> bench_positions(int size) {
  return size == 8 ? bench_openings() : std::vector<Board>{kStartBoard};
}

}  // namespace

void UgiSession::eval(UgiWords) {
  const Position& now = game_.position();
  if (game_.over()) return send_info("eval: the game is over");
  if (engine_.pending()) return send_error(*engine_.pending());
  engine_.set_board(now.board);
  send_info(fmt::format("eval: {:+.2f} discs for {}, to move", to_discs(engine_.evaluate()),
                        to_text(now.to_move)));
}

/// In Stockfish's format, which scripts parse. Counts like Engine::perft().
void UgiSession::start_perft(int depth) {
  perft_ = std::make_shared<Perft>();
  enter(game_.position().board, depth);
  resume_perft();
}

void UgiSession::resume_perft() {
  peer_.post([this, known = std::weak_ptr(perft_)] {
    if (known.expired()) return;
    const StopWatch watch;
    const Millis time = slice_of(peer_).time;
    while (!perft_->path.empty() && watch.elapsed() < time) step();
    const bool done = perft_->path.empty();
    const bool expired = !done && perft_->watch.elapsed() >= engine_.longest_search();
    if (!done && !expired) return resume_perft();
    if (done) send(fmt::format("Nodes searched: {}", perft_->leaves));
    if (expired) send_info("perft: stopped");
    peer_.flush();
    perft_.reset();
    answer_waiting();
  });
}

/// Counts a position at once or pushes it on the path. Always expands the root, whose moves are
/// reported.
void UgiSession::enter(const Board& board, int depth) {
  const int size = game_.position().size;
  const bool root = perft_->path.empty();
  if (depth == 0 || rules::game_over(board, size)) {
    ++perft_->leaves;
  } else if (depth <= slice_of(peer_).depth && !root) {
    engine_.set_board(board);
    perft_->leaves += engine_.perft(depth);
  } else {
    const Bitboard moves = rules::legal_moves(board, size);
    perft_->path.push_back({board, depth, moves, moves == 0});
  }
}

/// Counts the next move of the path's last position, or pops this position.
void UgiSession::step() {
  const int size = game_.position().size;
  Perft& perft = *perft_;
  const bool of_root = perft.path.size() == 1;
  Perft::Node& node = perft.path.back();
  if (of_root && perft.leaves > perft.leaves_before) {
    const std::uint64_t leaves = perft.leaves - perft.leaves_before;
    write(fmt::format("{}: {}", ugi_move(perft.first_move, dialect_, size), leaves));
    perft.leaves_before = perft.leaves;
  }
  if (node.moves == 0 && !node.passes) {
    perft.path.pop_back();
    return;
  }
  Square move = Square::kPass;
  Board child = node.board.passed();
  if (!std::exchange(node.passes, false)) {
    move = first_square(node.moves);
    node.moves &= node.moves - 1;
    child = node.board.played(move, rules::flips(node.board, move, size));
  }
  if (of_root) perft.first_move = move;
  enter(child, node.depth - 1);
}

/// Measures speed with the session's options. Clears the table.
void UgiSession::bench(UgiWords words) {
  const auto depth = words.empty() ? kBenchDepth : parse_int(words[0]).value_or(0);
  if (depth < 1 || depth > kMaxBenchDepth) {
    return send_info(
        fmt::format("bench: {} is not in 1..{} plies", sumi::quoted(words[0]), kMaxBenchDepth));
  }
  if (engine_.pending()) return send_error(*engine_.pending());
  bench_.emplace(Bench{bench_positions(game_.position().size), depth});
  bench_next();
}

void UgiSession::bench_next() {
  if (bench_->watch.elapsed() >= engine_.longest_search()) bench_->stopped = true;
  if (!bench_->stopped && bench_->done < bench_->positions.size()) {
    engine_.clear_table();  // makes counts independent of the order
    const auto on_done = [this](const SearchUpdate& found) {
      bench_->nodes += found.nodes;
      ++bench_->done;
      bench_next();
    };
    return search_.start(bench_->positions[bench_->done],
                         {.depth = bench_->depth, .selectivity = kFastSelectivity},
                         {.on_done = on_done});
  }
  const double seconds = std::max(bench_->watch.seconds(), 1e-3);
  send_info(fmt::format("bench: {} positions, {} plies{}", bench_->done, bench_->depth,
                        bench_->stopped ? ", stopped" : ""));
  send_info(fmt::format("{} nodes {:.0f} nps", bench_->nodes,
                        static_cast<double>(bench_->nodes) / seconds));
  peer_.flush();
  bench_.reset();
  answer_waiting();
}

}  // namespace sumi::protocol
