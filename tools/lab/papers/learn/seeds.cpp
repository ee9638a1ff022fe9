// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/learn/seeds.h"
#include "tools/lab/records.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

namespace sumi::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeedFolder = "seed-";

std::string folder_of_seed(const std::string& folder, std::uint64_t seed) {
  return fmt::format("{}/{}{}", folder, kSeedFolder, seed);
}

std::optional<std::uint64_t> seed_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (!name.starts_with(kSeedFolder)) return std::nullopt;
  std::uint64_t seed = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + kSeedFolder.size(), end, seed);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return seed;
}

bool holds_run(const std::string& folder) {
  std::error_code failure;
  return fs::exists(folder + "/learner.json", failure);
}

/// What the steps of the run in a folder are called.
Result<std::string> unit_in(const std::string& folder) {
  const auto text = read_file(folder + "/learner.json");
  if (!text) return text.error();
  const protocol::Json json = protocol::Json::parse(*text, nullptr, false);
  if (json.is_object() && json.contains("unit") && json["unit"].is_string()) {
    return json["unit"].get<std::string>();
  }
  return Error{ErrorCode::kBadFile, fmt::format("file {} does not belong to a learner",
                                                sumi::quoted(folder + "/learner.json"))};
}

void write_means(const std::string& folder, const FolderHistories& found) {
  const std::vector<LearnRow> mean = mean_history(found.runs);
  const auto write = [&](const std::string& name, const std::string& text) {
    write_file(folder + "/" + name, text).value();
  };
  write("seeds.csv", seeds_csv(found.seeds, found.runs));
  write("history.csv", history_csv(mean));
  write("history.json", history_json(mean));
  for (const auto& [name, svg] : history_curves(found.unit, mean)) write(name, svg);
}

}  // namespace

Result<bool> run_seeds(std::vector<SeedRun>& seeds, const LearnRun& run, Shard shard, int threads,
                       const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t done)>& tick) {
  if (const auto made = make_folder(run.folder); !made) return made.error();
  if (holds_run(run.folder)) {
    return Error{ErrorCode::kBadFile,
                 fmt::format("folder {} holds the run of one seed; name another for several",
                             sumi::quoted(run.folder))};
  }
  const auto lock = OutputLock::of_part(run.folder, shard);
  if (!lock) return lock.error();

  std::vector<std::atomic<std::uint64_t>> done(seeds.size());
  std::vector<std::optional<Error>> errors(seeds.size());
  const auto make_work = [&]() -> Work {
    return [&](std::size_t job, const std::stop_token& stop) {
      LearnRun own = run;
      own.folder = folder_of_seed(run.folder, seeds[job].seed);
      const auto learned = run_learner(
          *seeds[job].learner, own, [&] { return stop.stop_requested(); },
          [&](const LearnProgress& progress) { done[job] = progress.done; });
      if (!learned) errors[job] = learned.error();
      done[job] = seeds[job].learner->steps();
    };
  };
  const bool whole = run_jobs(seeds.size(), threads, make_work, interrupted, [&] {
    std::uint64_t sum = 0;
    for (const auto& part : done) sum += part;
    if (tick) tick(sum);
  });
  for (const std::optional<Error>& error : errors) {
    if (error) return *error;
  }
  if (!whole || (interrupted && interrupted())) return false;
  if (shard.count > 1) return true;

  // Just these: the folder may hold seeds of an earlier, larger number.
  FolderHistories found{std::string(seeds.front().learner->unit()), {}, {}};
  for (const SeedRun& one : seeds) {
    auto rows = read_history(folder_of_seed(run.folder, one.seed));
    if (!rows) return rows.error();
    found.seeds.push_back(one.seed);
    found.runs.push_back(std::move(*rows));
  }
  write_means(run.folder, found);
  return true;
}

Result<FolderHistories> read_histories(const std::string& folder) {
  FolderHistories found;
  std::vector<std::string> folders;
  if (holds_run(folder)) {
    folders.push_back(folder);
  } else {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
      if (const auto seed = seed_of(entry.path())) found.seeds.push_back(*seed);
    }
    std::ranges::sort(found.seeds);
    for (const std::uint64_t seed : found.seeds) folders.push_back(folder_of_seed(folder, seed));
  }
  if (folders.empty()) {
    return Error{
        ErrorCode::kNotFound,
        fmt::format("folder {} holds no run of a learner: neither learner.json nor folders "
                    "seed-N",
                    sumi::quoted(folder))};
  }
  auto unit = unit_in(folders.front());
  if (!unit) return unit.error();
  found.unit = std::move(*unit);
  for (const std::string& one : folders) {
    auto rows = read_history(one);
    if (!rows) return rows.error();
    found.runs.push_back(std::move(*rows));
  }
  return found;
}

}  // namespace sumi::lab
