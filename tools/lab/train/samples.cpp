// SPDX-License-Identifier: MIT
#include "tools/lab/record_files.h"
#include "tools/lab/train/samples.h"
#include "tools/lab/train/work_hash.h"

#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace sumi::lab {
namespace {

namespace fs = std::filesystem;

// All samples are kept in memory: tens of millions.
static_assert(sizeof(Sample) <= 24);

/// Nothing if nothing is known of a position.
std::optional<std::int16_t> target_of(const Record& r, double value_share) {
  const int score = to_value(r.score).units;
  if (r.source != ScoreSource::kNone && (r.source == ScoreSource::kExact || !r.value)) {
    return static_cast<std::int16_t>(score);
  }
  if (!r.value) return std::nullopt;
  const double share = r.source == ScoreSource::kNone ? 1 : value_share;
  return static_cast<std::int16_t>(std::lround(share * r.value->units + (1 - share) * score));
}

}  // namespace

bool is_held_out(const SampleSetup& setup, std::string_view file_name, std::uint16_t game) {
  WorkHash hash;
  hash.add(setup.seed);
  hash.add(file_name);
  hash.add(game);
  return SplitMix64(hash.value()).below(100) < setup.held_out_percent;
}

void add_samples(std::span<const Record> records, std::string_view file_name,
                 const SampleSetup& setup, std::vector<Sample>& samples) {
  for (const Record& r : records) {
    if (const auto target = target_of(r, setup.value_share)) {
      samples.push_back({r.board, *target, r.source == ScoreSource::kExact,
                         is_held_out(setup, file_name, r.game)});
    }
  }
}

Result<std::vector<std::string>> training_files(std::span<const std::string> paths) {
  const auto named = record_paths(paths);
  if (!named) return named.error();
  // Sorted by name first: the folder of files must not change their order and with it the last
  // bits of the weights.
  std::set<std::pair<std::string, std::string>> known;
  for (const std::string& path : *named) {
    std::error_code failure;
    const fs::path whole = fs::weakly_canonical(path, failure);
    known.emplace(fs::path(path).filename().string(), failure ? path : whole.string());
  }
  std::vector<std::string> files;
  for (const auto& entry : known) files.push_back(entry.second);
  return files;
}

Result<std::vector<Sample>> read_samples(
    std::span<const std::string> files, const SampleSetup& setup,
    const std::function<bool(std::size_t files, std::size_t samples)>& news) {
  std::vector<Sample> samples;
  std::size_t done = 0;
  for (const std::string& path : files) {
    const auto records = read_records(path);
    if (!records) return records.error();
    add_samples(*records, fs::path(path).filename().string(), setup, samples);
    if (news && !news(++done, samples.size())) return std::vector<Sample>{};
  }
  return samples;
}

}  // namespace sumi::lab
