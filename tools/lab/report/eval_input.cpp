// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "tools/lab/record_files.h"
#include "tools/lab/report/eval_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace sumi::lab {
namespace {

constexpr std::string_view kRecordMark = "SUMIPOS";  // records.h

Error in_file(const std::string& path, const Error& error) {
  return {error.code, fmt::format("file {}: {}", sumi::quoted(path), error.message)};
}

void add_records(std::span<const Record> records, const EvalFilter& filter, EvalInput& input) {
  input.records_read += records.size();
  for (const Record& r : records) {
    const bool scored =
        r.source == ScoreSource::kExact || (filter.all_scores && r.source == ScoreSource::kGame);
    if (scored && filter.takes(r.board)) input.records.push_back({r.board, r.score});
  }
}

void add_lines(const std::string& path, std::vector<ObfLine> lines, const EvalFilter& filter,
               EvalInput& input) {
  input.positions_read += lines.size();
  MoveSet set{std::filesystem::path(path).stem().string(), {}};
  for (ObfLine& line : lines) {
    if (!filter.takes(line.position.board)) continue;
    if (!line.score) {
      ++input.without_score;
      continue;
    }
    set.positions.push_back({line.position.board, *line.score, std::move(line.moves)});
  }
  if (!set.positions.empty()) input.sets.push_back(std::move(set));
}

Result<void> add_file(const std::string& path, const EvalFilter& filter, EvalInput& input) {
  const auto bytes = read_file(path, std::size_t{1} << 33);
  if (!bytes) return bytes.error();
  if (bytes->starts_with(kRecordMark) || path.ends_with(kRecordSuffix)) {
    const auto records = parse_records(*bytes);
    if (!records) return in_file(path, records.error());
    add_records(*records, filter, input);
    return {};
  }
  if (bytes->find('\0') != bytes->npos) {
    return in_file(path, {ErrorCode::kBadFile, "neither a file of positions nor OBF"});
  }
  auto lines = parse_obf(*bytes);
  if (!lines) return in_file(path, lines.error());
  add_lines(path, std::move(*lines), filter, input);
  return {};
}

}  // namespace

bool EvalFilter::takes(const Board& board) const {
  return min_empties <= board.empties() && board.empties() <= max_empties &&
         !rules::game_over(board);
}

Result<std::vector<ObfLine>> parse_obf(std::string_view text) {
  std::vector<ObfLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto line = parse_obf_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line) {
      return Error{line.error().code,
                   fmt::format("line {}: {} (OBF: SQUARES SIDE; MOVE:SCORE; ...)", number,
                               line.error().message)};
    }
    if (!*line) continue;
    if (const int size = (*line)->position.size; size != 8) {
      return Error{ErrorCode::kBadSyntax,
                   fmt::format("line {}: a board of {}x{}, not 8x8", number, size, size)};
    }
    lines.push_back(std::move(**line));
  }
  return lines;
}

Result<EvalInput> read_eval_input(std::span<const std::string> files_and_folders,
                                  const EvalFilter& filter) {
  const auto paths = record_paths(files_and_folders);
  if (!paths) return paths.error();
  EvalInput input;
  for (const std::string& path : *paths) {
    if (const auto added = add_file(path, filter, input); !added) return added.error();
  }
  return input;
}

std::vector<ScoredBoard> spread_sample(std::span<const ScoredBoard> boards, std::size_t wanted,
                                       std::uint64_t seed) {
  if (wanted >= boards.size()) return {boards.begin(), boards.end()};
  SplitMix64 random(seed);
  std::vector<ScoredBoard> sample;
  sample.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t from = i * boards.size() / wanted, to = (i + 1) * boards.size() / wanted;
    sample.push_back(boards[from + random.next() % (to - from)]);
  }
  return sample;
}

}  // namespace sumi::lab
