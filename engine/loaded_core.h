// SPDX-License-Identifier: MIT
/// A search core with the weights of the options. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
#include "engine/catalog.h"
#include "engine/options.h"
#include "engine/search_core.h"
#include "engine/weights/network_file.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/weights_file.h"

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

class LoadedCore {
 public:
  /// Fails if the options cannot be met. Shipped weights load later.
  static Result<std::unique_ptr<LoadedCore>> make(const EngineOptions& options);

  /// What chosen_evaluator() found; on small boards `auto` falls back to the built-in `table`.
  const CatalogEntry& evaluator() const { return *entry_; }
  const std::string& weights() const { return path_; }

  /// The shipped net, whose likely_error() is known.
  bool measured() const { return entry_->evaluator == EvaluatorKind::kNnue && path_.empty(); }

  /// For calls that neither search nor evaluate. Does not wait for weights.
  SearchCore& bare() const { return *core_; }

  void prepare() { reading(); }
  void await_prepared() { reading().wait(); }

  /// For all calls. The first call may load the weights (tens of milliseconds). From any thread.
  SearchCore& ready() {
    reading().get();
    return *core_;
  }

  /// Waits at most `time`; true if the weights are loaded. From any thread.
  bool await_for(Millis time) { return reading().wait_for(time) == std::future_status::ready; }

 private:
  Result<void> prepare_data(EvaluatorKind kind, const std::string& weights, int size);
  static Result<void> check_weights_of_8x8(EngineOptions options);
  Result<void> read_table_weights(const std::string& path, int size);
  Result<void> read_network_weights(const std::string& path, int size);
  Result<void> read_qtable_weights(const std::string& path, int size);

  /// For weights with a shipped default (engine/weights/).
  template <class File>
  struct WeightsSource {
    Result<std::shared_ptr<const File>> (*load)(const std::string& path);
    std::shared_ptr<const File> (*in_use)(const std::string& path);
    Result<void> (*check_shipped)();
  };

  /// Reports errors now, but loads shipped weights later.
  template <class File>
  Result<void> prepare_weights(const std::string& path, const WeightsSource<File>& source);

  /// Ready when the weights are loaded. The first call starts loading, on another thread, because
  /// loading cannot be stopped.
  const std::shared_future<void>& reading();

  void keep(std::shared_ptr<const QuantisedPatterns> file);
  void keep(std::shared_ptr<const NnueFile> file);

  const CatalogEntry* entry_ = nullptr;
  std::string path_;
  std::function<void()> read_shipped_;  ///< Empty if there are no weights to load.
  std::once_flag once_;
  std::shared_ptr<const QuantisedPatterns> file_;
  PatternWeights weights_;
  TableWeights table_;
  std::optional<QuantisedNetwork> network_;
  MlpWeights mlp_;
  std::vector<KnownPosition> positions_;
  std::shared_ptr<const NnueFile> nnue_file_;
  NnueWeights nnue_;
  EvaluatorData data_;
  std::unique_ptr<SearchCore> core_;
  std::shared_future<void> reading_;  ///< Last member: destroyed first, after loading ends.
};

/// True if each changed option (evaluator, weights, size, isa) is valid with some values of the
/// others. Without `free_weights`, `weights` must keep its wanted value. May load weights.
bool may_become_valid(const EngineOptions& current, const EngineOptions& wanted, bool free_weights);

/// `wanted`, without weights that were chosen for the evaluator of `current` and that the wanted
/// one cannot use.
EngineOptions without_left_weights(const EngineOptions& current, EngineOptions wanted);

}  // namespace sumi
