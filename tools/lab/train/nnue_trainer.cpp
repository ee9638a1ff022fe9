// SPDX-License-Identifier: MIT
/// Memory: 8 bytes per sample besides the samples, 260 per column of rows.
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/game/pattern_layout.h"
#include "engine/game/rules.h"
#include "tools/lab/long_work.h"
#include "tools/lab/records.h"
#include "tools/lab/train/nnue_model.h"
#include "tools/lab/train/nnue_trainer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace sumi::lab {
namespace {

namespace fs = std::filesystem;

/// Increment if the same samples and setup give other weights than before.
constexpr std::uint64_t kMethodVersion = 3;

constexpr std::size_t kInputs = kNnueInputs, kHeads = NnueWeights::kHeads;
constexpr std::size_t kBlock = 256;  // samples per work item
constexpr std::uint64_t kReports = 20, kWarmUp = 200;
constexpr std::size_t kMaxValidationSamples = 100'000;

std::size_t head_of(const Board& b) {
  return std::min(static_cast<std::size_t>(b.empties()), kHeads - 1);
}

/// nnue_rows(), by adding each square's contribution to the indices of all features.
class RowFinder {
 public:
  RowFinder() : columns_(nnue_columns()) {
    for (std::size_t f = 0; f < kFeatures; ++f) {
      const PatternFeature& feature = kPatternLayout.feature[f];
      std::uint16_t value = 1;
      for (int i = 0; i < feature.size; ++i) {
        place_values_[static_cast<std::size_t>(index(feature.squares[static_cast<std::size_t>(i)]))]
                     [f] = value;
        value = static_cast<std::uint16_t>(3 * value);
      }
      offset_[f] = static_cast<std::uint32_t>(
          kPatternLayout.offset[static_cast<std::size_t>(feature.pattern)]);
    }
  }

  const NnueColumns& columns() const { return columns_; }

  void find(const Board& b, std::uint32_t* found) const {
    std::array<std::uint16_t, kMaxPatternFeatures> sums{};
    for (Bitboard left = b.empty(); left != 0; left &= left - 1) add(left, 1, sums);
    for (Bitboard left = b.opp; left != 0; left &= left - 1) add(left, 2, sums);
    for (std::size_t f = 0; f < kFeatures; ++f) {
      found[f] = columns_.of_row[offset_[f] + sums[f]];
    }
    const int mobility = mobility_filling(std::popcount(fast_rules::legal_moves(b)),
                                          std::popcount(fast_rules::legal_moves(b.passed())));
    found[kFeatures] = columns_.of_row[static_cast<std::size_t>(kFirstMobilityRow + mobility)];
    found[kFeatures + 1] =
        columns_.of_row[static_cast<std::size_t>(kFirstParityRow + parity_filling(b.empty()))];
    const std::uint32_t table =
        static_cast<std::uint32_t>(nnue_table(b.empties())) * columns_.count;
    for (std::size_t input = 0; input < kInputs; ++input) found[input] += table;
  }

 private:
  static constexpr auto kFeatures = static_cast<std::size_t>(kPatternLayout.features);

  void add(Bitboard set, std::uint16_t times,
           std::array<std::uint16_t, kMaxPatternFeatures>& sums) const {
    const auto& place_values = place_values_[static_cast<std::size_t>(std::countr_zero(set))];
    for (std::size_t f = 0; f < sums.size(); ++f) {
      sums[f] = static_cast<std::uint16_t>(sums[f] + times * place_values[f]);
    }
  }

  NnueColumns columns_;
  std::array<std::array<std::uint16_t, kMaxPatternFeatures>, 64> place_values_{};
  std::array<std::uint32_t, kFeatures> offset_{};
};

/// Inputs that share rows: a pattern's features, mobility or parity.
struct InputKind {
  std::size_t first = 0, last = 0;  ///< [first, last)
};

std::vector<InputKind> input_kinds() {
  std::vector<InputKind> kinds;
  const auto features = static_cast<std::size_t>(kPatternLayout.features);
  for (std::size_t f = 0; f < features; ++f) {
    const bool same =
        f > 0 && kPatternLayout.feature[f].pattern == kPatternLayout.feature[f - 1].pattern;
    if (!same) kinds.push_back({f, f});
    ++kinds.back().last;
  }
  kinds.push_back({features, features + 1});
  kinds.push_back({features + 1, features + 2});
  return kinds;
}

/// One Adam update of `count` parameters. Resets `gradients` to 0.
struct Adam {
  float learning_rate, epsilon, beta1, beta2;

  void step(float* __restrict numbers, float* __restrict gradients, float* __restrict means,
            float* __restrict squares, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      means[i] = beta1 * means[i] + (1 - beta1) * gradients[i];
      squares[i] = beta2 * squares[i] + (1 - beta2) * gradients[i] * gradients[i];
      numbers[i] -= learning_rate * means[i] / (std::sqrt(squares[i]) + epsilon);
      gradients[i] = 0;
    }
  }
};

float* numbers_of(ModelHead& head) { return reinterpret_cast<float*>(&head); }

/// Consists of plain numbers: a checkpoint is their bytes.
struct NnueState {
  explicit NnueState(NnueModel begin)
      : model(std::move(begin)),
        row_means(zero_rows(model.rows.size())),
        row_squares(zero_rows(model.rows.size())),
        head_means(kHeads),
        head_squares(kHeads) {}

  NnueModel model;
  std::vector<ChannelRow> row_means, row_squares;
  std::vector<ModelHead> head_means, head_squares;
  std::uint64_t batches = 0;  ///< Completed.

  template <class Each>
  void for_each_bytes(const Each& each) {
    const auto all = [&](auto& items) { each(items.data(), items.size() * sizeof items[0]); };
    all(model.rows), all(model.heads), all(row_means), all(row_squares), all(head_means);
    all(head_squares), each(&batches, sizeof batches);
  }
};

class NnueTrainer {
 public:
  NnueTrainer(std::vector<Sample> samples, const NnueSetup& setup)
      : setup_(setup),
        samples_(std::move(samples)),
        state_(setup.begin ? NnueModel(*setup.begin, finder_.columns())
                           : NnueModel(finder_.columns().count, setup.seed)),
        row_gradients_(zero_rows(state_.model.rows.size())),
        last_seen_(state_.model.rows.size(), 0) {
    std::vector<std::size_t> validation;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const Sample& s = samples_[i];
      if (s.held_out) {
        const int empties = s.board.empties();
        if (s.exact && 10 <= empties && empties <= 50) validation.push_back(i);
      } else if (s.exact || setup_.game_weight > 0) {
        order_.push_back(static_cast<std::uint32_t>(i));
      }
    }
    const std::size_t used = std::min(validation.size(), kMaxValidationSamples);
    for (std::size_t k = 0; k < used; ++k) {
      validation_samples_.push_back(validation[k * validation.size() / used]);
    }
    set_head_weights();
    setup_.batch = std::min(setup_.batch, std::max<std::size_t>(order_.size(), 1));
    batch_.resize(setup_.batch);
    columns_.resize(setup_.batch * kInputs);
    sum_gradients_.resize(setup_.batch);
  }

  std::size_t positions() const { return order_.size(); }

  std::uint64_t batches() const {
    const double all = setup_.epochs * static_cast<double>(order_.size());
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(all) / setup_.batch);
  }

  std::uint64_t hash() const {
    WorkHash hash;
    hash.add(kMethodVersion);
    for (const double number : {setup_.epochs, setup_.game_weight, setup_.balance,
                                setup_.learning_rate, setup_.epsilon, setup_.leak}) {
      hash.add(std::bit_cast<std::uint64_t>(number));
    }
    hash.add(setup_.batch);
    hash.add(setup_.seed);
    if (setup_.begin) hash.add(write_nnue(*setup_.begin, 1));
    for (const Pattern& pattern : kPatterns) hash.add(pattern.squares);
    for (const Sample& s : samples_) s.add_to(hash);
    return hash.value();
  }

  NnueState& state() { return state_; }
  const NnueColumns& columns() const { return finder_.columns(); }

  /// Mean weighted loss in square discs.
  double train_batch() {
    const std::uint64_t number = state_.batches;
    choose_batch(number);
    for_each_in_blocks(batch_.size(), kBlock, setup_.threads, [&](std::size_t i) {
      finder_.find(samples_[batch_[i]].board, &columns_[i * kInputs]);
    });
    const Adam adam = adam_of(number);
    std::array<double, kHeads> losses{};
    for_each_part(kHeads, setup_.threads,
                  [&](std::size_t head) { losses[head] = train_head(head, adam); });
    for_each_part(kinds_.size(), setup_.threads,
                  [&](std::size_t kind) { train_rows(kinds_[kind], adam); });
    ++state_.batches;
    return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(batch_.size());
  }

  /// In discs: [0] at even numbers of empties, [1] at odd ones.
  template <class ValueOf>
  std::array<NnueError, 2> validation_errors(const ValueOf& value) const {
    std::vector<float> off(validation_samples_.size());
    for_each_in_blocks(off.size(), kBlock, setup_.threads, [&](std::size_t i) {
      const Sample& s = samples_[validation_samples_[i]];
      off[i] = std::clamp(value(s.board), -64.0f, 64.0f) - s.discs();
    });
    std::array<NnueError, 2> errors;
    for (std::size_t i = 0; i < off.size(); ++i) {
      NnueError& error =
          errors[static_cast<std::size_t>(samples_[validation_samples_[i]].board.empties() % 2)];
      const auto discs = static_cast<double>(off[i]);
      ++error.positions;
      error.bias += discs;
      error.mean_absolute += std::abs(discs);
      error.root_mean_square += discs * discs;
    }
    for (NnueError& error : errors) {
      const auto n = static_cast<double>(std::max<std::size_t>(error.positions, 1));
      error.bias /= n;
      error.mean_absolute /= n;
      error.root_mean_square = std::sqrt(error.root_mean_square / n);
    }
    return errors;
  }

  InactiveUnits inactive() const {
    struct Range {
      float least = std::numeric_limits<float>::max(), most = std::numeric_limits<float>::lowest();
      void add(float number) { least = std::min(least, number), most = std::max(most, number); }
      float width() const { return most - least; }
    };
    std::array<Range, kChannels> channels;
    std::vector<std::array<Range, kUnits>> units(kHeads);
    for (const std::size_t i : validation_samples_) {
      const NnueForward activations = evaluate(samples_[i].board);
      for (std::size_t c = 0; c < kChannels; ++c) channels[c].add(activations.sums[c]);
      auto& of_head = units[head_of(samples_[i].board)];
      for (std::size_t u = 0; u < kUnits; ++u) of_head[u].add(clamped_unit(activations.hidden[u]));
    }
    InactiveUnits inactive;
    for (const Range& channel : channels) inactive.channels += channel.width() <= 0 ? 1 : 0;
    for (std::size_t h = 0; h < kHeads; ++h) {
      for (std::size_t u = 0; u < kUnits; ++u) {
        if (units[h][u].width() < 0) continue;  // no positions
        const float discs = std::abs(state_.model.heads[h].output[u]) * units[h][u].width();
        ++inactive.total_units;
        inactive.units += kModelDiscs * discs < 0.2f ? 1 : 0;
      }
    }
    return inactive;
  }

  float discs(const Board& b) const { return kModelDiscs * evaluate(b).value; }

 private:
  NnueForward evaluate(const Board& b) const {
    std::array<std::uint32_t, kInputs> found;
    finder_.find(b, found.data());
    const ModelHead head = with_rounded_weights(state_.model.heads[head_of(b)]);
    return forward(head, sums_of(head, found.data()));
  }

  /// Numbers of empties with fewer positions get larger weights; the mean weight is 1.
  void set_head_weights() {
    std::array<double, kHeads> count{};
    for (const std::uint32_t i : order_) ++count[head_of(samples_[i].board)];
    const auto all = static_cast<double>(order_.size());
    double sum = 0;
    for (std::size_t h = 0; h < kHeads; ++h) {
      if (count[h] == 0) continue;
      const double share = std::max(count[h] * kHeads / all, 0.1);
      head_weight_[h] = static_cast<float>(std::pow(share, -setup_.balance));
      sum += count[h] * static_cast<double>(head_weight_[h]);
    }
    for (float& weight : head_weight_) weight *= static_cast<float>(all / sum);
  }

  void choose_batch(std::uint64_t number) {
    const std::uint64_t whole = order_.size() / setup_.batch;
    const std::uint64_t epoch = number / whole;
    if (epoch_ != epoch) {
      std::ranges::sort(order_);
      shuffle_items(order_, SplitMix64(SplitMix64(setup_.seed).next() + epoch));
      epoch_ = epoch;
    }
    const std::uint32_t* const first = &order_[number % whole * setup_.batch];
    std::array<std::size_t, kHeads + 1> ends{};
    for (std::size_t i = 0; i < setup_.batch; ++i) {
      ++ends[head_of(samples_[first[i]].board) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    first_of_ = ends;
    for (std::size_t i = 0; i < setup_.batch; ++i) {
      batch_[ends[head_of(samples_[first[i]].board)]++] = first[i];
    }
  }

  Adam adam_of(std::uint64_t number) const {
    constexpr double kBeta1 = 0.9, kBeta2 = 0.999;
    const double done = static_cast<double>(number) / static_cast<double>(batches());
    const double fall = 0.01 + 0.99 * (1 + std::cos(std::numbers::pi * done)) / 2;
    const double warm = std::min(1.0, static_cast<double>(number + 1) / kWarmUp);
    return {static_cast<float>(setup_.learning_rate * fall * warm),
            static_cast<float>(setup_.epsilon), static_cast<float>(kBeta1),
            static_cast<float>(kBeta2)};
  }

  ChannelRow sums_of(const ModelHead& head, const std::uint32_t* found) const {
    ChannelRow sums = head.start;
    for (std::size_t input = 0; input < kInputs; input += 2) {
      const ChannelRow& first = state_.model.rows[found[input]];
      const ChannelRow& second = state_.model.rows[found[input + 1]];
      for (std::size_t c = 0; c < kChannels; ++c) {
        sums[c] +=
            std::clamp(rounded_in_row(first[c]) + rounded_in_row(second[c]), -1.0f, 127.0f / 128);
      }
    }
    return sums;
  }

  /// Trains one head and stores the gradients of its samples' rows.
  double train_head(std::size_t h, const Adam& adam) {
    ModelHead& head = state_.model.heads[h];
    const ModelHead used = with_rounded_weights(head);
    ModelHead head_gradient;
    double loss = 0;
    const float share = 1 / static_cast<float>(batch_.size());
    const auto leak = static_cast<float>(setup_.leak);
    for (std::size_t i = first_of_[h]; i < first_of_[h + 1]; ++i) {
      const Sample& s = samples_[batch_[i]];
      const NnueForward activations = forward(used, sums_of(used, &columns_[i * kInputs]));
      const float off = activations.value - s.discs() / kModelDiscs;
      const float sample_weight =
          head_weight_[h] * (s.exact ? 1 : static_cast<float>(setup_.game_weight));
      loss += static_cast<double>(sample_weight * off * off * kModelDiscs * kModelDiscs);
      sum_gradients_[i] =
          backward(used, activations, share * sample_weight * off, leak, head_gradient);
    }
    if (first_of_[h] == first_of_[h + 1]) return 0;
    static_assert(kHeadNumbers == kChannels * (2 + kUnits) + 2 * kUnits + 1);
    adam.step(numbers_of(head), numbers_of(head_gradient), numbers_of(state_.head_means[h]),
              numbers_of(state_.head_squares[h]), kHeadNumbers);
    clip_head(head);
    return loss;
  }

  void train_rows(const InputKind& kind, const Adam& adam) {
    std::vector<std::uint32_t> seen;
    const auto now = static_cast<std::uint32_t>(state_.batches + 1);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      const ChannelRow gradient = sum_gradients_[i];
      for (std::size_t input = kind.first; input < kind.last; ++input) {
        const std::uint32_t column = columns_[i * kInputs + input];
        if (last_seen_[column] != now) {
          last_seen_[column] = now;
          seen.push_back(column);
        }
        float* const __restrict sum = row_gradients_[column].data();
        for (std::size_t c = 0; c < kChannels; ++c) sum[c] += gradient[c];
      }
    }
    for (const std::uint32_t column : seen) {
      ChannelRow& row = state_.model.rows[column];
      adam.step(row.data(), row_gradients_[column].data(), state_.row_means[column].data(),
                state_.row_squares[column].data(), row.size());
      clip_row(row);
    }
  }

  NnueSetup setup_;
  const std::vector<Sample> samples_;
  const RowFinder finder_;
  const std::vector<InputKind> kinds_ = input_kinds();
  NnueState state_;
  std::vector<std::uint32_t> order_;             ///< Training samples, shuffled for epoch_.
  std::vector<std::size_t> validation_samples_;  ///< For reports.
  std::array<float, kHeads> head_weight_{};
  std::uint64_t epoch_ = ~std::uint64_t{0};

  // Current batch:
  std::vector<std::uint32_t> batch_;                ///< Samples, sorted by empties.
  std::array<std::size_t, kHeads + 1> first_of_{};  ///< [head]: its first sample in batch_.
  std::vector<std::uint32_t> columns_;              ///< [sample][input]
  std::vector<ChannelRow> sum_gradients_;           ///< [sample]: gradient with respect to the sums
  std::vector<ChannelRow> row_gradients_;           ///< [column]: gradient; 0 between batches
  std::vector<std::uint32_t> last_seen_;            ///< [column]: last batch that used it, from 1
};

std::string path_in(const std::string& folder) { return (fs::path(folder) / "nnue.part").string(); }

/// Ignores files of other samples or setups.
class NnueCheckpoint {
 public:
  NnueCheckpoint(const std::string& folder, NnueTrainer& trainer)
      : path_(folder.empty() ? "" : path_in(folder)),
        trainer_(trainer),
        hash_(folder.empty() ? 0 : trainer.hash()) {}

  void load() {
    if (path_.empty()) return;
    const auto bytes = read_file(path_);
    std::size_t size = 2 * sizeof hash_;
    trainer_.state().for_each_bytes([&](const void*, std::size_t count) { size += count; });
    if (!bytes || bytes->size() != size) return;
    std::uint64_t head[2];
    std::memcpy(head, bytes->data(), sizeof head);
    const std::string_view body = std::string_view(*bytes).substr(sizeof head);
    if (head[0] != hash_ || head[1] != check_of(body)) return;
    std::size_t at = 0;
    trainer_.state().for_each_bytes([&](void* to, std::size_t count) {
      std::memcpy(to, body.data() + at, count);
      at += count;
    });
  }

  void save_if_due() {
    if (!path_.empty() && timer_.due()) timer_.run([this] { save(); });
  }

  void save() {
    if (path_.empty()) return;
    std::string body;
    trainer_.state().for_each_bytes([&](const void* from, std::size_t count) {
      body.append(static_cast<const char*>(from), count);
    });
    const std::uint64_t head[2] = {hash_, check_of(body)};
    std::string bytes(sizeof head, '\0');
    std::memcpy(bytes.data(), head, sizeof head);
    write_file(path_, bytes.append(body)).value();
  }

 private:
  static std::uint64_t check_of(std::string_view body) {
    WorkHash hash;
    for (std::size_t at = 0; at + 8 <= body.size(); at += 8) {
      std::uint64_t word;
      std::memcpy(&word, body.data() + at, sizeof word);
      hash.add(word);
    }
    return hash.value();
  }

  const std::string path_;
  NnueTrainer& trainer_;
  const std::uint64_t hash_;
  CheckpointTimer timer_;
};

}  // namespace

Result<NnueTraining> train_nnue(std::vector<Sample> samples, const NnueSetup& setup,
                                const NnueCallbacks& callbacks) {
  NnueTrainer trainer(std::move(samples), setup);
  if (trainer.positions() == 0) {
    return Error{ErrorCode::kOutOfRange, "there are no positions with a score to train on"};
  }
  if (!setup.checkpoint_folder.empty()) {
    if (const auto created = make_folder(setup.checkpoint_folder); !created) return created.error();
  }
  NnueCheckpoint checkpoint(setup.checkpoint_folder, trainer);
  checkpoint.load();

  NnueTraining training;
  const std::uint64_t batches = trainer.batches();
  double loss = 0;
  std::uint64_t summed = 0;
  while (trainer.state().batches < batches) {
    loss += trainer.train_batch();
    ++summed;
    const std::uint64_t done = trainer.state().batches;
    if (done * kReports / batches != (done - 1) * kReports / batches) {
      NnueReport report;
      report.trained = done * std::min(setup.batch, trainer.positions());
      report.loss = std::sqrt(loss / static_cast<double>(summed));
      report.held_out = trainer.validation_errors([&](const Board& b) { return trainer.discs(b); });
      training.reports.push_back(report);
      if (callbacks.report) callbacks.report(report);
      loss = 0;
      summed = 0;
    }
    if (callbacks.batch && !callbacks.batch(done, batches)) {
      checkpoint.save();
      training.interrupted = true;
      return training;
    }
    checkpoint.save_if_due();
  }
  training.weights = rounded(trainer.state().model, trainer.columns());
  training.inactive = trainer.inactive();
  training.rounded = trainer.validation_errors([&](const Board& b) {
    return static_cast<float>(to_discs(nnue_value(training.weights, b)));
  });
  checkpoint.save();
  return training;
}

void remove_nnue_checkpoint(const std::string& folder) {
  std::error_code ignored;  // at worst, training resumes to the same result
  fs::remove(path_in(folder), ignored);
}

}  // namespace sumi::lab
