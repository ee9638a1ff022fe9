// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/state_graph.h"
#include "engine/players/argument.h"
#include "engine/players/dp_player.h"

#include <fmt/format.h>

#include <array>
#include <cassert>

namespace sumi {
namespace {

struct Solved {
  StateGraph graph;
  std::vector<DiscDiff> scores;

  explicit Solved(std::span<const Position> starts)
      : graph(starts), scores(exact_scores(graph, EndScore::kEmptiesToWinner)) {}

  Square best(std::uint32_t state) const {
    const auto edges = graph.edges(state);
    const StateEdge* best = &edges[0];
    for (const StateEdge& edge : edges) {
      if (scores[edge.to] < scores[best->to]) best = &edge;
    }
    return best->square;
  }
};

/// All positions of games from the start position, whichever side begins, solved.
const Solved& solved_game() {
  constexpr Position kStart = start_position(4);
  static const Solved solved(std::array{kStart, Position{kStart.board.passed(), Color::kWhite, 4}});
  return solved;
}

class DpPlayer final : public MovePlayer {
 public:
  Square choose(const Position& position, std::uint64_t,
                const std::atomic<bool>& stop) const override {
    assert(position.size == 4);
    // A position that no game reaches is solved here, which cannot be stopped half-way.
    if (stop) return first_square(rules::legal_moves(position.board, position.size));
    if (const auto state = solved_game().graph.find(position)) return solved_game().best(*state);
    const Solved set_up({&position, 1});
    return set_up.best(*set_up.graph.find(position));
  }
  bool draws_lots() const override { return false; }
};

}  // namespace

Result<std::unique_ptr<MovePlayer>> make_dp_player(std::string_view argument, int size) {
  if (const auto none = check_no_argument("dp", argument); !none) return none.error();
  if (size != 4) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("player dp: plays on 4x4 only, not on {}x{}", size, size)};
  }
  solved_game();  // now, since that cannot be stopped half-way
  return std::make_unique<DpPlayer>();
}

}  // namespace sumi
