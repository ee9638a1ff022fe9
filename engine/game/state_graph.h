// SPDX-License-Identifier: MIT
/// All states of the 4x4 game, numbered, with their moves, for S1's methods
/// (tools/lab/papers/README.md) and perfect play.
///
/// A state is a board with the side to move. A side that must pass has one edge, the pass; a state
/// without edges ends the game.
#pragma once

#include "engine/game/board.h"
#include "engine/game/score.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace sumi {

struct StateEdge {
  Square square = Square::kPass;
  std::uint32_t to = 0;
};

/// Immutable, hence thread-safe. Every edge leads to a state with a higher number.
class StateGraph {
 public:
  /// Builds all states reachable from `starts`: 0.1 s from start_position(4). Requires: 4x4 boards.
  explicit StateGraph(std::span<const Position> starts);

  std::uint32_t size() const { return static_cast<std::uint32_t>(positions_.size()); }
  const Position& position(std::uint32_t state) const { return positions_[state]; }

  /// In square order; empty at the end of the game. Numbered consecutively from first_edge().
  std::span<const StateEdge> edges(std::uint32_t state) const {
    return {edges_.data() + first_edge(state), first_edges_[state + 1] - first_edge(state)};
  }
  /// first_edge(size()) is edge_count().
  std::uint32_t first_edge(std::uint32_t state) const { return first_edges_[state]; }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
  const StateEdge& edge(std::uint32_t number) const { return edges_[number]; }

  bool ends(std::uint32_t state) const { return edges(state).empty(); }

  /// Nothing if unreachable.
  std::optional<std::uint32_t> find(const Position& position) const;

 private:
  std::vector<Position> positions_;
  std::vector<std::uint32_t> first_edges_;  ///< Size: states + 1.
  std::vector<StateEdge> edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

struct StateCounts {
  std::size_t states = 0;  ///< Boards with the side to move.
  std::size_t boards = 0;  ///< Boards regardless of the side to move.
  std::size_t ends = 0;
  std::size_t passes = 0;
  std::size_t symmetric = 0;  ///< Up to symmetry.
};
StateCounts count_states(const StateGraph& graph);

enum class EndScore {
  kEmptiesToWinner,  ///< final_score()
  kDiscs,            ///< On the board, as in the papers.
};

std::vector<DiscDiff> exact_scores(const StateGraph& graph, EndScore end);

}  // namespace sumi
