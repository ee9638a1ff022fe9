// SPDX-License-Identifier: MIT
/// A text is a key, "@" and the result: `[lower, upper, exact, depth, selectivity, "line"]`.
#include "protocol/service/packed_line.h"
#include "protocol/service/search_memo.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace sumi::protocol {
namespace {

constexpr char kKeyEnd = '@';

/// All that a search of an analysis depends on, except alpha.
std::string key_of(const Position& position, const SearchLimits& limits) {
  return fmt::format("{} {:x} {:x} {:x} {} {} {} {} {}", position.size, position.board.own,
                     position.board.opp, limits.moves, limits.depth.value_or(0),
                     limits.nodes.value_or(0), limits.move_time.value_or(Millis{}).count(),
                     limits.exact_at_empties.value_or(-1), limits.selectivity);
}

/// Throws for damaged results.
SearchReport parse_report(const std::string& text, const Position& position) {
  const Json json = Json::parse(text);
  SearchReport report;
  report.lower = Value{json.at(0).get<int>()};
  report.upper = Value{json.at(1).get<int>()};
  report.exact = json.at(2).get<bool>();
  report.depth = json.at(3).get<int>();
  report.selectivity = json.at(4).get<int>();
  report.line = parse_packed_line(json.at(5).get<std::string>(), position);
  const bool possible = -kInfinity <= report.lower && report.lower <= report.upper &&
                        report.upper <= kInfinity && report.depth >= 0 && report.depth <= kMaxPly &&
                        std::ranges::count(kSelectivities, report.selectivity) == 1;
  if (!possible) throw std::out_of_range("report");
  return report;
}

}  // namespace

SearchMemo::SearchMemo(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) take(text);
}

void SearchMemo::take(std::string_view text) {
  const std::size_t end = text.find(kKeyEnd);
  if (end == text.npos) return;
  known_[std::string(text.substr(0, end))].emplace_back(text.substr(end + 1));
}

std::optional<SearchReport> SearchMemo::find(const Position& position,
                                             const SearchLimits& limits) const {
  const auto known = known_.find(key_of(position, limits));
  if (known == known_.end()) return std::nullopt;
  for (const std::string& text : known->second) {
    try {
      SearchReport report = parse_report(text, position);
      if (report.lower == report.upper || report.upper <= limits.alpha) return report;
    } catch (const std::exception&) {
      // Damaged: search again.
    }
  }
  return std::nullopt;
}

void SearchMemo::add(const Position& position, const SearchLimits& limits,
                     const SearchReport& report) {
  const Json result = {report.lower.units, report.upper.units,
                       report.exact,       report.depth,
                       report.selectivity, packed_line(report.line, position.size)};
  texts_.push_back(key_of(position, limits) + kKeyEnd + result.dump());
  take(texts_.back());
}

}  // namespace sumi::protocol
