// SPDX-License-Identifier: MIT
/// Memory: 4 bytes per feature and row while a stage is fitted.
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"
#include "tools/lab/train/pattern_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>

namespace sumi::lab {

// Long sums use double or short shards. Arrays with random access are float, for the caches.

namespace {

// Both affect the result through rounding.
constexpr std::size_t kMaxShards = 32;
constexpr std::size_t kMinShardRows = 4096;

/// Columns per work item when shards are added.
constexpr std::size_t kColumnBlock = 8192;

/// Convergence threshold for the square of the relative residual norm: below it, float precision
/// hides progress.
constexpr double kConverged = 1e-14;

float sum_of(std::span<const std::uint32_t> row, std::span<const float> weights) {
  float sum = 0;
  for (const std::uint32_t entry : row) sum += weights[entry];
  return sum;
}

/// Adds a number per row to the row's columns.
class ColumnSums {
 public:
  ColumnSums(const SparseRows& rows, std::size_t columns, int threads)
      : rows_(rows),
        threads_(threads),
        shards_(std::clamp<std::size_t>(rows.size() / kMinShardRows, 1, kMaxShards),
                std::vector<float>(columns)) {}

  /// sums[k] = sum of number(i) over all entries k of rows i.
  template <class Number>
  void run(const Number& number, std::vector<double>& sums) {
    for_each_part(shards_.size(), threads_, [&](std::size_t s) {
      std::vector<float>& shard = shards_[s];
      std::fill(shard.begin(), shard.end(), 0.0f);
      const std::size_t end = first_row(s + 1);
      for (std::size_t i = first_row(s); i < end; ++i) {
        const float n = number(i);
        for (const std::uint32_t entry : rows_.row(i)) shard[entry] += n;
      }
    });
    for_each_in_blocks(sums.size(), kColumnBlock, threads_, [&](std::size_t k) {
      double sum = 0;
      for (const std::vector<float>& shard : shards_) sum += static_cast<double>(shard[k]);
      sums[k] = sum;
    });
  }

 private:
  std::size_t first_row(std::size_t shard) const { return rows_.size() * shard / shards_.size(); }

  const SparseRows& rows_;
  const int threads_;
  std::vector<std::vector<float>> shards_;
};

/// Solves (X'CX + lambda) w = X'Cy.
class ConjugateGradients {
 public:
  ConjugateGradients(const SparseRows& rows, const RidgeSetup& setup)
      : rows_(rows),
        lambda_(setup.lambda),
        column_sums_(rows, setup.columns, setup.threads),
        weights_(setup.columns),
        residual_(setup.columns),
        image_(setup.columns),
        inverse_diagonal_(setup.columns),
        direction_(setup.columns) {
    const std::vector<float>& weight = rows_.sample_weights;
    column_sums_.run([&](std::size_t i) { return weight[i]; }, image_);
    for (std::size_t k = 0; k < image_.size(); ++k) {
      inverse_diagonal_[k] = 1 / (lambda_ + image_[k]);
    }
    column_sums_.run([&](std::size_t i) { return weight[i] * rows_.targets[i]; }, residual_);
    norm_ = first_norm_ = scaled_norm();
    update_direction(0);
  }

  bool converged() const { return !(norm_ > kConverged * first_norm_); }

  void step() {
    column_sums_.run(
        [&](std::size_t i) { return rows_.sample_weights[i] * sum_of(rows_.row(i), direction_); },
        image_);
    double curvature = 0;
    for (std::size_t k = 0; k < image_.size(); ++k) {
      const auto direction = static_cast<double>(direction_[k]);
      image_[k] += lambda_ * direction;
      curvature += direction * image_[k];
    }
    const double length = norm_ / curvature;
    for (std::size_t k = 0; k < image_.size(); ++k) {
      weights_[k] += length * static_cast<double>(direction_[k]);
      residual_[k] -= length * image_[k];
    }
    const double old = norm_;
    norm_ = scaled_norm();
    update_direction(norm_ / old);
  }

  std::vector<float> weights() const { return {weights_.begin(), weights_.end()}; }

  /// Calls `each` with every array that the iterations change.
  template <class Each>
  void visit(const Each& each) {
    each(std::span(weights_));
    each(std::span(residual_));
    each(std::span(direction_));
    each(std::span(&norm_, 1));
  }

 private:
  double scaled_norm() const {
    double norm = 0;
    for (std::size_t k = 0; k < residual_.size(); ++k) {
      norm += residual_[k] * residual_[k] * inverse_diagonal_[k];
    }
    return norm;
  }

  void update_direction(double keep) {
    for (std::size_t k = 0; k < direction_.size(); ++k) {
      direction_[k] = static_cast<float>(inverse_diagonal_[k] * residual_[k] +
                                         keep * static_cast<double>(direction_[k]));
    }
  }

  const SparseRows& rows_;
  const double lambda_;
  ColumnSums column_sums_;
  std::vector<double> weights_, residual_, image_, inverse_diagonal_;
  std::vector<float> direction_;
  double norm_ = 0, first_norm_ = 0;
};

template <class Visit>
std::string saved(const Visit& visit) {
  std::string bytes;
  visit([&](auto numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  });
  return bytes;
}

/// Does nothing if the length differs.
template <class Visit>
void restore(std::string_view bytes, const Visit& visit) {
  std::size_t size = 0;
  visit([&](auto numbers) { size += numbers.size_bytes(); });
  if (bytes.size() != size) return;
  visit([&](auto numbers) {
    std::memcpy(numbers.data(), bytes.data(), numbers.size_bytes());
    bytes.remove_prefix(numbers.size_bytes());
  });
}

double mean_squares(const SparseRows& rows, std::span<const float> weights, int threads) {
  const std::vector<float> predicted = predictions(rows, weights, threads);
  double squares = 0, weight_sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto error = static_cast<double>(predicted[i] - rows.targets[i]);
    const auto c = static_cast<double>(rows.sample_weights[i]);
    squares += c * error * error;
    weight_sum += c;
  }
  return weight_sum > 0 ? squares / weight_sum : 0;
}

}  // namespace

std::optional<RidgeFit> fit_ridge(const SparseRows& training, const SparseRows& held_out,
                                  const RidgeSetup& setup, const std::function<bool(int)>& proceed,
                                  const RidgeCheckpoints& checkpoints) {
  ConjugateGradients solver(training, setup);
  RidgeFit best;
  best.weights = solver.weights();
  best.held_out_squares = mean_squares(held_out, best.weights, setup.threads);
  int done = 0, worse = 0;
  const auto visit = [&](const auto& each) {
    solver.visit(each);
    each(std::span(best.weights));
    each(std::span(&best.held_out_squares, 1));
    for (int* const number : {&best.iterations, &done, &worse}) each(std::span(number, 1));
  };
  restore(checkpoints.begin, visit);
  while (worse < setup.patience) {
    const bool ends = done >= setup.max_iterations || solver.converged();
    if (done > 0 && (ends || done % setup.check_every == 0)) {
      std::vector<float> weights = solver.weights();
      const double squares = mean_squares(held_out, weights, setup.threads);
      if (held_out.size() == 0 || squares < best.held_out_squares) {
        best = {std::move(weights), done, 0, squares};
        worse = 0;
      } else {
        ++worse;
      }
    }
    if (ends || worse >= setup.patience) break;
    solver.step();
    ++done;
    const bool continues = !proceed || proceed(done);
    if (checkpoints.save && (!continues || checkpoints.due())) checkpoints.save(saved(visit));
    if (!continues) return std::nullopt;
  }
  best.iterations_run = done;
  return best;
}

std::vector<float> predictions(const SparseRows& rows, std::span<const float> weights,
                               int threads) {
  constexpr std::size_t kBlock = 4096;
  std::vector<float> predicted(rows.size());
  for_each_in_blocks(rows.size(), kBlock, threads,
                     [&](std::size_t i) { predicted[i] = sum_of(rows.row(i), weights); });
  return predicted;
}

namespace {

namespace fs = std::filesystem;

constexpr int kMaxEmpties = 64;
constexpr int kMaxScore = 64;

/// Increment if the same samples and setup give other weights than before.
constexpr std::uint64_t kMethodVersion = 3;

/// Columns, one per canonical filling.
struct Columns {
  std::vector<std::uint32_t> of_filling;  ///< [kStageWeights]
  std::size_t count = 0;
};

Columns make_columns() {
  Columns columns;
  for (int pattern = 0; pattern < kPatternTypes; ++pattern) {
    const std::size_t first = columns.of_filling.size();
    const std::vector<std::uint16_t> canonical = canonical_fillings(pattern);
    for (std::size_t filling = 0; filling < canonical.size(); ++filling) {
      const bool is_canonical = canonical[filling] == filling;  // the smallest, so already numbered
      columns.of_filling.push_back(is_canonical ? static_cast<std::uint32_t>(columns.count++)
                                                : columns.of_filling[first + canonical[filling]]);
    }
  }
  for (int i = 0; i < kMobilityFillings; ++i) {
    columns.of_filling.push_back(static_cast<std::uint32_t>(columns.count++));
  }
  return columns;
}

struct EmptiesRange {
  int min = kMaxEmpties, max = 0;
};

EmptiesRange empties_of(int stage) {
  EmptiesRange range;
  for (int empties = 0; empties <= kMaxEmpties; ++empties) {
    if (pattern_stage(empties) != stage) continue;
    range.min = std::min(range.min, empties);
    range.max = std::max(range.max, empties);
  }
  return range;
}

int distance(int empties, EmptiesRange range) {
  return std::max({0, range.min - empties, empties - range.max});
}

struct Part {
  const Sample* sample = nullptr;
  float sample_weight = 0;
};

SparseRows rows_of(const std::vector<Part>& parts, const Columns& columns, int threads) {
  constexpr std::size_t kBlock = 1024;
  constexpr auto kFeatures = static_cast<std::size_t>(kPatternLayout.features);
  constexpr std::size_t kWidth = kFeatures + 1;
  SparseRows rows;
  rows.width = kWidth;
  rows.entries.resize(parts.size() * kWidth);
  rows.targets.resize(parts.size());
  rows.sample_weights.resize(parts.size());
  for_each_in_blocks(parts.size(), kBlock, threads, [&](std::size_t i) {
    const Part& part = parts[i];
    const Board& board = part.sample->board;
    const PatternIndices indices = pattern_indices(board);
    std::uint32_t* const entries = &rows.entries[i * kWidth];
    for (std::size_t f = 0; f < kFeatures; ++f) {
      const auto pattern = static_cast<std::size_t>(kPatternLayout.feature[f].pattern);
      const auto offset = static_cast<std::size_t>(kPatternLayout.offset[pattern]);
      entries[f] = columns.of_filling[offset + indices[f]];
    }
    const int mobility = mobility_filling(std::popcount(rules::legal_moves(board)),
                                          std::popcount(rules::legal_moves(board.passed())));
    entries[kFeatures] =
        columns.of_filling[static_cast<std::size_t>(kPatternLayout.total_fillings + mobility)];
    rows.targets[i] = part.sample->discs();
    rows.sample_weights[i] = part.sample_weight;
  });
  return rows;
}

double mean_target(const SparseRows& rows) {
  double sum = 0, weight_sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sum += static_cast<double>(rows.sample_weights[i]) * static_cast<double>(rows.targets[i]);
    weight_sum += static_cast<double>(rows.sample_weights[i]);
  }
  return weight_sum > 0 ? sum / weight_sum : 0;
}

struct StageFit {
  StageReport report;
  std::vector<float> weights;  ///< [column], in discs.
};

class Trainer {
 public:
  Trainer(std::vector<Sample> samples, const TrainingSetup& setup)
      : setup_(setup), samples_(std::move(samples)), columns_(make_columns()) {
    std::ranges::stable_sort(samples_, {}, [](const Sample& s) { return s.board.empties(); });
  }

  std::size_t columns() const { return columns_.count; }

  StageReport counts(int stage) const {
    const EmptiesRange range = empties_of(stage);
    StageReport report;
    report.stage = stage;
    report.min_empties = range.min;
    report.max_empties = range.max;
    report.weights_of = stage;
    for (const Sample& s : with_empties(range)) {
      if (source_weight(s) == 0) continue;
      ++(s.held_out ? report.held_out : report.positions);
      report.exact_held_out += s.held_out && s.exact;
    }
    return report;
  }

  std::uint64_t hash(int stage) const {
    WorkHash hash;
    hash.add(kMethodVersion);
    hash.add(static_cast<std::uint64_t>(stage));
    hash.add(std::bit_cast<std::uint64_t>(setup_.lambda));
    hash.add(std::bit_cast<std::uint64_t>(setup_.game_weight));
    hash.add(static_cast<std::uint64_t>(setup_.reach));
    hash.add(static_cast<std::uint64_t>(setup_.max_iterations));
    hash.add(kPatternStages);
    for (const Pattern& pattern : kPatterns) hash.add(pattern.squares);
    for (const Sample& s : with_empties(reached(stage))) s.add_to(hash);
    return hash.value();
  }

  std::optional<StageFit> fit(int stage, const std::function<bool(int)>& proceed,
                              const RidgeCheckpoints& checkpoints) const {
    const EmptiesRange range = empties_of(stage);
    std::vector<Part> training, held_out;
    for (const Sample& s : with_empties(reached(stage))) {
      const int outside = distance(s.board.empties(), range);
      const double sample_weight = source_weight(s) * (1 - outside / (setup_.reach + 1.0));
      if (sample_weight == 0 || (s.held_out && outside > 0)) continue;
      (s.held_out ? held_out : training).push_back({&s, static_cast<float>(sample_weight)});
    }
    const SparseRows rows = rows_of(training, columns_, setup_.threads);
    const SparseRows held_out_rows = rows_of(held_out, columns_, setup_.threads);

    RidgeSetup ridge;
    ridge.columns = columns_.count;
    ridge.lambda = setup_.lambda;
    ridge.max_iterations = setup_.max_iterations;
    ridge.threads = setup_.threads;
    auto fitted = fit_ridge(rows, held_out_rows, ridge, proceed, checkpoints);
    if (!fitted) return std::nullopt;

    StageFit fit;
    fit.report = counts(stage);
    fit.report.iterations = fitted->iterations;
    fit.report.iterations_run = fitted->iterations_run;
    const std::vector<float> mean(held_out.size(), static_cast<float>(mean_target(rows)));
    fit.report.baseline = error(held_out, mean);
    fit.report.error = error(held_out, predictions(held_out_rows, fitted->weights, setup_.threads));
    fit.weights = std::move(fitted->weights);
    return fit;
  }

  void put_values(const std::vector<float>& weights, std::int16_t* values) const {
    constexpr long kMost = 32000;
    for (std::size_t filling = 0; filling < columns_.of_filling.size(); ++filling) {
      const float discs = weights[columns_.of_filling[filling]];
      values[filling] = static_cast<std::int16_t>(
          std::clamp(std::lround(discs * Value::kPerDisc), -kMost, kMost));
    }
  }

 private:
  double source_weight(const Sample& s) const { return s.exact ? 1 : setup_.game_weight; }

  EmptiesRange reached(int stage) const {
    const EmptiesRange range = empties_of(stage);
    return {range.min - setup_.reach, range.max + setup_.reach};
  }

  std::span<const Sample> with_empties(EmptiesRange range) const {
    const auto empties = [](const Sample& s) { return s.board.empties(); };
    const auto first = std::ranges::lower_bound(samples_, range.min, {}, empties);
    const auto last = std::ranges::upper_bound(samples_, range.max, {}, empties);
    return {first, last};
  }

  static TrainingError error(const std::vector<Part>& parts, const std::vector<float>& predicted) {
    double absolute = 0, squares = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].sample->exact) continue;
      const float clipped = std::clamp<float>(predicted[i], -kMaxScore, kMaxScore);
      const auto off = static_cast<double>(clipped - parts[i].sample->discs());
      absolute += std::abs(off);
      squares += off * off;
      ++count;
    }
    const auto n = static_cast<double>(std::max<std::size_t>(count, 1));
    return {absolute / n, std::sqrt(squares / n)};
  }

  const TrainingSetup& setup_;
  std::vector<Sample> samples_;  ///< Sorted by empties.
  const Columns columns_;
};

/// Files of finished stages and the checkpoint, in native byte order. Ignores and overwrites files
/// of other samples or setups.
class StageCheckpoints {
 public:
  explicit StageCheckpoints(const std::string& path) : path_(path) {}

  Result<void> create() const { return path_.empty() ? Result<void>() : make_folder(path_); }

  std::optional<StageFit> load(StageReport report, std::uint64_t hash, std::size_t columns) const {
    if (path_.empty()) return std::nullopt;
    const auto bytes = read_file(file_of(report.stage));
    Head head;
    if (!bytes || bytes->size() != sizeof head + columns * sizeof(float)) return std::nullopt;
    std::memcpy(&head, bytes->data(), sizeof head);
    const std::string_view body = std::string_view(*bytes).substr(sizeof head);
    if (head.hash != hash || head.check != check_of(head, body)) return std::nullopt;
    report.baseline = head.baseline;
    report.error = head.error;
    report.iterations = head.iterations;
    report.iterations_run = head.iterations_run;
    report.resumed = true;
    StageFit fit{report, std::vector<float>(columns)};
    std::memcpy(fit.weights.data(), body.data(), body.size());
    return fit;
  }

  Result<void> save(const StageFit& fit, std::uint64_t hash) const {
    if (path_.empty()) return {};
    const std::string_view body(reinterpret_cast<const char*>(fit.weights.data()),
                                fit.weights.size() * sizeof(float));
    Head head{hash,
              0,
              fit.report.baseline,
              fit.report.error,
              fit.report.iterations,
              fit.report.iterations_run};
    head.check = check_of(head, body);
    return write_file(file_of(fit.report.stage), bytes_of(head).append(body));
  }

  /// Removes a finished stage's checkpoint, which a killed process may have left.
  void remove_part(int stage) const {
    if (path_.empty()) return;
    std::error_code ignored;  // a leftover does no harm
    fs::remove(part_of(stage), ignored);
  }

  /// `hash` identifies the stage's training data. Throws FatalError if writing fails.
  RidgeCheckpoints checkpoints(int stage, std::uint64_t hash) const {
    if (path_.empty()) return {};
    RidgeCheckpoints checkpoints;
    if (const auto bytes = read_file(part_of(stage)); bytes && bytes->size() > sizeof(PartHead)) {
      PartHead head;
      std::memcpy(&head, bytes->data(), sizeof head);
      const std::string_view state = std::string_view(*bytes).substr(sizeof head);
      if (head.hash == hash && head.check == check_of(hash, state)) checkpoints.begin = state;
    }
    const auto timer = std::make_shared<CheckpointTimer>();
    checkpoints.due = [timer] { return timer->due(); };
    checkpoints.save = [this, stage, hash, timer](const std::string& state) {
      const std::string head = bytes_of(PartHead{hash, check_of(hash, state)});
      timer->run([&] { write_file(part_of(stage), head + state).value(); });
    };
    return checkpoints;
  }

 private:
  struct Head {
    std::uint64_t hash = 0;
    std::uint64_t check = 0;  ///< Checksum of the rest.
    TrainingError baseline, error;
    std::int32_t iterations = 0, iterations_run = 0;
  };

  struct PartHead {
    std::uint64_t hash = 0;
    std::uint64_t check = 0;  ///< Checksum of `hash` and the rest.
  };

  template <class T>
  static std::string bytes_of(const T& head) {
    return {reinterpret_cast<const char*>(&head), sizeof head};
  }

  static std::uint64_t check_of(std::uint64_t hash_of_work, std::string_view state) {
    WorkHash hash;
    hash.add(hash_of_work);
    hash.add(state);
    return hash.value();
  }

  static std::uint64_t check_of(Head head, std::string_view body) {
    head.check = 0;
    WorkHash hash;
    hash.add(bytes_of(head));
    hash.add(body);
    return hash.value();
  }

  std::string file_of(int stage) const {
    return (fs::path(path_) / fmt::format("stage-{:02}.fit", stage)).string();
  }

  std::string part_of(int stage) const {
    return (fs::path(path_) / fmt::format("stage-{:02}.part", stage)).string();
  }

  const std::string& path_;
};

/// The trained stage closest to `stage`; of two equally close ones, the later, which has better
/// scores.
int closest_trained(const std::vector<StageReport>& reports, std::size_t min_positions, int stage) {
  int closest = -1;
  for (const StageReport& r : reports) {
    if (r.positions < std::max<std::size_t>(min_positions, 1)) continue;
    if (closest < 0 || std::abs(r.stage - stage) <= std::abs(closest - stage)) closest = r.stage;
  }
  return closest;
}

/// All stages, each with the stage whose weights it will use.
Result<std::vector<StageReport>> plan(const Trainer& trainer, const TrainingSetup& setup) {
  std::vector<StageReport> reports;
  for (int stage = 0; stage < kPatternStages; ++stage) reports.push_back(trainer.counts(stage));
  for (StageReport& r : reports) {
    r.weights_of = closest_trained(reports, setup.min_positions, r.stage);
    if (r.weights_of < 0) {
      return Error{ErrorCode::kOutOfRange,
                   fmt::format("no stage of the game has {} positions with a score to train on",
                               std::max<std::size_t>(setup.min_positions, 1))};
    }
  }
  return reports;
}

}  // namespace

Result<TrainingResult> train_pattern(std::vector<Sample> samples, const TrainingSetup& setup,
                                     const TrainingCallbacks& callbacks) {
  const Trainer trainer(std::move(samples), setup);
  auto reports = plan(trainer, setup);
  if (!reports) return reports.error();
  const StageCheckpoints stage_checkpoints(setup.checkpoint_folder);
  if (const auto created = stage_checkpoints.create(); !created) return created.error();

  constexpr auto kWeights = static_cast<std::size_t>(kStageWeights);
  TrainingResult result;
  std::vector<std::int16_t> values(kPatternStages * kWeights);
  const auto values_of = [&](int stage) {
    return values.data() + static_cast<std::size_t>(stage) * kWeights;
  };
  for (StageReport& report : *reports) {
    if (report.trained()) {
      // Loading a finished stage takes time, too: its samples are hashed.
      if (callbacks.iteration && !callbacks.iteration(report.stage, 0)) {
        result.interrupted = true;
        return result;
      }
      const std::uint64_t hash = trainer.hash(report.stage);
      auto fit = stage_checkpoints.load(report, hash, trainer.columns());
      if (!fit) {
        fit = trainer.fit(
            report.stage,
            [&](int iteration) {
              return !callbacks.iteration || callbacks.iteration(report.stage, iteration);
            },
            stage_checkpoints.checkpoints(report.stage, hash));
        if (!fit) {
          result.interrupted = true;
          return result;
        }
        if (const auto saved = stage_checkpoints.save(*fit, hash); !saved) return saved.error();
      }
      stage_checkpoints.remove_part(report.stage);
      report = fit->report;
      trainer.put_values(fit->weights, values_of(report.stage));
    }
    result.stages.push_back(report);
    if (callbacks.stage) callbacks.stage(report);
  }
  for (const StageReport& r : result.stages) {
    if (!r.trained()) std::copy_n(values_of(r.weights_of), kWeights, values_of(r.stage));
  }
  result.values = std::move(values);
  return result;
}

}  // namespace sumi::lab
