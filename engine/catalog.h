// SPDX-License-Identifier: MIT
/// The names that the options `evaluator` and `player` accept, in one table for all front ends.
/// Implemented in engine/players/.
#pragma once

#include "engine/base/error.h"
#include "engine/options.h"
#include "engine/player.h"
#include "engine/search_core.h"
#include "engine/weights/evaluator_data.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// The best evaluator for the board size, or that of the option `weights`.
inline constexpr std::string_view kAutoEvaluator = "auto";

/// CatalogEntry::weights of an evaluator that reads a file.
inline constexpr std::string_view kWeightsFile = "FILE";

/// An evaluator, a player, or both.
struct CatalogEntry {
  std::string_view name;                     ///< "s2"
  std::string_view summary;                  ///< One line of English; a key of tr().
  std::optional<EvaluatorKind> evaluator{};  ///< Nothing: only a player.
  bool any_size = false;                     ///< Else the evaluator is for 8x8 only.
  std::string_view weights{};                ///< Form of the option `weights`; empty: none.
  std::string_view file{};      ///< Its own weights, in shipped_folder(); may be empty.
  std::string_view argument{};  ///< Of the player, shown after the name: ":PLIES". May be empty.
  /// Makes the player; fails on an invalid argument or board size. Null for an evaluator that is
  /// no player, and for a player `same_as`.
  Result<std::unique_ptr<MovePlayer>> (*make)(std::string_view argument, int size) = nullptr;
  std::string_view same_as{};  ///< The beginning of another player, completed by `file`.

  bool is_player() const { return make != nullptr || !same_as.empty(); }
};

std::span<const CatalogEntry> catalog();  ///< In help order.

/// Null for an unknown name.
const CatalogEntry* find_entry(std::string_view name);

/// The names of all evaluators, without `auto`.
std::span<const std::string_view> evaluator_names();

/// The folder of the files that come with Sumi: weights/ in the repository, share/sumi/ if
/// installed; empty if missing.
const std::string& shipped_folder();

/// The path of CatalogEntry::file. Fails with kNotFound if the file is missing.
Result<std::string> shipped_file(const CatalogEntry& entry);

/// The evaluator that reads the file `path`, from its first bytes: an entry without a file of its
/// own. Does not check the rest. `pattern` for pipes and missing files. Fails on unknown files.
Result<const CatalogEntry*> evaluator_of_file(const std::string& path);

/// True if `evaluator` names a file instead of an entry: it contains a '/'.
bool is_evaluator_file(std::string_view evaluator);

struct ChosenEvaluator {
  const CatalogEntry* entry;  ///< Without a file of its own.
  std::string weights;        ///< Empty: built in.
};

/// The evaluator that `evaluator` and `weights` choose together for options.size, with the path of
/// its file: for "s2", `mlp` and the file of the network. Fails if they contradict each other.
/// Reads at most the first bytes of a file.
Result<ChosenEvaluator> chosen_evaluator(const EngineOptions& options);

/// `options` with the chosen evaluator and weights, neither `auto` nor a name with a file. Throws
/// FatalError as chosen_evaluator() fails.
EngineOptions with_chosen_evaluator(EngineOptions options);

/// Values of positions from a table of moves (qtable.h), sorted, for the evaluator `qtable`. Fails
/// on a table for another board size.
Result<std::vector<KnownPosition>> read_qtable_positions(const std::string& path, int size);

}  // namespace sumi
