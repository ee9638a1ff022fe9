// SPDX-License-Identifier: MIT
/// Held against the file's scores, by discs or by sign.
#include "engine/game/rules.h"
#include "protocol/cli/solve/solve_result.h"

#include <algorithm>

namespace sumi::protocol {
namespace {

bool same(DiscDiff a, DiscDiff b, bool wld) { return wld ? sign(a) == sign(b) : a == b; }

/// The file's score of a move; nothing if it is not listed.
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

}  // namespace sumi::protocol
