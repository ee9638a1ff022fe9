// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>

namespace sumi::protocol {

/// Also escapes U+007F..U+009F, which JSON allows but terminals obey.
std::string json_text(const Json& object) {
  const std::string text = object.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string line;
  line.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const bool upper = byte(at) == 0xC2 && at + 1 < text.size() && byte(at + 1) < 0xA0;
    if (upper) ++at;
    if (upper || byte(at) == 0x7F) {
      line += fmt::format("\\u{:04x}", byte(at));
    } else {
      line += text[at];
    }
  }
  return line;
}

std::string json_line(const Json& object) { return json_text(object) + '\n'; }

double json_seconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json json_discs(Value value, bool exact) {
  if (exact) return to_disc_diff(value).discs;
  return std::round(100 * to_discs(value)) / 100;
}

Json json_moves(const Line& line, int size) {
  Json moves = Json::array();
  for (const Square s : line) moves.push_back(to_text(s, size));
  return moves;
}

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
          {"likely_error", exact             ? Json(0)
                           : basis.error > 0 ? Json(std::round(10 * basis.error) / 10)
                                             : Json()},
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
  Json json{{"position", to_text(position)}, {"candidates", candidates}};
  if (const PublishedScore* const published = published_score(position)) {
    json["published"] = {
        {"score", published->score.discs}, {"by", published->by}, {"year", published->year}};
  }
  if (update.ended_by != EndedBy::kNone) json["ended_by"] = to_text(update.ended_by);
  return json;
}

}  // namespace sumi::protocol
