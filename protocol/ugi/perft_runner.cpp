// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "protocol/ugi/perft_runner.h"

#include <cassert>
#include <utility>

namespace sumi::protocol {
namespace {

/// Plies per portion, and the time after which waiting lines are served (plus at most one portion).
struct Slice {
  int depth;
  Millis time;
};
constexpr Slice kAlone{4, Millis{3}};       ///< usually thousands of leaves, at most a million
constexpr Slice kWithOthers{3, Millis{1}};  ///< other clients of the server wait

Slice slice_of(const Peer& peer) { return peer.remote() ? kWithOthers : kAlone; }

}  // namespace

void PerftRunner::start(const Position& position, int depth, Listener listener) {
  assert(!running());
  count_ = std::make_shared<Count>();
  count_->listener = std::move(listener);
  count_->size = position.size;
  enter(*count_, position.board, depth);
  resume(count_);
}

void PerftRunner::resume(const std::shared_ptr<Count>& count) {
  peer_.post([this, known = std::weak_ptr(count)] {
    const auto current = known.lock();
    if (!current) return;
    const StopWatch watch;
    const Millis time = slice_of(peer_).time;
    while (!current->path.empty() && watch.elapsed() < time) step(*current);
    const bool done = current->path.empty();
    const bool expired = !done && current->watch.elapsed() >= engine_.longest_search();
    if (!done && !expired) return resume(current);
    count_.reset();
    if (expired) return current->listener.on_expired();
    current->listener.on_done(current->leaves);
  });
}

/// Counts a position at once or pushes it on the path. Always expands the root, whose moves are
/// reported.
void PerftRunner::enter(Count& count, const Board& board, int depth) {
  const bool root = count.path.empty();
  const bool over = rules::game_over(board, count.size);
  if (depth == 0 || over) {
    ++count.leaves;
  } else if (depth <= slice_of(peer_).depth && !root) {
    engine_.set_board(board);
    count.leaves += engine_.perft(depth);
  } else {
    const Bitboard moves = rules::legal_moves(board, count.size);
    count.path.push_back({board, depth, moves, moves == 0});
  }
}

/// Counts the next move of the path's last position, or pops this position.
void PerftRunner::step(Count& count) {
  const bool of_root = count.path.size() == 1;
  Node& node = count.path.back();
  if (of_root && count.leaves > count.leaves_before) {
    count.listener.on_move(count.first_move, count.leaves - count.leaves_before);
    count.leaves_before = count.leaves;
  }
  if (node.moves == 0 && !node.passes) {
    count.path.pop_back();
    return;
  }
  Square move = Square::kPass;
  Board child = node.board.passed();
  if (!std::exchange(node.passes, false)) {
    move = first_square(node.moves);
    node.moves &= node.moves - 1;
    child = node.board.played(move, rules::flips(node.board, move, count.size));
  }
  if (of_root) count.first_move = move;
  enter(count, child, node.depth - 1);
}

}  // namespace sumi::protocol
