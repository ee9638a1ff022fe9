// SPDX-License-Identifier: MIT
/// The virtual boundary between ISA-neutral and hot code. Called once per search; nothing below it
/// is virtual.
#pragma once

#include "engine/base/static_vector.h"
#include "engine/game/board.h"
#include "engine/game/score.h"
#include "engine/limits.h"
#include "engine/search_parameters.h"
#include "engine/weights/evaluator_data.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sumi {

using Line = StaticVector<Square, kMaxPly>;

/// The value of the move is in [lower, upper].
struct Candidate {
  Value lower = -kInfinity, upper = kInfinity;
  Line line;  ///< The move, then the expected moves and passes.

  /// kPass if the game is over.
  Square move() const { return line.empty() ? Square::kPass : line[0]; }
  /// The value if exact, else the known bound.
  Value value() const { return lower > -kInfinity ? lower : upper; }
};

/// Result of a search or iteration: the best move and other candidates. Nodes are moves made on a
/// board; passes and table probes do not count.
struct SearchReport : Candidate {
  /// Inlined because the core constructs reports (engine/core/README.md, rule 2).
  SUMI_INLINE SearchReport() {}

  int depth = 0;            ///< Plies searched in full; if to the end, the empties.
  int selectivity = 100;    ///< Confidence of cuts in per cent; 100: no cuts.
  bool exact = false;       ///< Proven: searched to the end of the game at full width.
  std::uint64_t nodes = 0;  ///< Of the whole search so far.
  StaticVector<Candidate, kMaxLegalMoves - 1> others;  ///< Further candidates, best first.
};

/// Stops a search and receives its progress, on the searching thread.
class SearchMonitor {
 public:
  virtual ~SearchMonitor();  // out of line, so that only isa_dispatch.cpp emits the vtable

  /// Polled every few thousand nodes (well under 10 ms), with the nodes of all threads; true: stop.
  virtual bool should_stop(std::uint64_t nodes) = 0;

  /// Called after each iteration; false: stop.
  virtual bool on_iteration(const SearchReport& report) = 0;
};

/// Searches on the calling thread. One call at a time. After clear_table(), equal calls give equal
/// results, unless should_stop() depends on time.
class SearchCore {
 public:
  virtual ~SearchCore();
  virtual std::string_view isa() const = 0;

  /// The best move within `limits`; `monitor` enforces times. A legal move (perhaps a pass) even if
  /// stopped at once.
  virtual SearchReport search(const Board& root, const SearchLimits& limits,
                              SearchMonitor& monitor) = 0;

  /// Stores external knowledge about `b`, for moves of the next search that lead to it: `known` has
  /// bounds for its side to move, trusted at their depth and selectivity but never as proven, and a
  /// legal line.
  virtual void add_knowledge(const Board& b, const SearchReport& known) = 0;

  virtual Value evaluate(const Board& b) const = 0;

  /// As rules::perft(), without a table.
  virtual std::uint64_t perft(const Board& b, int depth) const = 0;

  /// Clears the table. Searches commit its memory gradually; freeing the old memory takes about 2
  /// ms per GiB.
  virtual void resize_table(std::size_t mib) = 0;
  virtual void clear_table() = 0;  ///< Takes tens of microseconds.

  /// Includes the caller's thread. Node counts are reproducible only with 1.
  virtual void set_threads(int threads) = 0;

  /// Requires: each parameter is within its range in kSearchParameters.
  virtual void set_parameters(const SearchParameters& parameters) = 0;
};

enum class EvaluatorKind { kMobility, kTable, kPattern, kBpFsCn, kMlp, kNnue, kQTable };

}  // namespace sumi
