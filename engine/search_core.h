// SPDX-License-Identifier: MIT
/// The one virtual boundary of the engine: ISA-neutral code above, hot code below.
///
/// A call costs a few nanoseconds and happens once per search, so nothing below it is virtual:
/// the evaluator is a template argument of the searcher (core/evaluator.h).
#pragma once

#include "engine/base/static_vector.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/limits.h"
#include "engine/search_parameters.h"
#include "engine/weights/evaluator_data.h"

#include <cstdint>
#include <string_view>

namespace sumi {

/// A line of play; there is room for the longest one.
using Line = StaticVector<Square, kMaxPly>;

/// A move with what is known of it. The value lies in [lower, upper].
struct Candidate {
  Value lower = -kInfinity, upper = kInfinity;
  Line line;  ///< Expected moves, the candidate first, passes included; empty if the game is over.

  /// The move to play; kPass if there is none.
  Square move() const { return line.empty() ? Square::kPass : line[0]; }
  /// The value if it is known, else the bound that is known.
  Value value() const { return lower > -kInfinity ? lower : upper; }
};

/// The result of a search, at its end or after an iteration: the best move, and as many others as
/// were asked for. A node is a move made on a board, the last squares included; passes and table
/// probes count nothing.
struct SearchReport : Candidate {
  /// Inlined, because the core makes some (engine/core/README.md, rule 2).
  SUMI_INLINE SearchReport() {}

  int depth = 0;  ///< Plies searched in full; the number of empties when searched to the end.
  int selectivity = 100;    ///< Confidence of the cuts made, in per cent; 100: none.
  bool exact = false;       ///< Searched to the end of the game without selectivity: proven.
  std::uint64_t nodes = 0;  ///< Nodes of the whole search so far.
  StaticVector<Candidate, kMaxLegalMoves - 1> others;  ///< Further candidates, best first.
};

/// Tells a running search whether to stop, and hears of its progress. Called from the searching
/// thread.
class SearchMonitor {
 public:
  virtual ~SearchMonitor();  // out of line, in isa_dispatch.cpp: only that file emits the vtable

  /// Polled every few thousand nodes (well under 10 ms), with the nodes of all threads so far; true
  /// ends the search.
  virtual bool should_stop(std::uint64_t nodes) = 0;

  /// After each finished iteration; false ends the search with this result.
  virtual bool on_iteration(const SearchReport& report) = 0;
};

/// Searches on the calling thread. One call at a time; deterministic for equal limits, unless
/// should_stop() depends on time, after equal calls since clear_table().
class SearchCore {
 public:
  virtual ~SearchCore();
  virtual std::string_view isa() const = 0;

  /// The best move within `limits`. Its times are obeyed by `monitor`, all else here. Always names
  /// a legal move (or a pass if that is all there is), even if stopped at once.
  virtual SearchReport search(const Board& root, const SearchLimits& limits,
                              SearchMonitor& monitor) = 0;

  /// Keeps what somebody else found out: the bounds of `known`, believed for its depth and
  /// selectivity but never as proven, and its line of moves, which must be legal from `b` on. To
  /// the next search a move to `b` is worth just that.
  virtual void feed(const Board& b, const SearchReport& known) = 0;

  /// The evaluator's opinion without any search.
  virtual Value evaluate(const Board& b) const = 0;

  /// Leaves `depth` plies below `b`; counted as rules::perft() does, without a table.
  virtual std::uint64_t perft(const Board& b, int depth) const = 0;

  /// Sets the size of the transposition table and forgets its contents. Memory is taken by
  /// searches, little by little; giving back what the old table took costs about 2 ms per GiB.
  virtual void resize_table(std::size_t mib) = 0;
  virtual void clear_table() = 0;  ///< Tens of microseconds, whatever the size.

  /// How many threads search, the caller's included. Only one gives the same nodes every time.
  virtual void set_threads(int threads) = 0;

  /// Requires: each parameter is within its range in kSearchParameters.
  virtual void set_parameters(const SearchParameters& parameters) = 0;
};

enum class EvaluatorKind { kMobility, kTable, kPattern, kBpFsCn, kMlp, kNnue };

/// The names of the evaluators, in the order of EvaluatorKind.
inline constexpr std::string_view kEvaluatorNames[] = {"mobility", "table", "pattern",
                                                       "bpfscn",   "mlp",   "nnue"};

/// Names the best evaluator for the size of the board.
inline constexpr std::string_view kAutoEvaluator = "auto";

}  // namespace sumi
