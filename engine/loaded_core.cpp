// SPDX-License-Identifier: MIT
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/catalog.h"
#include "engine/game/bpfscn_text.h"
#include "engine/isa_dispatch.h"
#include "engine/loaded_core.h"
#include "engine/weights/network_file.h"
#include "engine/weights/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sumi {
namespace {

constexpr int kBoardSizes[] = {8, 6, 4};

bool fits_some_board(EngineOptions options) {
  return std::ranges::any_of(kBoardSizes, [&](int size) {
    options.size = size;
    return LoadedCore::make(options).has_value();
  });
}

}  // namespace

bool may_become_valid(const EngineOptions& current, const EngineOptions& wanted,
                      bool free_weights) {
  EngineOptions other = wanted;
  if (wanted.isa != current.isa) {
    other.evaluator = "mobility";
    if (!LoadedCore::make(other)) return false;
  }
  other.isa = "auto";
  other.evaluator = kAutoEvaluator;
  if (wanted.weights != current.weights && !fits_some_board(other)) return false;
  other.evaluator = wanted.evaluator;
  if (wanted.evaluator == current.evaluator || wanted.evaluator == kAutoEvaluator) return true;
  if (free_weights && !is_evaluator_file(wanted.evaluator)) {
    const CatalogEntry* const entry = find_entry(wanted.evaluator);
    return entry != nullptr && entry->evaluator;
  }
  if (free_weights) other.weights.clear();
  return fits_some_board(other);
}

EngineOptions without_left_weights(const EngineOptions& current, EngineOptions wanted) {
  const bool left = wanted.evaluator != current.evaluator && wanted.weights == current.weights &&
                    !wanted.weights.empty() && current.evaluator != kAutoEvaluator;
  if (!left) return wanted;
  EngineOptions on_8x8 = wanted;
  on_8x8.size = 8;
  if (!chosen_evaluator(on_8x8)) wanted.weights.clear();
  return wanted;
}

Result<std::unique_ptr<LoadedCore>> LoadedCore::make(const EngineOptions& options) {
  auto chosen = chosen_evaluator(options);
  if (!chosen) return chosen.error();
  auto loaded = std::make_unique<LoadedCore>();
  loaded->entry_ = chosen->entry;
  if (!chosen->entry->any_size && options.size != 8) {
    if (const auto valid = check_weights_of_8x8(options); !valid) return valid.error();
    chosen = ChosenEvaluator{find_entry("table"), {}};
    loaded->entry_ = chosen->entry;
  }
  loaded->path_ = chosen->weights;
  const EvaluatorKind kind = *chosen->entry->evaluator;
  if (const auto met = loaded->prepare_data(kind, chosen->weights, options.size); !met) {
    return met.error();
  }
  auto core = make_search_core(kind, options.size, options.isa, loaded->data_);
  if (!core) return core.error();
  loaded->core_ = std::move(*core);
  return loaded;
}

Result<void> LoadedCore::prepare_data(EvaluatorKind kind, const std::string& weights, int size) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return {};
    case EvaluatorKind::kTable:
      return weights.empty() ? Result<void>() : read_table_weights(weights, size);
    case EvaluatorKind::kPattern:
      data_.pattern = &weights_;
      return prepare_weights<QuantisedPatterns>(
          weights, {load_pattern_weights, pattern_weights_in_use, check_shipped_pattern_weights});
    case EvaluatorKind::kBpFsCn: {
      const auto parsed = parse_bpfscn(weights);
      if (!parsed) return parsed.error();
      data_.bpfscn = *parsed;
      return {};
    }
    case EvaluatorKind::kMlp:
      return read_network_weights(weights, size);
    case EvaluatorKind::kNnue:
      data_.nnue = &nnue_;
      return prepare_weights<NnueFile>(weights, {load_nnue, nnue_in_use, check_shipped_nnue});
    case EvaluatorKind::kQTable:
      return read_qtable_weights(weights, size);
  }
  return {};
}

/// Even on small boards, where `auto` uses the built-in table: an error should not wait for a
/// change of size.
Result<void> LoadedCore::check_weights_of_8x8(EngineOptions options) {
  options.size = 8;
  const auto made = make(options);
  if (!made) return made.error();
  return {};
}

Result<void> LoadedCore::read_table_weights(const std::string& path, int size) {
  const auto file = read_table(path);
  if (!file) return file.error();
  if (file->size != size) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("file {0}: a table for boards of {1}x{1}, not {2}x{2}",
                             sumi::quoted(path), file->size, size)};
  }
  table_ = table_weights(*file);
  data_.table = &table_;
  return {};
}

Result<void> LoadedCore::read_network_weights(const std::string& path, int size) {
  if (path.empty()) {
    return Error{ErrorCode::kNotFound,
                 "evaluator: 'mlp' needs a network: name its file with the option weights, or "
                 "choose s2 or s3"};
  }
  const auto file = read_network(path, size);
  if (!file) return file.error();
  auto network = QuantisedNetwork::make(*file);
  if (!network) {
    return Error{network.error().code,
                 fmt::format("file {}: {}", sumi::quoted(path), network.error().message)};
  }
  network_.emplace(std::move(*network));
  mlp_ = network_->view();
  data_.mlp = &mlp_;
  return {};
}

Result<void> LoadedCore::read_qtable_weights(const std::string& path, int size) {
  if (path.empty()) {
    return Error{ErrorCode::kNotFound,
                 "evaluator: 'qtable' needs a table of moves: name its file with the option "
                 "weights"};
  }
  auto positions = read_qtable_positions(path, size);
  if (!positions) return positions.error();
  positions_ = std::move(*positions);
  data_.qtable = {positions_.data(), positions_.size()};
  return {};
}

template <class File>
Result<void> LoadedCore::prepare_weights(const std::string& path,
                                         const WeightsSource<File>& source) {
  if (path.empty()) {
    if (auto used = source.in_use(path)) {
      keep(std::move(used));
    } else {
      read_shipped_ = [this, load = source.load] { keep(load("").value()); };
    }
    return source.check_shipped();
  }
  auto file = source.load(path);
  if (!file) return file.error();
  keep(std::move(*file));
  return {};
}

const std::shared_future<void>& LoadedCore::reading() {
  std::call_once(once_, [this] {
    if (read_shipped_) {
      const SignalsBlocked blocked;
      reading_ = std::async(std::launch::async, read_shipped_).share();
    } else {
      std::promise<void> done;
      done.set_value();
      reading_ = done.get_future().share();
    }
  });
  return reading_;
}

void LoadedCore::keep(std::shared_ptr<const QuantisedPatterns> file) {
  file_ = std::move(file);
  weights_ = file_->view();
}

void LoadedCore::keep(std::shared_ptr<const NnueFile> file) {
  nnue_file_ = std::move(file);
  nnue_ = nnue_file_->view();
}

}  // namespace sumi
