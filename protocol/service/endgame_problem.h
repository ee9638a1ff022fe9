// SPDX-License-Identifier: MIT
/// Endgame problems: positions of 8x8 from games of our own, with exactly one move that wins.
#pragma once

#include "engine/engine.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/search_core.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace sumi::protocol {

/// What a problem of a difficulty is like.
struct ProblemKind {
  int empties;  ///< It has so many empty squares, or one fewer.
  /// What is misled, if it looks no further: it prefers a move that does not win.
  bool misleads_greed;  ///< Who turns the most discs, whichever of such moves is taken.
  int misled_plies;     ///< A search of so many plies, and of fewer; 0: nobody else.
};

/// By difficulty, from 1. STUDY.md says how they were chosen.
inline constexpr std::array<ProblemKind, 5> kProblemKinds{
    {{6, false, 0}, {8, true, 0}, {10, true, 1}, {12, true, 2}, {14, true, 4}}};
inline constexpr int kMaxDifficulty = static_cast<int>(kProblemKinds.size());
/// A problem has so many legal moves or more.
inline constexpr int kFewestChoices = 3;

struct EndgameProblem {
  Position position;
  Square solution = Square::kPass;  ///< The only move that wins, by perfect play of both sides.
  DiscDiff score;                   ///< What it wins by, for the side to move: exact, above 0.
  Line line;                        ///< The solution and best play of both sides after it.
  /// What the best of the other moves ends on: exact, 0 or less.
  DiscDiff second;
  int difficulty = 1;
};

/// Options of engines that make the same problems on every machine, at every level of instructions:
/// one thread, a small table, the shipped weights. Others make problems that are as right, but
/// perhaps not the same ones. `isa`: EngineOptions::isa.
EngineOptions problem_engine_options(std::string_view isa = "auto");

/// The problem of a difficulty and a seed: both decide it alone. Takes 3 to 100 ms of a processor
/// in the mean (STUDY.md has the figures). Nothing soon after `interrupted`, which may be empty,
/// returns true. Leaves the engine with another position and table. Requires: 1 <= difficulty <=
/// kMaxDifficulty; `engine` is set to 8x8 and searches nothing. On the calling thread.
std::optional<EndgameProblem> make_problem(Engine& engine, int difficulty, std::uint64_t seed,
                                           const std::function<bool()>& interrupted = {});

/// Whether everybody named in `kind` would choose another move than `solution`, which is the only
/// winning move of the position. For tests, too.
bool is_misleading(Engine& engine, const Position& position, Square solution,
                   const ProblemKind& kind);

}  // namespace sumi::protocol
