// SPDX-License-Identifier: MIT
/// Every state of the 4x4 game, numbered, with what leads where: small enough to be held whole. For
/// the methods of Sugita's paper (tools/lab/papers/README.md, S1) and for perfect play.
///
/// A state is a board with the side to move. A side without a move has one edge, the pass, as long
/// as the other has a move; a state without edges ends the game. So sides alternate along every
/// edge.
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

/// A move, or a forced pass, and the state after it.
struct StateEdge {
  Square square = Square::kPass;
  std::uint32_t to = 0;
};

/// Never changes: any number of threads.
class StateGraph {
 public:
  /// Holds all states that play reaches from `starts`: about 0.1 s from start_position(4).
  /// Requires: boards of 4x4.
  explicit StateGraph(std::span<const Position> starts);

  /// States are numbered such that every edge leads to a higher number.
  std::uint32_t size() const { return static_cast<std::uint32_t>(positions_.size()); }
  const Position& position(std::uint32_t state) const { return positions_[state]; }

  /// The edges of a state in the order of their squares; none at the end of the game. Edges are
  /// numbered, too: those of a state follow each other from first_edge() on.
  std::span<const StateEdge> edges(std::uint32_t state) const {
    return {edges_.data() + first_edge(state), first_edges_[state + 1] - first_edge(state)};
  }
  /// The number of a state's first edge; for the number behind the last state, the end of all
  /// edges.
  std::uint32_t first_edge(std::uint32_t state) const { return first_edges_[state]; }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edges_.size()); }
  const StateEdge& edge(std::uint32_t number) const { return edges_[number]; }

  bool ends(std::uint32_t state) const { return edges(state).empty(); }

  /// The number of a state; nothing if play does not reach it.
  std::optional<std::uint32_t> find(const Position& position) const;

 private:
  std::vector<Position> positions_;
  std::vector<std::uint32_t> first_edges_;  ///< One entry more than there are states.
  std::vector<StateEdge> edges_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

/// Counts over all states of a graph.
struct StateCounts {
  std::size_t states = 0;     ///< Boards with the side to move.
  std::size_t boards = 0;     ///< Boards, whichever side is to move.
  std::size_t ends = 0;       ///< States in which nobody can move.
  std::size_t passes = 0;     ///< States with a forced pass.
  std::size_t symmetric = 0;  ///< States, those that a symmetry maps onto each other counted once.
};
StateCounts count_states(const StateGraph& graph);

/// The two ways to score a finished game.
enum class EndScore {
  kEmptiesToWinner,  ///< final_score()
  kDiscs,            ///< Discs on the board, as the papers count.
};

/// The score of best play for the side to move of each state.
std::vector<DiscDiff> exact_scores(const StateGraph& graph, EndScore end);

}  // namespace sumi
