// SPDX-License-Identifier: MIT
/// What `sumi solve` asks of a position, what it finds, and whether that is what the file says.
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
  bool wld = false;        ///< Only who wins is asked: every score is 1, 0 or -1.
  bool all_moves = false;  ///< The score of every legal move, not of the best one only.

  friend constexpr bool operator==(const SolveMode&, const SolveMode&) = default;
};

/// "score", "wld", "all" or "all-wld".
std::string_view to_text(SolveMode mode);

/// A move with the end of the game after it.
struct SolvedMove {
  DiscDiff score;  ///< For the side to move before it; in win/loss/draw its sign.
  Line line;       ///< Begins with the move.

  Square square() const { return line.empty() ? Square::kPass : line[0]; }
};

/// The end of the game as it was found.
struct Solution {
  DiscDiff score;  ///< For the side to move; in win/loss/draw its sign.
  Line line;       ///< Begins with the best move; empty if the game is over.
  std::uint64_t nodes = 0;
  double seconds = 0;
  /// Every legal move, best first and equals by their squares, if all were asked for; a pass if
  /// that is all there is. The first one's line is `line`.
  std::vector<SolvedMove> moves{};
};

/// Does the solution agree with the file? Nothing if the file gives no score. The score must be
/// the file's best; if the file scores every legal move, the move chosen must have that score too;
/// and if the solution has the scores of all moves, each that the file lists must be the same. With
/// `wld` signs are compared.
std::optional<bool> agrees(const ObfLine& expected, const Solution& found, bool wld);

/// 1 for a win, 0 for a draw, -1 for a loss.
int sign(DiscDiff score);

/// The moves whose scores are not what the file says. Empty unless the solution has all of them.
std::vector<ObfMove> disagreements(const ObfLine& expected, const Solution& found, bool wld);

/// The position with the scores that were found, all of them or the best one.
ObfLine to_obf_line(const Position& position, const Solution& solution);

/// Solves with an emptied table, so that with one thread the nodes depend on the position alone.
/// Nothing if `stop` is requested before the end. Fails if the engine cannot be of the position's
/// size: an evaluator that does not know it; the engine stays as it was. `on_update`, which may be
/// empty, gets what is known after each iteration, on a thread of the engine.
Result<std::optional<Solution>> solve_position(
    Engine& engine, const Position& position, SolveMode mode, const std::stop_token& stop,
    const std::function<void(const SearchUpdate&)>& on_update = {});

/// How the solving of many positions shares a machine between positions and threads of a search.
struct SolvePlan {
  int jobs = 1;     ///< Positions at the same time, each with a table of its own.
  int threads = 1;  ///< Threads of one search.
};

struct SolveMachine {
  int processors = 1;
  std::uint64_t memory_mib = 0;  ///< 0: unknown.
};

/// The machine that the program runs on.
SolveMachine solve_machine();

/// Chooses the numbers that were not asked for: for one position all processors search it; for
/// several each processor has one, of one thread, since that wastes none and its nodes are the same
/// every time. Jobs that nobody asked for take no more than half the memory for their tables. Fails
/// with kOutOfRange if jobs that were asked for would take more than there is.
Result<SolvePlan> plan_solving(std::optional<int> jobs, std::optional<int> threads, bool single,
                               int hash_mib, const SolveMachine& machine);

}  // namespace sumi::protocol
