// SPDX-License-Identifier: MIT
/// Every engine option, declared once, read by every front end.
///
/// Options are a plain value. A front end fills one in, then calls Engine::configure(options),
/// which compares it with the running configuration and rebuilds only what changed. No option
/// has a callback and none is global.
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
  std::string evaluator = "auto";
  /// Weights of the evaluator: a file for `pattern`, `nnue`, `table` and `mlp`, "BP:FS:CN" for
  /// `bpfscn` (bpfscn_text.h); empty: what is shipped or built in. With `auto` a file that is no
  /// net is for `pattern`.
  std::string weights;
  std::string player = "search";  ///< Who chooses the moves of games: kSearchPlayer or one of
                                  ///< player.h.
  std::string isa = "auto";
  int size = 8;
  int variety_discs = 0;
  int seed = 0;
  int level = -1;        ///< Playing level; -1: none. See move_limits() (levels.h).
  int depth = 0;         ///< Plies; 0: none.
  int nodes = 0;         ///< 0: none.
  int move_time_ms = 0;  ///< 0: none.
  int move_overhead_ms = 20;
  /// Think while the opponent does: ponder_board() (ponder.h). Takes a processor from it where the
  /// two have no more than one.
  bool ponder = false;
  /// The name that sessions give the engine, so that two engines of one match can be told apart.
  std::string name = "Sumi";
  // The book options are for engines that are given a book (opening_book.h).
  bool own_book = true;          ///< Play from the book.
  std::string book = "default";  ///< kShippedBook, or a file.
  int book_variety_discs = 0;    ///< This and the next two: BookPlay::choose() (book_play.h).
  int book_max_loss_discs = 4;
  std::string book_draws = "neutral";
  bool book_learn = false;        ///< Sessions hand games that are over to Engine::learn().
  SearchParameters parameters{};  ///< For tuning; not in the table of options.

  friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

/// One row per option: its names, its help, its field, its range.
struct OptionSpec {
  std::string_view name;   ///< kebab-case; front ends may change the case, never the word.
  std::string_view title;  ///< Name in UGI, UCI and USI; some are old custom there: "Hash".
  std::string_view help;   ///< One line, with the unit.
  std::variant<int EngineOptions::*, bool EngineOptions::*, std::string EngineOptions::*> field;
  /// The range of an int, inclusive, or of the number of bytes of a string on one line; max 0: any
  /// text.
  int min = 0, max = 0;
  std::span<const std::string_view> choices{};  ///< Used by string fields; empty: no such list.
  int step = 1;  ///< Used by int fields: the accepted numbers are min, min + step, ..., max.
};

/// The table, in the order help shows it.
std::span<const OptionSpec> engine_options();

/// The row with this name or title, in any case; null if there is none.
const OptionSpec* find_option(std::string_view name);

/// There is no such option; names the one that was perhaps meant, by its title if `titles`.
Error no_such_option(std::string_view name, bool titles = false);

/// The value of an option as set_option() reads it.
std::string get_option(const EngineOptions& options, const OptionSpec& spec);

/// Sets one option from text. Fails on an unknown name (kNotFound) or a bad value, with a message
/// that names both and the accepted form, and then leaves `options` as it was.
Result<void> set_option(EngineOptions& options, std::string_view name, std::string_view text);

}  // namespace sumi
