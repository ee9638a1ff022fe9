// SPDX-License-Identifier: MIT
#include "engine/base/machine.h"
#include "engine/game/rules.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi::protocol {
namespace {

bool same(DiscDiff a, DiscDiff b, bool wld) { return wld ? sign(a) == sign(b) : a == b; }

std::optional<DiscDiff> listed_score(const ObfLine& line, Square square) {
  const auto found = std::ranges::find(line.moves, square, &ObfMove::square);
  if (found == line.moves.end()) return std::nullopt;
  return found->score;
}

bool lists_every_move(const ObfLine& line) {
  Bitboard missing = rules::legal_moves(line.position.board, line.position.size);
  for (const ObfMove& move : line.moves) {
    if (move.square != Square::kPass) missing &= ~bit(move.square);
  }
  return missing == 0;
}

DiscDiff score_of(const Candidate& candidate, bool wld) {
  // In win/loss/draw mode the value is a bound on the right side of 0.
  const DiscDiff score = to_disc_diff(candidate.value());
  return wld ? DiscDiff{sign(score)} : score;
}

bool is_known(const Candidate& candidate, bool wld) {
  return wld || candidate.lower == candidate.upper;
}

/// All candidates, best first, ties by square. Throws FatalError if one is not exact.
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

constexpr int kMaxWorkers = 256;  // jobs and threads

}  // namespace

int sign(DiscDiff score) { return (score.discs > 0) - (score.discs < 0); }

std::string_view to_text(SolveMode mode) {
  if (mode.all_moves) return mode.wld ? "all-wld" : "all";
  return mode.wld ? "wld" : "score";
}

std::optional<bool> agrees(const ObfLine& expected, const Solution& found, bool wld) {
  if (!expected.score) return std::nullopt;
  if (!same(*expected.score, found.score, wld)) return false;
  if (!disagreements(expected, found, wld).empty()) return false;
  if (found.line.empty() || found.line[0] == Square::kPass || !lists_every_move(expected)) {
    return true;
  }
  const auto listed = listed_score(expected, found.line[0]);
  return listed && same(*listed, *expected.score, wld);
}

std::vector<ObfMove> disagreements(const ObfLine& expected, const Solution& found, bool wld) {
  std::vector<ObfMove> differing;
  for (const SolvedMove& move : found.moves) {
    const auto listed = listed_score(expected, move.square());
    if (listed && !same(*listed, move.score, wld)) differing.push_back({move.square(), *listed});
  }
  return differing;
}

ObfLine to_obf_line(const Position& position, const Solution& solution) {
  ObfLine line;
  line.position = position;
  line.score = solution.score;
  for (const SolvedMove& move : solution.moves) line.moves.push_back({move.square(), move.score});
  if (line.moves.empty() && !solution.line.empty()) {
    line.moves.push_back({solution.line[0], solution.score});
  }
  return line;
}

Result<std::optional<Solution>> solve_position(
    Engine& engine, const Position& position, SolveMode mode, const std::stop_token& stop,
    const std::function<void(const SearchUpdate&)>& on_update) {
  const Board& board = position.board;
  if (rules::game_over(board, position.size)) {
    const DiscDiff score = final_score(board, position.size);
    return std::optional(Solution{mode.wld ? DiscDiff{sign(score)} : score, {}, 0, 0, {}});
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
  // A stop may have shortened the line.
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

SolveMachine solve_machine() { return {processors(), memory_mib()}; }

Result<SolvePlan> plan_solving(std::optional<int> jobs, std::optional<int> threads, bool single,
                               int hash_mib, const SolveMachine& machine) {
  const std::uint64_t table = static_cast<std::uint64_t>(hash_mib);
  if (jobs) {
    const std::uint64_t wanted = static_cast<std::uint64_t>(*jobs) * table;
    if (*jobs > 1 && machine.memory_mib > 0 && wanted > machine.memory_mib) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("jobs: {} tables of --hash-mib {} are {} MiB, and this machine has "
                               "{}: take fewer jobs or smaller tables",
                               *jobs, hash_mib, wanted, machine.memory_mib)};
    }
    return SolvePlan{*jobs, threads.value_or(1)};
  }
  const int processors = std::min(machine.processors, kMaxWorkers);
  if (single) return SolvePlan{1, threads.value_or(processors)};
  SolvePlan plan{1, threads.value_or(1)};
  plan.jobs = std::max(1, processors / plan.threads);
  if (machine.memory_mib > 0) {
    const std::uint64_t tables = std::max<std::uint64_t>(1, machine.memory_mib / 2 / table);
    plan.jobs = static_cast<int>(std::min(static_cast<std::uint64_t>(plan.jobs), tables));
  }
  return plan;
}

}  // namespace sumi::protocol
