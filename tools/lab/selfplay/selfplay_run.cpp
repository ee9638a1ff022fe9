// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/journal.h"
#include "tools/lab/job_pool.h"
#include "tools/lab/packed_records.h"
#include "tools/lab/record_files.h"
#include "tools/lab/selfplay/selfplay_run.h"
#include "tools/lab/settings.h"

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

struct Chunk {
  std::uint64_t number = 0, first_game = 0, games = 0;
};

std::vector<Chunk> chunks_of(std::uint64_t games, Shard shard) {
  std::vector<Chunk> chunks;
  for (std::uint64_t k = static_cast<std::uint64_t>(shard.part); k * kChunkGames < games;
       k += static_cast<std::uint64_t>(shard.of)) {
    const std::uint64_t first = k * kChunkGames;
    chunks.push_back({k, first, std::min<std::uint64_t>(kChunkGames, games - first)});
  }
  return chunks;
}

/// Whether the file has all games of the chunk. The last chunk of an earlier, shorter run has not.
bool complete(const std::string& path, const Chunk& chunk) {
  if (!std::filesystem::exists(path)) return false;
  const std::vector<Record> records = read_records(path).value();
  const auto last = static_cast<std::uint16_t>(chunk.first_game + chunk.games - 1);
  return std::ranges::any_of(records, [last](const Record& r) { return r.game == last; });
}

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

std::string chunk_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk) {
  return fmt::format("{}/{}-{:06}{}", folder, seed, chunk, kRecordSuffix);
}

std::string chunk_journal_path(const std::string& folder, std::uint64_t seed, std::uint64_t chunk) {
  return fmt::format("{}/{}-{:06}.part", folder, seed, chunk);
}

bool run_selfplay(const std::string& folder, const SelfplaySetup& setup, std::uint64_t games,
                  Shard shard, int threads, const std::function<bool()>& interrupted,
                  const std::function<void(const SelfplayProgress&)>& tick) {
  const std::vector<Chunk> chunks = chunks_of(games, shard);
  std::uint64_t wanted = 0;
  for (const Chunk& chunk : chunks) wanted += chunk.games;
  std::atomic<std::uint64_t> found = 0, played = 0, positions = 0;

  const auto play_chunk = [&](Selfplay& selfplay, const Chunk& chunk, const std::stop_token& stop) {
    const std::string path = chunk_path(folder, setup.seed, chunk.number);
    const std::string journal_path = chunk_journal_path(folder, setup.seed, chunk.number);
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
      const std::vector<Record> game = selfplay.play(chunk.first_game + g, stop);
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

}  // namespace sumi::lab
