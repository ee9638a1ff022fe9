// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/state_graph.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_set>

namespace sumi {
namespace {

constexpr int kSize = 4, kSquares = kSize * kSize;

/// The centre squares as 16 bits; bit 0 is a1 of the small board.
constexpr std::uint64_t packed(Bitboard set) {
  std::uint64_t bits = 0;
  for (int rank = 0; rank < kSize; ++rank) {
    bits |= ((set >> index(square_at(0, rank, kSize))) & 0xF) << (kSize * rank);
  }
  return bits;
}

constexpr std::uint64_t board_key(Bitboard black, Bitboard white) {
  return packed(black) << kSquares | packed(white);
}

constexpr std::uint64_t key_of(const Position& p) {
  return board_key(p.discs(Color::kBlack), p.discs(Color::kWhite)) << 1 |
         static_cast<std::uint64_t>(p.to_move);
}

Position after(const Position& p, Square s) {
  return {fast_rules::play(p.board, s), !p.to_move, kSize};
}

bool must_pass(const Position& p, Bitboard moves) {
  return moves == 0 && fast_rules::legal_moves(p.board.passed(), kSize) != 0;
}

struct Layer {
  std::vector<Position> states;
  std::unordered_set<std::uint64_t> known;

  void add(const Position& p) {
    if (known.insert(key_of(p)).second) states.push_back(p);
  }
};

}  // namespace

StateGraph::StateGraph(std::span<const Position> starts) {
  std::array<Layer, kSquares + 1> layers;
  for (const Position& start : starts) {
    assert(start.size == kSize);
    layers[static_cast<std::size_t>(kSquares - empties(start.board, kSize))].add(start);
  }
  // Edges contain keys at first; states get numbers one layer later.
  std::vector<std::uint64_t> keys;
  for (std::size_t discs = 0; discs < layers.size(); ++discs) {
    std::vector<Position>& states = layers[discs].states;
    std::vector<Bitboard> moves;
    for (std::size_t i = 0; i < states.size(); ++i) {  // the loop appends to states
      const Position now = states[i];
      moves.push_back(fast_rules::legal_moves(now.board, kSize));
      if (must_pass(now, moves[i])) layers[discs].add(now.passed());
    }
    // In a layer, states that must pass get the first numbers.
    for (const bool passing : {true, false}) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        const Position& now = states[i];
        if (must_pass(now, moves[i]) != passing) continue;
        numbers_.emplace(key_of(now), size());
        positions_.push_back(now);
        first_edges_.push_back(edge_count());
        if (passing) {
          edges_.push_back({Square::kPass, 0});
          keys.push_back(key_of(now.passed()));
        }
        for (Bitboard left = moves[i]; left != 0; left &= left - 1) {
          const Position next = after(now, first_square(left));
          edges_.push_back({first_square(left), 0});
          keys.push_back(key_of(next));
          layers[discs + 1].add(next);
        }
      }
    }
    layers[discs] = {};
  }
  first_edges_.push_back(edge_count());
  for (std::size_t i = 0; i < edges_.size(); ++i) edges_[i].to = numbers_.at(keys[i]);
}

std::optional<std::uint32_t> StateGraph::find(const Position& position) const {
  if (position.size != kSize) return std::nullopt;
  const auto found = numbers_.find(key_of(position));
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

StateCounts count_states(const StateGraph& graph) {
  StateCounts counts;
  std::unordered_set<std::uint64_t> boards, symmetric;
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    const Position& p = graph.position(s);
    boards.insert(board_key(p.discs(Color::kBlack), p.discs(Color::kWhite)));
    symmetric.insert(key_of({canonical(p.board).board, p.to_move, kSize}));
    if (graph.ends(s)) {
      ++counts.ends;
    } else if (graph.edges(s)[0].square == Square::kPass) {
      ++counts.passes;
    }
  }
  counts.states = graph.size();
  counts.boards = boards.size();
  counts.symmetric = symmetric.size();
  return counts;
}

std::vector<DiscDiff> exact_scores(const StateGraph& graph, EndScore end) {
  std::vector<DiscDiff> scores(graph.size());
  for (std::uint32_t s = graph.size(); s-- > 0;) {
    const Board& board = graph.position(s).board;
    if (graph.ends(s)) {
      scores[s] = end == EndScore::kEmptiesToWinner
                      ? final_score(board, kSize)
                      : DiscDiff{std::popcount(board.own) - std::popcount(board.opp)};
      continue;
    }
    scores[s] = {-kSquares - 1};
    for (const StateEdge& edge : graph.edges(s)) {
      scores[s] = std::max(scores[s], DiscDiff{-scores[edge.to].discs});
    }
  }
  return scores;
}

}  // namespace sumi
