// SPDX-License-Identifier: MIT
/// A search to the end; for all moves one with a window of its own for each of them.
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_search.h"

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

DiscDiff score_of(const Candidate& candidate, bool wld) {
  // In win/loss/draw the value is a bound that lies on the right side.
  const DiscDiff score = to_disc_diff(candidate.value());
  return wld ? DiscDiff{(score.discs > 0) - (score.discs < 0)} : score;
}

bool is_known(const Candidate& candidate, bool wld) {
  return wld || candidate.lower == candidate.upper;
}

/// Every candidate, best first and equals by their squares. Nothing if one is not exact.
std::vector<SolvedMove> moves_of(const SearchUpdate& found, bool wld) {
  std::vector<SolvedMove> moves{{score_of(found, wld), found.line}};
  for (const Candidate& other : found.others) {
    if (!is_known(other, wld)) throw FatalError("a move was left without a score");
    moves.push_back({score_of(other, wld), other.line});
  }
  std::ranges::sort(moves, [](const SolvedMove& a, const SolvedMove& b) {
    return a.score == b.score ? a.square() < b.square() : a.score.discs > b.score.discs;
  });
  return moves;
}

}  // namespace

Result<std::optional<Solution>> solve_position(
    Engine& engine, const Position& position, SolveMode mode, const std::stop_token& stop,
    const std::function<void(const SearchUpdate&)>& on_update) {
  const Board& board = position.board;
  if (rules::game_over(board, position.size)) {
    const DiscDiff score = final_score(board, position.size);
    const int sign = (score.discs > 0) - (score.discs < 0);
    return std::optional(Solution{mode.wld ? DiscDiff{sign} : score, {}, 0, 0, {}});
  }
  EngineOptions options = engine.options();
  options.size = position.size;
  if (const auto fits = engine.configure(options); !fits) return fits.error();
  engine.clear_table();
  engine.set_board(board);
  SearchLimits limits;
  limits.exact_at_empties = 64;
  limits.win_loss_draw = mode.wld;
  if (mode.all_moves) limits.candidates = kMaxLegalMoves;
  engine.go(limits, {on_update, {}});
  const std::stop_callback on_stop(stop, [&engine] { engine.stop(); });
  const SearchUpdate found = engine.wait();
  // A stop may cut short the line of play of a solution, too.
  if (stop.stop_requested()) return std::optional<Solution>();
  if (!found.exact) throw FatalError("a search ended without a result");
  Solution solution{score_of(found, mode.wld), found.line, found.nodes, found.seconds, {}};
  if (mode.all_moves) {
    solution.moves = moves_of(found, mode.wld);
    solution.score = solution.moves.front().score;
    solution.line = solution.moves.front().line;
  }
  return std::optional(std::move(solution));
}

}  // namespace sumi::protocol
