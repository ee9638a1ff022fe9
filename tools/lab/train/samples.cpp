// SPDX-License-Identifier: MIT
#include "tools/lab/train/samples.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sumi::lab {
namespace {

namespace fs = std::filesystem;

// Training keeps tens of millions of samples in memory.
static_assert(sizeof(Sample) <= 24);

/// In value units; std::nullopt with neither score nor value. outcomes() defines `outcome`.
std::optional<std::int16_t> target_of(const Record& r, double outcome, std::optional<double> value,
                                      double value_weight) {
  if (r.source != ScoreSource::kNone && (r.source == ScoreSource::kExact || !value)) {
    return static_cast<std::int16_t>(std::lround(outcome));
  }
  if (!value) return std::nullopt;
  const double weight = r.source == ScoreSource::kNone ? 1 : value_weight;
  return static_cast<std::int16_t>(std::lround(weight * *value + (1 - weight) * outcome));
}

/// The factor from values of `next`, the position after `r`, to values of `r`: -1, or 1 after a
/// pass; 0 if `next` does not follow.
int sign_after(const Record& r, const Record& next) {
  if (r.game != next.game || r.move == kNoMove) return 0;
  if (r.move == kPassMove) return next.board == r.board.passed() ? -1 : 0;
  const Bitboard mine = r.board.own | Bitboard{1} << r.move, all = mine | r.board.opp;
  if ((next.board.own | next.board.opp) != all) return 0;
  return (next.board.opp & mine) == mine ? -1 : (next.board.own & mine) == mine ? 1 : 0;
}

/// Corrected search values; std::nullopt if missing or replaced by results.
std::vector<std::optional<double>> values_of(std::span<const Record> records,
                                             const SampleSetup& setup, const ValueShift& shift) {
  std::vector<std::optional<double>> values(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& r = records[i];
    const int empties = r.board.empties();
    if (!r.value || (r.source == ScoreSource::kGame && empties <= setup.values_above)) continue;
    values[i] = r.value->units + shift.at(empties);
  }
  return values;
}

/// The TD(lambda) return in value units for the side to move: a mix of later values and the score.
/// Without a score, the search value.
std::vector<double> outcomes(std::span<const Record> records,
                             std::span<const std::optional<double>> values, double td_lambda) {
  std::vector<double> found(records.size());
  for (std::size_t i = records.size(); i-- > 0;) {
    const Record& r = records[i];
    const bool scored = r.source != ScoreSource::kNone;
    found[i] = !scored && values[i] ? *values[i] : to_value(r.score).units;
    if (r.source != ScoreSource::kGame || i + 1 == records.size() || !values[i + 1]) continue;
    const Record& next = records[i + 1];
    const int sign = sign_after(r, next);
    if (sign == 0) continue;
    const double lambda = next.source == ScoreSource::kExact ? 1 : td_lambda;
    found[i] = sign * (lambda * found[i + 1] + (1 - lambda) * *values[i + 1]);
  }
  return found;
}

}  // namespace

void Sample::add_to(WorkHash& hash) const {
  hash.add(board.own);
  hash.add(board.opp);
  hash.add(static_cast<std::uint64_t>(target - INT16_MIN) << 2 | exact << 1 | held_out);
}

bool is_held_out(const SampleSetup& setup, std::string_view file_name, std::uint16_t game) {
  WorkHash hash;
  hash.add(setup.seed);
  hash.add(file_name);
  hash.add(game);
  return SplitMix64(hash.value()).below(100) < setup.held_out_percent;
}

void ValueShift::count(std::span<const Record> records) {
  bool random_move_later = false;
  for (std::size_t i = records.size(); i-- > 0;) {
    const Record& r = records[i];
    if (i + 1 == records.size() || records[i + 1].game != r.game) random_move_later = false;
    random_move_later = random_move_later || r.source == ScoreSource::kNone;
    if (random_move_later || r.source != ScoreSource::kGame || !r.value) continue;
    const auto parity = static_cast<std::size_t>(r.board.empties() % 2);
    sum_[parity] += to_value(r.score).units - r.value->units;
    ++number_[parity];
  }
}

double ValueShift::at(int empties) const {
  constexpr double kFew = 100'000;  // with less data, noise exceeds the bias
  const auto parity = static_cast<std::size_t>(empties % 2);
  return number_[parity] < kFew ? 0 : sum_[parity] / number_[parity];
}

void add_samples(std::span<const Record> records, std::string_view file_name,
                 const SampleSetup& setup, const ValueShift& shift, std::vector<Sample>& samples) {
  const auto values = values_of(records, setup, shift);
  const std::vector<double> came = outcomes(records, values, setup.td_lambda);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& r = records[i];
    if (const auto target = target_of(r, came[i], values[i], setup.value_weight)) {
      samples.push_back({r.board, *target, r.source == ScoreSource::kExact,
                         is_held_out(setup, file_name, r.game)});
    }
  }
}

Result<std::vector<std::string>> training_files(std::span<const std::string> paths) {
  const auto named = record_paths(paths);
  if (!named) return named.error();
  // Sorting by name first keeps the order, and so the rounding of weights, independent of folders.
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
    const std::function<bool(std::size_t files, std::size_t samples)>& progress) {
  const auto folder_of = [](const std::string& path) { return fs::path(path).parent_path(); };
  std::map<fs::path, ValueShift> shifts;
  if (setup.value_weight > 0 || setup.td_lambda < 1) {
    for (const std::string& path : files) {
      const auto records = read_records(path);
      if (!records) return records.error();
      shifts[folder_of(path)].count(*records);
    }
  }
  std::vector<Sample> samples;
  std::size_t done = 0;
  for (const std::string& path : files) {
    const auto records = read_records(path);
    if (!records) return records.error();
    add_samples(*records, fs::path(path).filename().string(), setup, shifts[folder_of(path)],
                samples);
    if (progress && !progress(++done, samples.size())) return std::vector<Sample>{};
  }
  return samples;
}

}  // namespace sumi::lab
