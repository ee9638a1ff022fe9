// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/state_graph.h"

#include <catch2/catch.hpp>

#include <array>

using namespace sumi;

namespace {

constexpr Position kStart = start_position(4);
constexpr Position kWhiteFirst{kStart.board.passed(), Color::kWhite, 4};

}  // namespace

TEST_CASE("state graph: its size equals the known size", "[state_graph]") {
  const StateCounts black = count_states(StateGraph(std::array{kStart}));
  CHECK(black.states == 62789);
  CHECK(black.boards == 51943);
  CHECK(black.ends == 6168);
  CHECK(black.symmetric == 14401);
  CHECK(count_states(StateGraph(std::array{kStart, kWhiteFirst})).boards == 88764);
}

TEST_CASE("state graph: edges are the legal moves, in topological order", "[state_graph]") {
  const StateGraph graph(std::array{kStart});
  REQUIRE(graph.find(kStart) == 0u);
  CHECK_FALSE(graph.find(kWhiteFirst));
  CHECK_FALSE(graph.find(start_position(6)));
  std::size_t wrong = 0, edges = 0;
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    const Position& p = graph.position(s);
    wrong += graph.find(p) != s;
    wrong += graph.ends(s) != rules::game_over(p.board, 4);
    Bitboard moves = 0;
    for (const StateEdge& edge : graph.edges(s)) {
      ++edges;
      const bool passes = edge.square == Square::kPass;
      if (!passes) moves |= bit(edge.square);
      const Position next =
          passes ? p.passed()
                 : Position{p.board.played(edge.square, rules::flips(p.board, edge.square, 4)),
                            !p.to_move, 4};
      wrong += passes && !rules::must_pass(p.board, 4);
      wrong += edge.to <= s;
      wrong += graph.position(edge.to) != next;
    }
    wrong += moves != rules::legal_moves(p.board, 4);
  }
  CHECK(wrong == 0);
  CHECK(edges == graph.edge_count());
  CHECK(graph.first_edge(graph.size()) == graph.edge_count());
}

TEST_CASE("state graph: best play ends 3-11", "[state_graph]") {
  const StateGraph graph(std::array{kStart});
  CHECK(exact_scores(graph, EndScore::kDiscs)[0] == DiscDiff{-8});
  CHECK(exact_scores(graph, EndScore::kEmptiesToWinner)[0] == DiscDiff{-10});
}
