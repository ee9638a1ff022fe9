// SPDX-License-Identifier: MIT
/// What the tables of commands of all sessions have in common. A session names each of its commands
/// once, in a constant array of rows.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

namespace sumi::protocol {

/// What becomes of a command that comes during a search.
enum class DuringSearch {
  kServe,                ///< It is served at once. The search goes on, or ends as the command says.
  kWait,                 ///< It waits until the search has answered.
  kEnd,                  ///< It ends the search, and is served when that is over.
  kServeBesideAnalysis,  ///< kServe during an analysis, kWait while a move is thought about.
};

/// A command of `Session`. A session whose rows say more derives its own from this.
template <class Session, class Args, class Reply>
struct CommandRow {
  std::string_view name;
  std::string_view usage;  ///< The arguments, as help and messages show them; empty: none.
  Reply (Session::*run)(Args);
  DuringSearch during_search = DuringSearch::kWait;
};

/// The row whose name is `equal` to `name`; null if there is none.
template <class Row, class Equal = std::equal_to<>>
const Row* find_command(std::span<const Row> rows, std::string_view name, Equal equal = {}) {
  const auto row =
      std::ranges::find_if(rows, [&](const Row& candidate) { return equal(candidate.name, name); });
  return row != rows.end() ? &*row : nullptr;
}

}  // namespace sumi::protocol
