// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/text/json_candidates.h"

#include <nlohmann/json.hpp>

namespace sumi::protocol {

std::string_view source_name(const Basis& basis) { return basis.book ? "book" : "search"; }

std::vector<Candidate> all_candidates(const SearchUpdate& update) {
  if (update.line.empty()) return {};
  std::vector<Candidate> all{update};
  all.insert(all.end(), update.others.begin(), update.others.end());
  return all;
}

bool is_exact(const Candidate& candidate, const Basis& basis) {
  return basis.exact && candidate.lower == candidate.upper;
}

namespace {

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
