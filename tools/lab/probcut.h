// SPDX-License-Identifier: MIT
/// Shallow and deep searches of positions from files, without any cuts, and how their values
/// differ: sums over positions; and the model of errors that fits them best.
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

/// The values that searches of one position found, in value units for the side to move.
struct Readings {
  int empties = 0;
  std::vector<int> values;   ///< Indexed by depth in plies, 0: static; depths < empties.
  std::optional<int> exact;  ///< The score at the end of the game.
};

/// Two searches of the same position. A search as deep as there are empties goes to the end of the
/// game.
struct DepthPair {
  int empties = 0;
  int deep = 0, shallow = 0;

  bool to_end() const { return deep == empties; }
  friend auto operator<=>(const DepthPair&, const DepthPair&) = default;
};

/// Sums over the differences deep - shallow. They are integers, so they are the same in any order.
struct Moments {
  std::int64_t count = 0, sum = 0, squares = 0;

  void add(std::int64_t difference);
  void add(const Moments& other);
  double mean() const;
  double mean_square() const;
  double deviation() const;  ///< The standard deviation.
};

using Differences = std::map<DepthPair, Moments>;

/// All pairs of depths in all positions.
Differences differences_of(std::span<const Readings> readings);

/// Whether a model of errors is fitted to this pair and judged by it. Both depths must have the
/// same parity, since odd and even ones differ by a tempo; the end of the game counts as even.
/// Static values are only compared with the end: a quiet position is no matter of depth.
bool in_model(const DepthPair& pair);

struct MeasureSetup {
  EngineOptions engine;
  int positions = 40;      ///< How many for each number of empties from kFewestEmpties on.
  std::uint64_t seed = 1;  ///< Chooses the positions.
  int max_depth = 11;      ///< Plies.
  int exact_at = 18;       ///< Positions of so many empties or fewer are solved.
};

inline constexpr int kFewestEmpties = 4, kMostEmpties = 59;

/// Chooses positions of the files that have a move to make and differ even up to symmetry; the same
/// ones whatever the order of the files. There are as many of each number of empties as `setup`
/// says, or all there are. First comes one of each number of empties, then a second of each, and so
/// on. Calls `go_on` between files; returns none once that returned false. Fails on bad files.
Result<std::vector<Record>> choose_positions(std::span<const std::string> files,
                                             const MeasureSetup& setup,
                                             const std::function<bool(std::size_t)>& go_on);

/// Searches one position after the other, each independent of the others, all without the tempo
/// that the weights may know already. One thread at a time.
class Reader {
 public:
  explicit Reader(const MeasureSetup& setup);

  /// The exact score is searched for where it is not known and `exact_at` says so. When a stop is
  /// requested it returns soon, with anything. Requires: there is a move to make.
  Readings read(const Record& record, const std::stop_token& stop = {});

 private:
  void search(const Board& board, const SearchLimits& limits, const SearchListener& listener,
              const std::stop_token& stop);

  const MeasureSetup setup_;
  Engine engine_;
};

/// The differences between the searches of all positions; the same for any number of threads. Calls
/// `tick` several times a second with the number of positions done. Returns nothing if
/// `interrupted` returned true. Throws FatalError if the engine cannot be made.
std::optional<Differences> measure(std::span<const Record> positions, const MeasureSetup& setup,
                                   int threads, const std::function<bool()>& interrupted,
                                   const std::function<void(std::size_t)>& tick);

/// Fits the model by maximum likelihood to the pairs in_model(), as if differences were normal with
/// mean 0; its tempo by least squares to depths that follow each other; and its parity to the end
/// of the game, from numbers of empties 2k and 2k + 1 that both have exact scores. Knots far from
/// all positions take after their neighbours. Deterministic. Requires: one such pair in_model() is
/// there and its differences are not all 0.
ErrorModel fit_error_model(const Differences& differences);

}  // namespace sumi::lab
