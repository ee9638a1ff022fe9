// SPDX-License-Identifier: MIT
/// Endgame problems: 8x8 positions of self-play with exactly one winning move.
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

struct ProblemKind {
  int empties;  ///< A problem may have one fewer.
  /// Players who choose a move that does not win:
  bool misleads_greed;  ///< The one who flips the most discs, however ties are broken.
  int misled_plies;     ///< Searches of up to this many plies; 0: none.
};

/// By difficulty, from 1 (STUDY.md).
inline constexpr std::array<ProblemKind, 5> kProblemKinds{
    {{6, false, 0}, {8, true, 0}, {10, true, 1}, {12, true, 2}, {14, true, 4}}};
inline constexpr int kMaxDifficulty = static_cast<int>(kProblemKinds.size());
inline constexpr int kFewestChoices = 3;

struct EndgameProblem {
  Position position;
  Square solution = Square::kPass;
  DiscDiff score;  ///< The winning margin for the side to move: exact, above 0.
  Line line;       ///< The solution and best play after it.
  /// Score of the best other move: exact, at most 0.
  DiscDiff second;
  int difficulty = 1;
};

/// Options that give the same problems on every machine. Others also give correct problems.
EngineOptions problem_engine_options(std::string_view isa = "auto");

/// Generates the problem for a difficulty and a seed, in 3 to 100 ms on average (STUDY.md). Returns
/// std::nullopt soon after `interrupted` returns true. Changes the engine's position and table.
/// Requires: 1 <= difficulty <= kMaxDifficulty; `engine` is set to 8x8 and idle.
std::optional<EndgameProblem> make_problem(Engine& engine, int difficulty, std::uint64_t seed,
                                           const std::function<bool()>& interrupted = {});

/// Whether every player of `kind` prefers another move to `solution`, the only winning one.
bool is_misleading(Engine& engine, const Position& position, Square solution,
                   const ProblemKind& kind);

}  // namespace sumi::protocol
