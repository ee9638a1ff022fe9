// SPDX-License-Identifier: MIT
/// All engine options, declared once for all front ends, which set plain values and call
/// Engine::configure().
#pragma once

#include "engine/base/error.h"
#include "engine/search_parameters.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace sumi {

struct EngineOptions {
  int hash_mib = 256;
  int threads = 1;
  std::string evaluator = "auto";  ///< A name of catalog.h or a file; see chosen_evaluator().
  /// A file or, for `bpfscn`, "BP:FS:CN" (bpfscn_text.h); empty: shipped or built in. With `auto`
  /// it selects the evaluator.
  std::string weights;
  std::string player = "search";  ///< kSearchPlayer, or as make_move_player() accepts.
  std::string isa = "auto";
  int size = 8;
  int strength = 0;  ///< 1..kMaxStrength (levels.h); 0: full.
  int variety_discs = 0;
  int seed = 0;
  int level = -1;        ///< -1: none. See move_limits() (levels.h).
  int depth = 0;         ///< Plies; 0: none.
  int nodes = 0;         ///< 0: none.
  int move_time_ms = 0;  ///< 0: none.
  int move_overhead_ms = 20;
  /// Search during the opponent's time (ponder.h); slows an opponent on the same processor.
  bool ponder = false;
  /// Reported in sessions, to distinguish two engines in a match.
  std::string name = "Sumi";
  // For engines with a book (opening_book.h).
  bool own_book = true;
  std::string book = "default";  ///< kShippedBook or a file.
  int book_variety_discs = 0;    ///< This and the next two: see BookPlay::choose() (book_play.h).
  int book_max_loss_discs = 4;
  std::string book_draws = "neutral";
  bool book_learn = false;        ///< Sessions pass finished games to Engine::learn().
  SearchParameters parameters{};  ///< For tuning; not in the option table.

  friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

/// Front ends accept topics of options, so that a new option reaches all of them.
enum OptionTopic : unsigned {
  kSearchTopic = 1,
  kIsaTopic = 2,
  kBoardTopic = 4,
  kLimitTopic = 8,
  kPlayTopic = 16,      ///< Who plays, and how moves vary.
  kBookTopic = 32,      ///< Which book.
  kBookPlayTopic = 64,  ///< Which moves of the book are played.
  kBookLearnTopic = 128,
};
/// Joined by |.
using OptionTopics = unsigned;

struct OptionSpec {
  std::string_view name;   ///< kebab-case; front ends may change only the case.
  std::string_view title;  ///< In UGI, UCI and USI; sometimes conventional: "Hash".
  std::string_view help;   ///< One line, with the unit.
  OptionTopic topic;
  std::variant<int EngineOptions::*, bool EngineOptions::*, std::string EngineOptions::*> field;
  /// Inclusive range of an int, or of the length in bytes of a one-line string; max 0: any text.
  int min = 0, max = 0;
  /// Valid strings (for `evaluator` also files); empty: no fixed list.
  std::span<const std::string_view> choices{};
  int step = 1;  ///< Accepted ints are min, min + step, ..., max.
};

/// In help order.
std::span<const OptionSpec> engine_options();

/// By name or title, ignoring case; null if unknown.
const OptionSpec* find_option(std::string_view name);

/// Suggests a similar title if `titles`, else a similar name.
Error no_such_option(std::string_view name, bool titles = false);

/// In the format of set_option().
std::string get_option(const EngineOptions& options, const OptionSpec& spec);

/// Fails on an unknown name (kNotFound) or an invalid value, with a message that shows the accepted
/// form. `options` are then unchanged.
Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view text);

}  // namespace sumi
