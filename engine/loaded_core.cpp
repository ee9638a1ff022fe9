// SPDX-License-Identifier: MIT
#include "engine/base/signals.h"
#include "engine/base/text.h"
#include "engine/game/bpfscn_text.h"
#include "engine/isa_dispatch.h"
#include "engine/loaded_core.h"
#include "engine/weights/network_file.h"
#include "engine/weights/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sumi {
namespace {

Result<EvaluatorKind> evaluator_kind(const EngineOptions& options) {
  if (options.evaluator == kAutoEvaluator) {
    if (options.size != 8) return EvaluatorKind::kTable;
    return options.weights.empty() || is_nnue_file(options.weights) ? EvaluatorKind::kNnue
                                                                    : EvaluatorKind::kPattern;
  }
  const EvaluatorSpec* const found = find_evaluator(options.evaluator);
  if (found == nullptr) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("evaluator: {} is not one of {}, {}", sumi::quoted(options.evaluator),
                             kAutoEvaluator, fmt::join(kEvaluatorNames, ", "))};
  }
  if (!found->any_size && options.size != 8) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("evaluator: '{0}' knows the board of 8x8 only, not {1}x{1}; 'auto' "
                             "knows all",
                             options.evaluator, options.size)};
  }
  return static_cast<EvaluatorKind>(found - kEvaluators);
}

constexpr int kBoardSizes[] = {8, 6, 4};

bool some_evaluator_reads(EngineOptions options) {
  for (const EvaluatorSpec& evaluator : kEvaluators) {
    if (evaluator.weights.empty()) continue;
    options.evaluator = evaluator.name;
    for (const int size : kBoardSizes) {
      options.size = size;
      if (LoadedCore::make(options)) return true;
    }
  }
  return false;
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
  if (wanted.weights != current.weights && !some_evaluator_reads(other)) return false;
  if (wanted.evaluator == current.evaluator) return true;
  if (free_weights) {
    return wanted.evaluator == kAutoEvaluator || find_evaluator(wanted.evaluator) != nullptr;
  }
  other.evaluator = wanted.evaluator;
  return std::ranges::any_of(kBoardSizes, [&](int size) {
    other.size = size;
    return LoadedCore::make(other).has_value();
  });
}

Result<std::unique_ptr<LoadedCore>> LoadedCore::make(const EngineOptions& options) {
  const auto kind = evaluator_kind(options);
  if (!kind) return kind.error();
  auto loaded = std::make_unique<LoadedCore>();
  loaded->kind_ = *kind;
  if (const auto met = loaded->prepare_data(*kind, options); !met) return met.error();
  auto core = make_search_core(*kind, options.size, options.isa, loaded->data_);
  if (!core) return core.error();
  loaded->core_ = std::move(*core);
  return loaded;
}

const EvaluatorSpec& LoadedCore::evaluator() const { return spec_of(kind_); }

Result<void> LoadedCore::prepare_data(EvaluatorKind kind, const EngineOptions& options) {
  switch (kind) {
    case EvaluatorKind::kMobility:
      return {};
    case EvaluatorKind::kTable:
      if (options.weights.empty()) return {};
      if (options.evaluator == kAutoEvaluator) return check_weights_of_8x8(options);
      return read_table_weights(options.weights, options.size);
    case EvaluatorKind::kPattern:
      data_.pattern = &weights_;
      return prepare_weights<QuantisedPatterns>(
          options.weights,
          {load_pattern_weights, pattern_weights_in_use, check_shipped_pattern_weights});
    case EvaluatorKind::kBpFsCn: {
      const auto weights = parse_bpfscn(options.weights);
      if (!weights) return weights.error();
      data_.bpfscn = *weights;
      return {};
    }
    case EvaluatorKind::kMlp:
      return read_network_weights(options.weights);
    case EvaluatorKind::kNnue:
      data_.nnue = &nnue_;
      return prepare_weights<NnueFile>(options.weights,
                                       {load_nnue, nnue_in_use, check_shipped_nnue});
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

Result<void> LoadedCore::read_network_weights(const std::string& path) {
  if (path.empty()) {
    return Error{ErrorCode::kNotFound,
                 "evaluator: 'mlp' needs a network: name its file (weights/networks has two) with "
                 "the option weights"};
  }
  const auto file = read_network(path);
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
