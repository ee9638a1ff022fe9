// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/candidates.h"
#include "protocol/report/format.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace sumi::protocol {
namespace {

/// The best one and the others, in order; none if the game is over.
std::vector<Candidate> all_candidates(const SearchUpdate& update) {
  if (update.line.empty()) return {};
  std::vector<Candidate> all{update};
  all.insert(all.end(), update.others.begin(), update.others.end());
  return all;
}

/// Of a line of play in the table, so that a row fits a terminal.
constexpr std::size_t kShownMoves = 12;

bool is_exact(const Candidate& candidate, const Basis& basis) {
  return basis.exact && candidate.lower == candidate.upper;
}

/// False for a move that a search was stopped before.
bool has_value(const Candidate& candidate) {
  return candidate.lower > -kInfinity || candidate.upper < kInfinity;
}

Json candidate_json(const Position& position, const Candidate& candidate,
                    const SearchUpdate& update) {
  const Basis basis = update.basis(candidate);
  const bool exact = is_exact(candidate, basis);
  return {{"move", to_text(candidate.move(), position.size)},
          {"score", json_discs(candidate.value(), exact)},
          {"depth", basis.depth},
          {"selectivity", basis.selectivity},
          {"exact", exact},
          {"source", source_name(basis)},
          {"book_plies", basis.book_plies},
          {"nodes", update.nodes},
          {"seconds", json_seconds(update.seconds)},
          {"pv", json_moves(candidate.line, position.size)}};
}

}  // namespace

std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language) {
  const Table table({{tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "score"), 6},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "exact"), 5, Table::Align::kLeft},
                     {tr(language, "source"), 6, Table::Align::kLeft},
                     {tr(language, "line of play"), 12, Table::Align::kLeft}});
  std::string text = table.header();
  for (const Candidate& candidate : all_candidates(update)) {
    const Basis basis = update.basis(candidate);
    const std::string row[] = {
        to_text(candidate.move(), position.size),
        has_value(candidate) ? value_text(candidate, basis.exact) : std::string(kUnknown),
        depth_text(basis),
        std::string(tr(language, is_exact(candidate, basis) ? "yes" : "no")),
        std::string(tr(language, source_name(basis))),
        line_text(candidate.line, position.size, kShownMoves, "...")};
    text += table.row(row);
  }
  return text + tr_format(language, "{} nodes, {} s, {} nodes/s\n", update.nodes,
                          short_seconds(update.seconds), short_rate(update.nodes, update.seconds));
}

Json best_json(const Position& position, const SearchUpdate& update) {
  return candidate_json(position, update, update);
}

Json candidates_json(const Position& position, const SearchUpdate& update) {
  Json candidates = Json::array();
  for (const Candidate& candidate : all_candidates(update)) {
    candidates.push_back(candidate_json(position, candidate, update));
  }
  return {{"position", to_text(position)}, {"candidates", candidates}};
}

}  // namespace sumi::protocol
