// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/error.h"
#include "engine/engine.h"
#include "engine/formats/obf.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sumi::protocol {

struct SolveMode {
  bool wld = false;        ///< Only win, draw or loss: scores are 1, 0 or -1.
  bool all_moves = false;  ///< Scores every legal move, not only the best.

  friend constexpr bool operator==(const SolveMode&, const SolveMode&) = default;
};

/// "score", "wld", "all" or "all-wld".
std::string_view to_text(SolveMode mode);

struct SolvedMove {
  DiscDiff score;  ///< As Solution::score.
  Line line;       ///< Begins with the move.

  Square square() const { return line.empty() ? Square::kPass : line[0]; }
};

struct Solution {
  DiscDiff score;  ///< For the side to move; in win/loss/draw mode its sign.
  Line line;       ///< Begins with the best move; empty if the game is over.
  std::uint64_t nodes = 0;
  double seconds = 0;
  /// With `all_moves`: every legal move (or a pass), best first, ties by square; the first has the
  /// line `line`.
  std::vector<SolvedMove> moves{};
};

/// Whether the solution agrees with the file; std::nullopt if the file has no score. The score must
/// be the file's best. If the file scores every legal move, the chosen move must have that score;
/// if the solution has all moves, every listed score must match. `wld` compares signs.
std::optional<bool> agrees(const ObfLine& expected, const Solution& found, bool wld);

/// 1 for a win, 0 for a draw, -1 for a loss.
int sign(DiscDiff score);

/// The moves whose scores differ from the file's. Empty unless the solution has all moves.
std::vector<ObfMove> disagreements(const ObfLine& expected, const Solution& found, bool wld);

ObfLine to_obf_line(const Position& position, const Solution& solution);

/// Clears the table first, so with one thread the node count depends only on the position. Returns
/// std::nullopt if `stop` was requested. Fails, with the engine unchanged, if the evaluator does
/// not support the size. `on_update` receives each iteration on an engine thread.
Result<std::optional<Solution>> solve_position(
    Engine& engine, const Position& position, SolveMode mode, const std::stop_token& stop,
    const std::function<void(const SearchUpdate&)>& on_update = {});

struct SolvePlan {
  int jobs = 1;     ///< Parallel positions, each with its own table.
  int threads = 1;  ///< Per search.
};

struct SolveMachine {
  int processors = 1;
  std::uint64_t memory_mib = 0;  ///< 0: unknown.
};

SolveMachine solve_machine();

/// Chooses missing numbers (README.md). Tables of chosen jobs use at most half the memory. Fails
/// with kOutOfRange if the given jobs exceed the memory.
Result<SolvePlan> plan_solving(std::optional<int> jobs, std::optional<int> threads, bool single,
                               int hash_mib, const SolveMachine& machine);

}  // namespace sumi::protocol
