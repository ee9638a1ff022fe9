// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/game/state_graph.h"
#include "engine/players/argument.h"
#include "engine/players/kinds.h"

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

  /// The final score with best play after each move, for the side that moved.
  std::vector<MoveOpinion> opinions(std::uint32_t state) const {
    std::vector<MoveOpinion> found;
    for (const StateEdge& edge : graph.edges(state)) {
      found.push_back({edge.square, static_cast<double>(-scores[edge.to].discs), {}});
    }
    return found;
  }

  Square best(std::uint32_t state) const {
    const auto edges = graph.edges(state);
    const StateEdge* best = &edges[0];
    for (const StateEdge& edge : edges) {
      if (scores[edge.to] < scores[best->to]) best = &edge;
    }
    return best->square;
  }
};

/// All positions from the start, with either side to move first.
const Solved& solved_game() {
  constexpr Position kStart = start_position(4);
  static const Solved solved(std::array{kStart, Position{kStart.board.passed(), Color::kWhite, 4}});
  return solved;
}

/// First solves a position unreachable from the start; cannot be interrupted then.
template <class Ask>
auto ask_solved(const Position& position, const Ask& ask) {
  if (const auto state = solved_game().graph.find(position)) return ask(solved_game(), *state);
  const Solved set_up({&position, 1});
  return ask(set_up, *set_up.graph.find(position));
}

class DpPlayer final : public MovePlayer {
 public:
  Square choose(const Position& position, std::uint64_t,
                const std::atomic<bool>& stop) const override {
    assert(position.size == 4);
    if (stop) return first_square(rules::legal_moves(position.board, position.size));
    return ask_solved(position,
                      [](const Solved& solved, std::uint32_t state) { return solved.best(state); });
  }
  std::vector<MoveOpinion> opinions(const Position& position, std::uint64_t,
                                    const std::atomic<bool>&) const override {
    assert(position.size == 4);
    return ask_solved(
        position, [](const Solved& solved, std::uint32_t state) { return solved.opinions(state); });
  }
  bool is_random() const override { return false; }
};

}  // namespace

Result<std::unique_ptr<MovePlayer>> make_dp_player(std::string_view argument, int size) {
  if (const auto none = check_no_argument("dp", argument); !none) return none.error();
  if (size != 4) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("player dp: plays on 4x4 only, not on {}x{}", size, size)};
  }
  solved_game();  // now, because it cannot be interrupted later
  return std::make_unique<DpPlayer>();
}

}  // namespace sumi
