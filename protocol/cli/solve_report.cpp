// SPDX-License-Identifier: MIT
/// Rows, verdicts and the total.
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/solve_report.h"
#include "protocol/report/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace sumi::protocol {
namespace {

int sign(DiscDiff score) { return (score.discs > 0) - (score.discs < 0); }

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

std::optional<bool> agrees(const ObfLine& expected, const Solution& found, bool wld) {
  if (!expected.score) return std::nullopt;
  if (!same(*expected.score, found.score, wld)) return false;
  if (found.line.empty() || found.line[0] == Square::kPass || !lists_every_move(expected)) {
    return true;
  }
  const auto listed = listed_score(expected, found.line[0]);
  return listed && same(*listed, *expected.score, wld);
}

SolveReport::SolveReport(Output& out, bool json, bool wld)
    : out_(out),
      json_(json),
      wld_(wld),
      table_({{"#", 5},
              {"empties", 7},
              {"score", 5},
              {"move", 4},
              {"nodes", 12},
              {"seconds", 8},
              {"nodes/s", 7},
              {"check", 5, Table::Align::kLeft},
              {"line of play", 12, Table::Align::kLeft}}) {
  if (!json_) out_.write(table_.header());
}

std::string SolveReport::score_text(DiscDiff score) const {
  if (!wld_) return signed_score(score);
  return score.discs > 0 ? "win" : score.discs < 0 ? "loss" : "draw";
}

int SolveReport::score_number(DiscDiff score) const { return wld_ ? sign(score) : score.discs; }

void SolveReport::add(const Problem& problem, const Solution& solution) {
  const std::optional<bool> ok = agrees(*problem.line, solution, wld_);
  ++positions_;
  nodes_ += solution.nodes;
  if (ok == false) ++wrong_;
  if (json_) {
    add_json(problem, solution, ok);
  } else {
    add_text(*problem.line, solution, ok);
  }
  out_.flush();
}

void SolveReport::add_text(const ObfLine& line, const Solution& solution, std::optional<bool> ok) {
  const int size = line.position.size;
  std::string moves = moves_text(solution.line, size);
  if (ok == false) moves += fmt::format(" (expected {})", score_text(*line.score));
  const std::string row[] = {std::to_string(positions_),
                             std::to_string(empties(line.position.board, size)),
                             score_text(solution.score),
                             solution.line.empty() ? "-" : to_text(solution.line[0], size),
                             std::to_string(solution.nodes),
                             short_seconds(solution.seconds),
                             short_rate(solution.nodes, solution.seconds),
                             !ok   ? "-"
                             : *ok ? "ok"
                                   : "WRONG",
                             moves};
  out_.write(table_.row(row));
}

void SolveReport::add_json(const Problem& problem, const Solution& solution,
                           std::optional<bool> ok) {
  const ObfLine& line = *problem.line;
  const int size = line.position.size;
  Json row{{"index", positions_},
           {"position", to_text(line.position)},
           {"empties", empties(line.position.board, size)},
           {"score", score_number(solution.score)},
           {"move", nullptr},
           {"nodes", solution.nodes},
           {"seconds", json_seconds(solution.seconds)},
           {"pv", json_moves(solution.line, size)},
           {"expected", nullptr},
           {"ok", nullptr},
           {"wld", wld_},
           {"source", nullptr}};
  if (!solution.line.empty()) row["move"] = to_text(solution.line[0], size);
  if (line.score) row["expected"] = score_number(*line.score);
  if (ok) row["ok"] = *ok;
  if (!problem.source.empty()) row["source"] = problem.source;
  out_.write(json_line(row));
}

void SolveReport::add_bad(const Problem& problem) {
  ++bad_;
  const std::string message = problem.line.error().message;
  if (message.empty()) return;
  fmt::print(stderr, "sumi solve: {}{}{}\n", problem.source, problem.source.empty() ? "" : ": ",
             message);
}

void SolveReport::total() {
  const double seconds = watch_.seconds();
  if (json_) {
    out_.write(json_line({{"total",
                           {{"positions", positions_},
                            {"wrong", wrong_},
                            {"nodes", nodes_},
                            {"seconds", json_seconds(seconds)},
                            {"bad", bad_}}}}));
  } else {
    const std::string bad = bad_ > 0 ? fmt::format("{} unreadable, ", bad_) : "";
    out_.write(fmt::format("total: {} positions, {} wrong, {}{} nodes, {} s, {} nodes/s\n",
                           positions_, wrong_, bad, nodes_, short_seconds(seconds),
                           short_rate(nodes_, seconds)));
  }
  out_.flush();
}

}  // namespace sumi::protocol
