// SPDX-License-Identifier: MIT
#include "engine/game/fast_rules.h"
#include "engine/game/score.h"
#include "tools/lab/papers/net/net_view.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sumi::lab {
namespace {

/// In the order of kFlips' directions.
constexpr int kSteps[kFlipDirections] = {-9, -8, -7, -1, 1, 7, 8, 9};

constexpr Square step(Square s, int by) { return static_cast<Square>(index(s) + by); }

/// The moves of the side to move of `board` with what they turn: for each of its legal squares only
/// the directions that turn anything are gone along, and their ends are known to be there.
void list_flips(const Board& board, int size, bool own, InputList& list) {
  namespace lines = fast_rules::detail;
  std::array<std::uint8_t, 64> turned{};
  const Bitboard free = board.empty() & squares_of(size);
  const Bitboard inner = board.opp & lines::kInnerFiles;
  Bitboard moves = 0;
  for (int d = 0; d < kFlipDirections; ++d) {
    const int by = kSteps[d];
    const Bitboard opp = by == 8 || by == -8 ? board.opp : inner;
    // Against the direction: from own discs over the opponent's to the square of the move.
    Bitboard ends = free & (by > 0 ? lines::run_down(board.own, opp, by) >> by
                                   : lines::run_up(board.own, opp, -by) << -by);
    for (; ends != 0; ends &= ends - 1) {
      const Square move = first_square(ends);
      int discs = 1;
      for (Square s = step(step(move, by), by); (board.opp & bit(s)) != 0; s = step(s, by)) ++discs;
      list.push_back({flip_input(own, move, d + 1), static_cast<float>(discs) * kFlipUnit});
      const auto at = static_cast<std::size_t>(index(move));
      turned[at] = static_cast<std::uint8_t>(turned[at] + discs);
      moves |= bit(move);
    }
  }
  for (; moves != 0; moves &= moves - 1) {
    const Square move = first_square(moves);
    list.push_back({flip_input(own, move, 0),
                    static_cast<float>(turned[static_cast<std::size_t>(index(move))]) * kFlipUnit});
  }
}

}  // namespace

void list_inputs(NetworkInputs inputs, const Position& position, InputList& list) {
  list.clear();
  if (inputs == NetworkInputs::kDiscs) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (Bitboard left = position.discs(color); left != 0; left &= left - 1) {
        list.push_back({disc_input(color, first_square(left)), 1});
      }
    }
    list.push_back({disc_input(position.to_move, Square::kPass), 1});
    return;
  }
  list_flips(position.board, position.size, true, list);
  list_flips(position.board.passed(), position.size, false, list);
  for (Bitboard left = position.board.own; left != 0; left &= left - 1) {
    list.push_back({flip_disc_input(true, first_square(left)), 1});
  }
  for (Bitboard left = position.board.opp; left != 0; left &= left - 1) {
    list.push_back({flip_disc_input(false, first_square(left)), 1});
  }
  if (position.to_move == Color::kBlack) list.push_back({kFlipBlackInput, 1});
}

int SeenMoves::best() const {
  int best = 0;
  for (int i = 1; i < count; ++i) {
    if (values[static_cast<std::size_t>(i)] >= values[static_cast<std::size_t>(best)]) best = i;
  }
  return best;
}

NetView::NetView(const Mlp& mlp, NetworkInputs inputs, NetworkOutput output)
    : mlp_(mlp),
      inputs_(inputs),
      output_(output),
      units_(mlp),
      base_(static_cast<std::size_t>(mlp.first_stride())) {}

std::span<const float> NetView::look(const Position& position) {
  list_inputs(inputs_, position, list_);
  mlp_.sum(inputs(), units_.layer(0));
  mlp_.activate(units_);
  return outputs();
}

std::span<const float> NetView::look_again(const Position& position) {
  if (!keeps_sums()) return look(position);
  std::ranges::copy(base_, units_.layer(0));
  mlp_.activate(units_);
  return outputs();
}

float NetView::value(const Position& position) {
  const std::span<const float> outputs = look(position);
  if (output_ == NetworkOutput::kMoverWins) return outputs[0];
  const float black = outputs[0] - outputs[1];
  return position.to_move == Color::kBlack ? black : -black;
}

/// The chance to win, at `reply`, of the side that has just moved.
float NetView::mover_chance(const Position& reply) {
  const Position again = reply.passed();
  if (fast_rules::legal_moves(reply.board, reply.size) != 0) return 1 - look(reply)[0];
  if (fast_rules::legal_moves(again.board, again.size) != 0) return look(again)[0];
  const int discs = final_score(again.board, again.size).discs;
  return discs > 0 ? 1.0f : discs == 0 ? 0.5f : 0.0f;
}

/// A move changes the sums of kDiscs by who is to move, the disc placed and those turned.
void NetView::from_sums(const Position& position, Bitboard legal, SeenMoves& seen) {
  const Color own = position.to_move;
  list_inputs(inputs_, position, list_);
  mlp_.sum(inputs(), base_.data());
  for (; legal != 0; legal &= legal - 1) {
    const Square move = first_square(legal);
    StaticVector<NetworkInput, 2 + 1 + 2 * 64> changes;
    changes.push_back({disc_input(own, Square::kPass), -1});
    changes.push_back({disc_input(!own, Square::kPass), 1});
    changes.push_back({disc_input(own, move), 1});
    for (Bitboard left = fast_rules::flips(position.board, move); left != 0; left &= left - 1) {
      changes.push_back({disc_input(own, first_square(left)), 1});
      changes.push_back({disc_input(!own, first_square(left)), -1});
    }
    mlp_.add({changes.begin(), changes.size()}, base_.data(), units_.layer(0));
    mlp_.activate(units_);
    const float black = units_.outputs()[0], white = units_.outputs()[1];
    const auto at = static_cast<std::size_t>(seen.count++);
    seen.squares[at] = move;
    seen.outputs[at] = {black, white};
    seen.values[at] = own == Color::kBlack ? black - white : white - black;
  }
}

void NetView::look_ahead(const Position& position, Bitboard legal, SeenMoves& seen) {
  seen.count = 0;
  if (keeps_sums()) return from_sums(position, legal, seen);
  for (; legal != 0; legal &= legal - 1) {
    const Square move = first_square(legal);
    const Position reply{fast_rules::play(position.board, move), !position.to_move, position.size};
    const auto at = static_cast<std::size_t>(seen.count++);
    seen.squares[at] = move;
    if (output_ == NetworkOutput::kMoverWins) {
      seen.values[at] = mover_chance(reply);
    } else {
      seen.values[at] = -value(reply);
      seen.outputs[at] = {units_.outputs()[0], units_.outputs()[1]};
    }
  }
}

Square NetPlayer::choose(const Position& position, std::uint64_t /*seed*/,
                         const std::atomic<bool>& /*stop*/) const {
  // Memory of its own for each call: any thread may call, and a move takes but microseconds.
  NetView view(mlp_, inputs_, output_);
  SeenMoves seen;
  view.look_ahead(position, fast_rules::legal_moves(position.board, position.size), seen);
  return seen.squares[static_cast<std::size_t>(seen.best())];
}

}  // namespace sumi::lab
