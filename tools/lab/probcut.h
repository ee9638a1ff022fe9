// SPDX-License-Identifier: MIT
/// ProbCut calibration: searches positions at all depths without selectivity and fits the error
/// model to the differences of values.
#pragma once

#include "engine/engine.h"
#include "engine/search_core.h"
#include "tools/lab/records.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sumi::lab {

/// Values of one position, in value units for the side to move.
struct SearchValues {
  int empties = 0;
  std::vector<int> values;  ///< Indexed by depth in plies, 0: static; depths < empties.
  std::optional<int> exact;
};

/// Depth `empties` is an exact solve.
struct DepthPair {
  int empties = 0;
  int deep = 0, shallow = 0;

  bool to_end() const { return deep == empties; }
  friend auto operator<=>(const DepthPair&, const DepthPair&) = default;
};

/// Sums of deep - shallow differences, in value units: integers, so independent of order.
struct Moments {
  std::int64_t count = 0, sum = 0, squares = 0;

  void add(std::int64_t difference);
  void add(const Moments& other);
  double mean() const;
  double mean_square() const;
  double deviation() const;  ///< Standard deviation.
};

using Differences = std::map<DepthPair, Moments>;

Differences differences_of(std::span<const SearchValues> search_values);

/// Whether the model is fitted to this pair and judged by it. Both depths must have the same
/// parity, because odd and even depths differ by a tempo; the end of the game counts as even.
/// Static values are reliable only in quiet positions, so they are paired only with the end.
bool in_model(const DepthPair& pair);

struct MeasureSetup {
  EngineOptions engine;
  int positions = 40;  ///< Per number of empties, from kFewestEmpties up.
  std::uint64_t seed = 1;
  int max_depth = 11;  ///< In plies.
  int exact_at = 18;   ///< Solve up to this number of empties.
};

inline constexpr int kFewestEmpties = 4, kMaxEmpties = 59;

/// Draws distinct positions (up to symmetry) with a legal move, independent of the order of files:
/// setup.positions per number of empties, if possible, interleaved by empties. Before each file,
/// stops with an empty list if `proceed` returns false. Fails if a file is damaged.
Result<std::vector<Record>> choose_positions(std::span<const std::string> files,
                                             const MeasureSetup& setup,
                                             const std::function<bool(std::size_t)>& proceed);

/// Searches each position independently of the others, without the weights' tempo. Not thread-safe.
class PositionSearcher {
 public:
  explicit PositionSearcher(const MeasureSetup& setup);

  /// Solves the position if its exact score is unknown and `exact_at` allows it. After a stop
  /// request soon returns an unspecified result. Requires: a legal move.
  SearchValues search_all(const Record& record, const std::stop_token& stop = {});

 private:
  const MeasureSetup setup_;
  Engine engine_;
};

/// `tick` gets the number of finished positions. Returns std::nullopt if interrupted. Throws
/// FatalError if the engine cannot be constructed.
std::optional<Differences> measure(std::span<const Record> positions, const MeasureSetup& setup,
                                   int threads, const std::function<bool()>& interrupted,
                                   const std::function<void(std::size_t)>& tick);

/// Deterministic. Standard deviations: maximum likelihood on the pairs of in_model(), assuming
/// normal differences with mean 0. Tempo: least squares on consecutive depths. Parity: exact scores
/// at 2k and 2k + 1 empties. Knots without data get their neighbours' values. Requires: a pair of
/// in_model(), and a difference other than 0.
ErrorModel fit_error_model(const Differences& differences);

}  // namespace sumi::lab
