// SPDX-License-Identifier: MIT
#include "engine/game/symmetry.h"
#include "protocol/report/format.h"
#include "tools/lab/data/statistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using Row = RecordStatistics::Row;

void count(Row& row, const Record& record) {
  ++row.positions;
  ++row.by_source[static_cast<std::size_t>(record.source)];
  row.searched += record.value.has_value();
  if (record.source == ScoreSource::kNone) return;
  row.score_sum += record.score.discs;
  row.score_magnitude_sum += std::abs(record.score.discs);
}

/// Counts by sorting: a hash table of millions of boards takes more memory.
std::uint64_t count_duplicates(std::span<const Record> records) {
  std::vector<std::pair<Bitboard, Bitboard>> boards;
  boards.reserve(records.size());
  for (const Record& record : records) {
    const Board b = canonical(record.board).board;
    boards.emplace_back(b.own, b.opp);
  }
  std::ranges::sort(boards);
  const auto different = std::unique(boards.begin(), boards.end());  // clang 14 lacks the range's
  return static_cast<std::uint64_t>(boards.end() - different);
}

double mean(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::vector<std::string> cells_of(std::string name, const Row& row) {
  const bool scored = row.scored() > 0;
  return {std::move(name),
          std::to_string(row.positions),
          std::to_string(row.by_source[2]),
          std::to_string(row.by_source[1]),
          std::to_string(row.by_source[0]),
          std::to_string(row.searched),
          scored ? fmt::format("{:+.2f}", mean(row.score_sum, row.scored())) : "-",
          scored ? fmt::format("{:.2f}", mean(row.score_magnitude_sum, row.scored())) : "-"};
}

protocol::Json json_of(const Row& row) {
  protocol::Json json;
  json["positions"] = row.positions;
  json["exact"] = row.by_source[2];
  json["game"] = row.by_source[1];
  json["none"] = row.by_source[0];
  json["searched"] = row.searched;
  if (row.scored() > 0) {
    json["mean_score"] = mean(row.score_sum, row.scored());
    json["mean_magnitude"] = mean(row.score_magnitude_sum, row.scored());
  }
  return json;
}

}  // namespace

RecordStatistics statistics_of(std::span<const Record> records) {
  RecordStatistics statistics;
  for (const Record& record : records) {
    count(statistics.by_empties[static_cast<std::size_t>(record.board.empties())], record);
    count(statistics.all, record);
  }
  statistics.duplicates = count_duplicates(records);
  return statistics;
}

std::string statistics_text(const RecordStatistics& statistics) {
  const protocol::Table table({{"empties", 7},
                               {"positions", 9},
                               {"exact", 9},
                               {"game", 9},
                               {"none", 9},
                               {"searched", 9},
                               {"mean", 7},
                               {"size", 6}});
  std::string text = table.header();
  for (std::size_t empties = statistics.by_empties.size(); empties-- > 0;) {
    const Row& row = statistics.by_empties[empties];
    if (row.positions > 0) text += table.row(cells_of(std::to_string(empties), row));
  }
  text += table.row(cells_of("all", statistics.all));
  const double share =
      100 * mean(static_cast<double>(statistics.duplicates), statistics.all.positions);
  return text +
         fmt::format("{} duplicates up to symmetry ({:.1f}%)\n", statistics.duplicates, share);
}

protocol::Json statistics_json(const RecordStatistics& statistics) {
  protocol::Json json = json_of(statistics.all);
  json["duplicates"] = statistics.duplicates;
  protocol::Json rows = protocol::Json::array();
  for (std::size_t empties = 0; empties < statistics.by_empties.size(); ++empties) {
    const Row& row = statistics.by_empties[empties];
    if (row.positions == 0) continue;
    protocol::Json object;
    object["empties"] = empties;
    object.update(json_of(row));
    rows.push_back(object);
  }
  json["by_empties"] = rows;
  return json;
}

}  // namespace sumi::lab
