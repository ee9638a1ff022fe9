// SPDX-License-Identifier: MIT
#include "engine/base/suggestion.h"
#include "engine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace sumi {
namespace {

constexpr std::size_t kMaxTyped = 40;  // nobody mistypes a name at such length

/// True if `longer` begins with `shorter`, which must have `min` characters or more. Ignores case.
bool extends(std::string_view longer, std::string_view shorter, std::size_t min) {
  return shorter.size() >= min && longer.size() > shorter.size() &&
         equal_ignoring_case(longer.substr(0, shorter.size()), shorter);
}

/// The distance in half edits. A shared beginning lies between a name that is one edit away and one
/// that is two edits away.
int distance_to_name(std::string_view typed, std::string_view name) {
  constexpr std::size_t kMinStart = 2, kMinName = 4;
  constexpr int kRelated = 3;
  const int distance = 2 * edit_distance(typed, name);
  const bool related = extends(name, typed, kMinStart) || extends(typed, name, kMinName);
  return related ? std::min(distance, kRelated) : distance;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table for the last two characters of `a` and the one before them: the optimal
  // string alignment.
  std::vector<int> two_back, back(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_back = back;
    back = row;
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, back[j - 1] + !same});
      const bool swapped = i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                           to_lower(a[i - 2]) == to_lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  if (typed.size() < 2 || typed.size() > kMaxTyped) return {};
  const int limit = static_cast<int>(typed.size() + 1) / 3;
  std::string_view nearest;
  int least = 2 * (limit + 1);
  for (const std::string_view name : names) {
    const int distance = distance_to_name(typed, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> names,
                       std::string_view before) {
  const std::string_view name = nearest_name(typed, names);
  return name.empty() ? "" : fmt::format("; did you mean {}{}?", before, name);
}

}  // namespace sumi
