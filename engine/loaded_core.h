// SPDX-License-Identifier: MIT
/// The search core of an engine, with the weights that its options name. Private to the engine.
#pragma once

#include "engine/base/error.h"
#include "engine/options.h"
#include "engine/quantised_network.h"
#include "engine/search_core.h"
#include "engine/weights_file.h"

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace sumi {

class LoadedCore {
 public:
  /// Fails if the options cannot be met. Weights that are shipped are not read yet.
  static Result<std::unique_ptr<LoadedCore>> make(const EngineOptions& options);

  /// For all but searching and evaluating.
  SearchCore& bare() const { return *core_; }

  /// Begins to read the weights.
  void prepare() { reading(); }
  void await_prepared() { reading().wait(); }

  /// For everything. The first call may take tens of milliseconds. Any thread.
  SearchCore& ready() {
    reading().get();
    return *core_;
  }

  /// Waits until ready() takes no time; false if `stop` comes first. Any thread.
  bool await(const std::atomic<bool>& stop);

 private:
  Result<void> prepare_data(EvaluatorKind kind, const EngineOptions& options);
  Result<void> read_table_weights(const std::string& path, int size);
  Result<void> read_network_weights(const std::string& path);

  /// Errors are told here; the shipped weights, which have none, are read later.
  Result<void> prepare_pattern_weights(const std::string& path);

  /// Begins with the first call, on a thread of its own, since it cannot be stopped; without one if
  /// there is nothing to read.
  const std::shared_future<void>& reading();

  void keep(std::shared_ptr<const PatternWeightsFile> file);

  bool shipped_ = false;
  std::once_flag once_;
  std::shared_ptr<const PatternWeightsFile> file_;
  PatternWeights weights_;
  TableWeights table_;
  std::optional<QuantisedNetwork> network_;
  MlpWeights mlp_;
  EvaluatorData data_;  ///< Points to the above.
  std::unique_ptr<SearchCore> core_;
  std::shared_future<void> reading_;  ///< Last: its end is waited for before the rest goes.
};

}  // namespace sumi
