// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

namespace sumi::protocol {

/// When to serve a command that arrives during a search.
enum class DuringSearch {
  kServe,                ///< At once; the command decides whether the search continues.
  kWait,                 ///< After the search.
  kEnd,                  ///< After stopping the search.
  kServeBesideAnalysis,  ///< kServe during an analysis, kWait during a search for a move.
};

/// A command of `Session`. Sessions that need more columns derive from this.
template <class Session, class Args, class Reply>
struct CommandRow {
  std::string_view name;
  std::string_view usage;  ///< The arguments, for help and messages; empty: none.
  Reply (Session::*run)(Args);
  /// Ignored in GTP, where the controller waits for each response.
  DuringSearch during_search = DuringSearch::kWait;
};

/// The row with this name, or null.
template <class Row, class Equal = std::equal_to<>>
const Row* find_command(std::span<const Row> rows, std::string_view name, Equal equal = {}) {
  const auto row =
      std::ranges::find_if(rows, [&](const Row& candidate) { return equal(candidate.name, name); });
  return row != rows.end() ? &*row : nullptr;
}

}  // namespace sumi::protocol
