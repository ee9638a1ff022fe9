// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/journal.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/label.h"
#include "tools/lab/long_work.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>

namespace sumi::lab {
namespace {

/// An entry is one record in the format of position files.
constexpr std::string_view kLabelsKind = "labelled positions";

std::string label_path(const std::string& folder, Shard shard, std::size_t chunk,
                       std::string_view suffix) {
  return fmt::format("{}/{}{:06}{}", folder, protocol::shard_prefix(shard), chunk, suffix);
}

}  // namespace

void Labeler::label(Record& record, std::stop_token stop) {
  if (rules::game_over(record.board)) {
    record.score = final_score(record.board);
    record.source = ScoreSource::kExact;
    return;
  }
  const bool solve = record.board.empties() <= setup_.exact_at;
  if (solve && record.source == ScoreSource::kExact) return;
  const SearchLimits limits = solve ? SearchLimits{.exact_at_empties = 64} : setup_.limits;
  engine_.clear_table();
  engine_.set_board(record.board);
  const SearchUpdate found = search_until_stopped(engine_, limits, stop);
  if (stop.stop_requested()) return;
  if (found.exact) {
    record.score = to_disc_diff(found.value());
    record.source = ScoreSource::kExact;
  }
  if (setup_.drop_game_scores && record.source == ScoreSource::kGame) {
    record.score = {};
    record.source = ScoreSource::kNone;
  }
  if (!solve) {
    record.value = found.value();
    record.depth = static_cast<std::uint8_t>(found.depth);
  }
}

Result<protocol::Json> label_settings(const LabelSetup& setup, std::span<const Record> input) {
  protocol::Json settings;
  if (const auto added = add_search_settings(setup.engine, setup.limits, settings); !added) {
    return added.error();
  }
  settings["search-exact-at"] = setup.limits.exact_at_empties.value_or(0);
  settings["exact-at"] = setup.exact_at;
  settings["forget-games"] = setup.drop_game_scores;
  settings["records"] = input.size();
  settings["input"] = checksum_of(input);
  // Explicit, because Json converts implicitly from anything, including a Result.
  return Result<protocol::Json>(boost::system::in_place_value, settings);
}

bool run_label(const std::string& folder, const LabelSetup& setup, std::span<const Record> input,
               Shard shard, int threads, const std::function<bool()>& interrupted,
               const std::function<void(const LabelProgress&)>& tick) {
  const std::size_t wanted = shard.share(input.size());
  const std::size_t chunks = (wanted + kLabelChunk - 1) / kLabelChunk;
  std::atomic<std::uint64_t> found = 0, labeled = 0;

  const auto label_chunk = [&](Labeler& labeler, std::size_t chunk, const std::stop_token& stop) {
    const std::size_t first = chunk * kLabelChunk;
    const std::size_t count = std::min(kLabelChunk, wanted - first);
    const std::string path = label_path(folder, shard, chunk, kRecordSuffix);
    const std::string journal_path = label_path(folder, shard, chunk, ".part");
    if (std::filesystem::exists(path)) {
      found += count;
      std::filesystem::remove(journal_path);  // left over after a kill
      return;
    }
    std::vector<Record> records;
    for (std::size_t i = first; i < first + count; ++i) records.push_back(input[shard.unit(i)]);
    auto [journal, entries, dropped] = Journal::open(journal_path, kLabelsKind).value();
    entries.resize(std::min(entries.size(), records.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      records[i] = parse_records(entries[i]).value().at(0);
    }
    found += entries.size();
    for (std::size_t i = entries.size(); i < records.size(); ++i) {
      labeler.label(records[i], stop);
      if (stop.stop_requested()) return;
      journal.append(write_records({&records[i], 1})).value();
      ++labeled;
    }
    write_file(path, write_records(records)).value();
    std::filesystem::remove(journal_path);
  };
  const auto make_work = [&]() -> Work {
    const auto labeler = std::make_shared<Labeler>(setup);
    return [&, labeler](std::size_t job, const std::stop_token& stop) {
      label_chunk(*labeler, job, stop);
    };
  };
  const auto tell = [&] { tick({found.load(), labeled.load()}); };
  const bool done = run_jobs(chunks, threads, make_work, interrupted, tell);
  tell();
  return done;
}

Result<void> merge_labels(const std::string& folder, const std::string& shards_folder,
                          std::size_t records, int shards) {
  std::vector<std::vector<Record>> chunks(static_cast<std::size_t>(shards));
  std::vector<Record> merged;
  for (std::size_t i = 0; i < records; ++i) {
    const std::size_t place = i % chunks.size(), own = i / chunks.size();
    const Shard shard{static_cast<int>(place) + 1, shards};
    std::vector<Record>& chunk = chunks[place];
    if (own % kLabelChunk == 0) {
      auto read = read_records(label_path(shards_folder, shard, own / kLabelChunk, kRecordSuffix));
      if (!read) return read.error();
      chunk = std::move(*read);
    }
    if (own % kLabelChunk >= chunk.size()) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("folder {}: shard {}/{} has labelled {} records only",
                               sumi::quoted(shards_folder), shard.index, shards, own)};
    }
    merged.push_back(chunk[own % kLabelChunk]);
    if (merged.size() < kLabelChunk && i + 1 < records) continue;
    const auto written = write_file(label_path(folder, Shard{}, i / kLabelChunk, kRecordSuffix),
                                    write_records(merged));
    if (!written) return written.error();
    merged.clear();
  }
  return {};
}

}  // namespace sumi::lab
