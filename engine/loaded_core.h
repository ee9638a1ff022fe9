// SPDX-License-Identifier: MIT
/// The search core of an engine, with the weights that its options name. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/base/time.h"
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

namespace sumi {

class LoadedCore {
 public:
  /// Fails if the options cannot be met. Weights that are shipped are not read yet.
  static Result<std::unique_ptr<LoadedCore>> make(const EngineOptions& options);

  std::string_view evaluator() const;  ///< The evaluator's name, never "auto".

  /// The core, for all calls but searching and evaluating. Does not wait for the weights.
  SearchCore& bare() const { return *core_; }

  /// Begins to read the weights.
  void prepare() { reading(); }
  void await_prepared() { reading().wait(); }

  /// The core, for all calls. The first call may take tens of milliseconds, to read the weights.
  /// Any thread.
  SearchCore& ready() {
    reading().get();
    return *core_;
  }

  /// Waits at most `time`; true if ready() takes no time any more. Any thread.
  bool await_for(Millis time) { return reading().wait_for(time) == std::future_status::ready; }

 private:
  Result<void> prepare_data(EvaluatorKind kind, const EngineOptions& options);
  static Result<void> check_weights_of_8x8(EngineOptions options);
  Result<void> read_table_weights(const std::string& path, int size);
  Result<void> read_network_weights(const std::string& path);

  /// Where weights that are shipped come from (engine/weights/).
  template <class File>
  struct WeightsSource {
    Result<std::shared_ptr<const File>> (*load)(const std::string& path);
    std::shared_ptr<const File> (*in_use)(const std::string& path);
    Result<void> (*check_shipped)();
  };

  /// Errors are told here; the shipped weights, which have none, are read later.
  template <class File>
  Result<void> prepare_weights(const std::string& path, const WeightsSource<File>& source);

  /// The reading of the weights. The first call begins it, on a thread of its own, since it cannot
  /// be stopped; without a thread if there is nothing to read.
  const std::shared_future<void>& reading();

  void keep(std::shared_ptr<const QuantisedPatterns> file);
  void keep(std::shared_ptr<const NnueFile> file);

  EvaluatorKind kind_{};
  std::function<void()> read_shipped_;  ///< Empty if there is nothing to read.
  std::once_flag once_;
  std::shared_ptr<const QuantisedPatterns> file_;
  PatternWeights weights_;
  TableWeights table_;
  std::optional<QuantisedNetwork> network_;
  MlpWeights mlp_;
  std::shared_ptr<const NnueFile> nnue_file_;
  NnueWeights nnue_;
  EvaluatorData data_;  ///< Points to the members above.
  std::unique_ptr<SearchCore> core_;
  std::shared_future<void> reading_;  ///< Last, so that its destructor waits before the rest goes.
};

/// Whether each option that `wanted` changes of `current` (evaluator, weights, size, isa) can be
/// met with some values of the others, so that it may fit when more of them are set. Without
/// `free_weights` the weights stay those of `wanted`. May read the weights.
bool may_fit_later(const EngineOptions& current, const EngineOptions& wanted, bool free_weights);

}  // namespace sumi
