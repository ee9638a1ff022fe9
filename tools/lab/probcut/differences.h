// SPDX-License-Identifier: MIT
/// How the values of deep searches differ from those of shallow ones: sums over positions.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
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

}  // namespace sumi::lab
