// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/formats/obf.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "protocol/report/format.h"
#include "tools/lab/data.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

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

struct Entry {
  Board board;     ///< canonical()
  std::size_t at;  ///< In the records.

  auto key() const { return std::tuple(board.own, board.opp, at); }
};

/// Sorts by board, then in order of the records: a hash table of millions of boards needs more
/// memory.
std::vector<Entry> by_board(std::span<const Record> records) {
  std::vector<Entry> entries;
  entries.reserve(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    entries.push_back({canonical(records[i].board).board, i});
  }
  std::ranges::sort(entries, {}, &Entry::key);
  return entries;
}

std::uint64_t count_duplicates(std::span<const Record> records) {
  const std::vector<Entry> entries = by_board(records);
  std::uint64_t duplicates = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    duplicates += entries[i].board == entries[i - 1].board;
  }
  return duplicates;
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
  protocol::Json json{{"positions", row.positions},
                      {"exact", row.by_source[2]},
                      {"game", row.by_source[1]},
                      {"none", row.by_source[0]},
                      {"searched", row.searched}};
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
    protocol::Json object{{"empties", empties}};
    object.update(json_of(row));
    rows.push_back(object);
  }
  json["by_empties"] = rows;
  return json;
}

namespace {

bool better(const Record& a, const Record& b) {
  const auto worth = [](const Record& r) {
    return std::tuple(r.source, r.value.has_value(), r.value ? r.depth : 0);
  };
  return worth(a) > worth(b);
}

}  // namespace

void shuffle(std::vector<Record>& records, std::uint64_t seed) {
  shuffle_items(records, SplitMix64(seed));
}

void deduplicate(std::vector<Record>& records) {
  const std::vector<Entry> entries = by_board(records);
  std::vector<bool> kept(records.size(), false);
  for (auto group = entries.begin(); group != entries.end();) {
    const std::size_t first = group->at;
    const Board board = group->board;
    std::size_t best = first;
    for (; group != entries.end() && group->board == board; ++group) {
      if (better(records[group->at], records[best])) best = group->at;
    }
    kept[first] = true;
    if (best != first) records[first] = records[best];
  }
  std::size_t size = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (kept[i]) records[size++] = records[i];
  }
  records.resize(size);
}

SplitRecords split_by_game(const std::vector<Record>& records, double share, std::uint64_t seed) {
  constexpr std::size_t kGames = 1 << 16;
  std::vector<std::size_t> sizes(kGames);
  for (const Record& record : records) ++sizes[record.game];
  std::vector<std::size_t> order(kGames);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle_items(order, SplitMix64(seed));

  std::vector<bool> in_part(kGames, false);
  std::size_t taken = 0;
  for (const std::size_t game : order) {
    if (static_cast<double>(taken) >= share * static_cast<double>(records.size())) break;
    in_part[game] = sizes[game] > 0;
    taken += sizes[game];
  }
  SplitRecords split;
  for (const Record& record : records) {
    (in_part[record.game] ? split.part : split.rest).push_back(record);
  }
  return split;
}

namespace {

/// Converts "<squares> X +12" to OBF, which has `;` before the score.
std::string obf_of(std::string_view line) {
  constexpr std::size_t kMaxLine = 200;  // longer than any line with a score
  std::string text(line);
  if (text.size() > kMaxLine || text.find(';') != text.npos) return text;
  const std::size_t blank = text.find_last_of(" \t");
  if (blank != text.npos && parse_int(std::string_view(text).substr(blank + 1))) {
    // A lone "0" can mean White, so a score needs a side to move before it.
    const auto board = parse_position(std::string_view(text).substr(0, blank));
    if (board && trim(std::string_view(text).substr(0, blank)).find_first_of(" \t") != text.npos) {
      text[blank] = ';';
    }
  }
  return text;
}

Result<std::optional<Record>> parse_line(std::string_view line, ScoreSource source) {
  const auto obf = parse_obf_line(obf_of(trim(without_bom(line.substr(0, line.find('%'))))));
  if (!obf) return obf.error();
  if (!*obf) return std::nullopt;
  const ObfLine& read = **obf;
  if (read.position.size != 8) {
    return Error{ErrorCode::kBadSyntax,
                 fmt::format("a board of {0}x{0}, not 8x8", read.position.size)};
  }
  Record record;
  record.board = read.position.board;
  if (read.score) {
    record.score = *read.score;
    record.source = source;
  }
  return std::optional(record);
}

}  // namespace

std::string records_text(std::span<const Record> records) {
  std::string text;
  for (const Record& record : records) {
    text += to_text(Position{record.board, Color::kBlack, 8});
    if (record.source != ScoreSource::kNone) {
      fmt::format_to(std::back_inserter(text), " {:+}", record.score.discs);
    }
    text += '\n';
  }
  return text;
}

Result<std::vector<Record>> parse_records_text(std::string_view text, ScoreSource source) {
  std::vector<Record> records;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto record = parse_line(take_until(text, '\n'), source);
    if (!record) {
      return Error{record.error().code, fmt::format("line {}: {} (SQUARES SIDE SCORE, or OBF)",
                                                    number, record.error().message)};
    }
    if (*record) {
      (*record)->game = static_cast<std::uint16_t>(records.size());
      records.push_back(**record);
    }
  }
  return records;
}

namespace {

std::vector<Record> records_of(const GameRecord& replayed, const WthorGame& game, int depth,
                               std::uint16_t number) {
  const Game end = replayed.replay();
  const bool reached = end.position().board.empties() <= depth;
  std::vector<Record> records;
  Position position = replayed.start;
  for (const Square move : replayed.moves) {
    if (move == Square::kPass) {
      position = position.passed();
      continue;
    }
    const int empties = position.board.empties();
    const bool theoretical = reached && empties >= depth;
    const int black = theoretical ? game.theoretical_score.discs : game.score.discs;
    Record record;
    record.board = position.board;
    record.score = {position.to_move == Color::kBlack ? black : -black};
    record.source = theoretical && empties == depth ? ScoreSource::kExact : ScoreSource::kGame;
    record.move = static_cast<std::uint8_t>(index(move));
    record.game = number;
    records.push_back(record);
    position = {position.board.played(move, rules::flips(position.board, move)), !position.to_move,
                8};
  }
  return records;
}

}  // namespace

WthorRecords wthor_records(const WthorFile& file, std::uint64_t first_number) {
  WthorRecords result;
  for (std::size_t i = 0; i < file.games.size(); ++i) {
    const auto replayed = replay_wthor(file.games[i]);
    if (!replayed) {
      if (result.illegal++ == 0) {
        result.first_fault = fmt::format("game {}: {}", i + 1, replayed.error().message);
      }
      continue;
    }
    const auto records = records_of(*replayed, file.games[i], file.depth,
                                    static_cast<std::uint16_t>(first_number + i));
    result.records.insert(result.records.end(), records.begin(), records.end());
    ++result.games;
  }
  return result;
}

}  // namespace sumi::lab
