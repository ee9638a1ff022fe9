// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/journal.h"
#include "engine/base/text.h"
#include "protocol/service/shard_folder.h"
#include "tools/lab/job_pool.h"
#include "tools/lab/packed_records.h"
#include "tools/lab/record_files.h"
#include "tools/lab/selfplay/selfplay_run.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>

namespace sumi::lab {
namespace {

/// An entry is a game: the bytes of a file of its positions.
constexpr std::string_view kJournalKind = "games of self-play";

/// Games of a shard, which it numbers itself: Shard::unit() tells their numbers among all games.
struct Chunk {
  std::uint64_t number = 0, first_game = 0, games = 0;
};

std::vector<Chunk> chunks_of(std::uint64_t games) {
  std::vector<Chunk> chunks;
  for (std::uint64_t first = 0; first < games; first += kChunkGames) {
    chunks.push_back(
        {first / kChunkGames, first, std::min<std::uint64_t>(kChunkGames, games - first)});
  }
  return chunks;
}

/// Cut where another game begins: no two that follow each other have the same number.
std::vector<std::vector<Record>> games_of(const std::vector<Record>& records) {
  std::vector<std::vector<Record>> games;
  for (const Record& record : records) {
    if (games.empty() || games.back().front().game != record.game) games.emplace_back();
    games.back().push_back(record);
  }
  return games;
}

/// Whether the file has all games of the chunk. The last chunk of an earlier, shorter run has not.
bool complete(const std::string& path, const Chunk& chunk) {
  return std::filesystem::exists(path) &&
         games_of(read_records(path).value()).size() >= chunk.games;
}

/// The games of a shard, one after the other.
class ShardGames {
 public:
  ShardGames(const std::string& folder, std::uint64_t seed, Shard shard)
      : folder_(folder), seed_(seed), shard_(shard) {}

  /// The next game of the shard. Fails if it has not played it.
  Result<std::vector<Record>> next() {
    const std::uint64_t chunk = next_ / kChunkGames, place = next_ % kChunkGames;
    if (place == 0) {
      const std::string path = chunk_path(folder_, seed_, chunk, shard_);
      games_.clear();
      if (std::filesystem::exists(path)) {
        const auto records = read_records(path);
        if (!records) return records.error();
        games_ = games_of(*records);
      }
    }
    if (place >= games_.size()) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("folder {}: shard {}/{} has played {} of its games only; the same "
                               "command without `merge` plays the others",
                               sumi::quoted(folder_), shard_.index, shard_.count, next_)};
    }
    ++next_;
    return std::move(games_[place]);
  }

 private:
  const std::string& folder_;
  const std::uint64_t seed_;
  const Shard shard_;
  std::uint64_t next_ = 0;
  std::vector<std::vector<Record>> games_;  ///< Those of the chunk that the next one is in.
};

}  // namespace

Result<protocol::Json> selfplay_settings(const SelfplaySetup& setup) {
  protocol::Json settings;
  if (const auto added = add_search_settings(setup.engine, setup.limits, settings); !added) {
    return added.error();
  }
  settings["exact-at"] = setup.limits.exact_at_empties.value_or(0);
  settings["random-plies"] = fmt::format("{}-{}", setup.min_random_plies, setup.max_random_plies);
  // Named only where it is set, so that older folders are still known.
  if (setup.most_unbalanced) settings["balanced"] = *setup.most_unbalanced;
  if (setup.stray_percent != 0) settings["stray"] = setup.stray_percent;
  settings["chunk-games"] = kChunkGames;
  // Said in full: Json can be made of anything, so of a Result too.
  return Result<protocol::Json>(boost::system::in_place_value, settings);
}

std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                       Shard shard) {
  return fmt::format("{}/{}{}-{:06}{}", folder, protocol::shard_prefix(shard), seed, chunk,
                     kRecordSuffix);
}

std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk,
                               Shard shard) {
  return fmt::format("{}/{}{}-{:06}.part", folder, protocol::shard_prefix(shard), seed, chunk);
}

bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick) {
  const std::uint64_t wanted = shard.share(games);
  const std::vector<Chunk> chunks = chunks_of(wanted);
  std::atomic<std::uint64_t> found = 0, played = 0, positions = 0;

  const auto play_chunk = [&](Selfplay& selfplay, const Chunk& chunk, const std::stop_token& stop) {
    const std::string path = chunk_path(folder, setup.seed, chunk.number, shard);
    const std::string journal_path = chunk_journal_path(folder, setup.seed, chunk.number, shard);
    if (complete(path, chunk)) {
      found += chunk.games;
      // Left by a kill behind the last game.
      if (chunk.games == kChunkGames) std::filesystem::remove(journal_path);
      return;
    }
    auto [journal, entries, dropped] = Journal::open(journal_path, kJournalKind).value();
    std::vector<Record> all;
    const std::size_t had = entries.size();
    entries.resize(std::min<std::size_t>(had, chunk.games));
    for (const std::string& entry : entries) {
      const auto game = parse_records(entry).value();
      all.insert(all.end(), game.begin(), game.end());
    }
    found += entries.size();
    for (std::uint64_t g = entries.size(); g < chunk.games; ++g) {
      const std::vector<Record> game = selfplay.play(shard.unit(chunk.first_game + g), stop);
      if (stop.stop_requested()) return;
      journal.append(write_records(game)).value();
      all.insert(all.end(), game.begin(), game.end());
      ++played;
    }
    write_file(path, pack_records(all)).value();
    // It stays where an earlier, longer run has played more of the chunk than is wanted now.
    if (had <= chunk.games) std::filesystem::remove(journal_path);
    positions += all.size();
  };
  const auto make_work = [&]() -> Work {
    const auto selfplay = std::make_shared<Selfplay>(setup);
    return [&, selfplay](std::size_t job, const std::stop_token& stop) {
      play_chunk(*selfplay, chunks[job], stop);
    };
  };
  const auto progress = [&] {
    return SelfplayProgress{wanted, found.load(), played.load(), positions.load()};
  };
  const bool done =
      run_jobs(chunks.size(), threads, make_work, interrupted, [&] { tick(progress()); });
  tick(progress());
  return done;
}

Result<std::uint64_t> merge_selfplay(const std::string& folder, const std::string& shards_folder,
                                     std::uint64_t seed, std::uint64_t games, int shards) {
  std::vector<ShardGames> sources;
  for (int i = 1; i <= shards; ++i) sources.emplace_back(shards_folder, seed, Shard{i, shards});
  std::uint64_t positions = 0;
  for (const Chunk& chunk : chunks_of(games)) {
    std::vector<Record> all;
    for (std::uint64_t g = chunk.first_game; g < chunk.first_game + chunk.games; ++g) {
      const auto game = sources[g % sources.size()].next();
      if (!game) return game.error();
      all.insert(all.end(), game->begin(), game->end());
    }
    const std::string path = chunk_path(folder, seed, chunk.number);
    if (const auto written = write_file(path, pack_records(all)); !written) return written.error();
    positions += all.size();
  }
  return positions;
}

}  // namespace sumi::lab
