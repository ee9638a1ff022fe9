// SPDX-License-Identifier: MIT
/// Measures an evaluator: errors of its values and searches on scored records, and its choice of
/// moves on OBF lines. Sums are exact integers, so results are deterministic. Reports are in discs.
#pragma once

#include "engine/formats/obf.h"
#include "engine/options.h"
#include "protocol/text/json_lines.h"
#include "tools/lab/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

struct ScoredBoard {
  Board board;
  DiscDiff score;  ///< For the side to move.

  friend bool operator==(const ScoredBoard&, const ScoredBoard&) = default;
};

struct ScoredMoves {
  Board board;
  DiscDiff score;              ///< The best move's.
  std::vector<ObfMove> moves;  ///< Not necessarily all legal moves; may be empty.
};

struct MoveSet {
  std::string name;  ///< File name without folder or suffix.
  std::vector<ScoredMoves> positions;
};

struct EvalFilter {
  bool all_scores = false;  ///< Include game results.
  int min_empties = 0, max_empties = 60;

  bool takes(const Board& board) const;  ///< False for finished games.
};

struct EvalInput {
  std::vector<ScoredBoard> records;  ///< In file order.
  std::vector<MoveSet> sets;         ///< One per OBF file.
  std::uint64_t records_read = 0;    ///< Including filtered ones.
  std::uint64_t positions_read = 0;  ///< OBF lines, including filtered ones.
  std::uint64_t without_score = 0;   ///< OBF lines skipped.
};

/// Detects the format of files from their contents. Fails with kNotFound or kBadFile; errors name
/// file and line.
Result<EvalInput> read_eval_input(std::span<const std::string> files_and_folders,
                                  const EvalFilter& filter);

/// Parses an OBF text of 8x8 boards, with or without scores. Errors include the line number.
Result<std::vector<ObfLine>> parse_obf(std::string_view text);

/// One random board from each of `wanted` equal parts, in order, or all boards if there are fewer.
std::vector<ScoredBoard> spread_sample(std::span<const ScoredBoard> boards, std::size_t wanted,
                                       std::uint64_t seed);

/// A static evaluation, or a search to this depth.
struct EvalDepth {
  int plies = 0;          ///< 0: static evaluation.
  int selectivity = 100;  ///< See SearchLimits.

  friend bool operator==(const EvalDepth&, const EvalDepth&) = default;
};

/// "static", "8", "8@73%".
std::string to_text(const EvalDepth& depth);

/// Parses "0,4,8@73". The error names the faulty part.
Result<std::vector<EvalDepth>> parse_depths(std::string_view text);

struct EvalResult {
  Value value;
  Square move = Square::kPass;  ///< Searches only.
  bool solved = false;          ///< The search reached the end of the game.
  bool known = false;           ///< False if interrupted.
  double error = 0;             ///< Basis::error of the value.
};

/// One row per position, one column per depth.
class EvalResults {
 public:
  EvalResults(std::size_t positions, std::size_t depths)
      : depths_(depths), all_(positions * depths) {}

  std::span<EvalResult> of(std::size_t position) {
    return std::span(all_).subspan(position * depths_, depths_);
  }
  std::span<const EvalResult> of(std::size_t position) const {
    return std::span(all_).subspan(position * depths_, depths_);
  }

  bool complete(std::size_t position) const { return of(position).back().known; }

 private:
  std::size_t depths_;
  std::vector<EvalResult> all_;
};

/// Each search starts with an empty transposition table. A fixed random order makes the results of
/// an interrupted run a fair sample. `tick` gets the number of finished positions. Throws
/// FatalError if the engine cannot be constructed. Requires: no finished games; depths not empty.
EvalResults evaluate_all(std::span<const Board> boards, std::span<const EvalDepth> depths,
                         const EngineOptions& engine, int threads,
                         const std::function<bool()>& interrupted,
                         const std::function<void(std::size_t)>& tick);

/// Statistics of value minus true score.
class ErrorStatistics {
 public:
  void add(const EvalResult& result, DiscDiff true_score);
  void add(const ErrorStatistics& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t solved() const { return solved_; }  ///< Searched to the end of the game.

  // In discs. Requires: count() > 0.
  double mean_absolute() const;
  double root_mean_square() const;
  double bias() const;
  double bias_error() const;  ///< Standard error.

  /// Values with an EvalResult::error, and the shares of their true scores within `errors` (1 or 2)
  /// times it, in per cent. Requires: with_error() > 0.
  std::uint64_t with_error() const { return with_error_; }
  double percent_within(int errors) const;

 private:
  std::uint64_t count_ = 0, solved_ = 0;
  std::uint64_t absolute_ = 0, squares_ = 0;  ///< In search units; their squares.
  std::int64_t signed_ = 0;
  std::uint64_t with_error_ = 0;
  std::array<std::uint64_t, 2> within_{};  ///< [errors - 1]
};

struct StageErrors {
  int min_empties = 0, max_empties = 0;
  std::vector<ErrorStatistics> by_depth;

  std::uint64_t positions() const { return by_depth.front().count(); }
};

/// Bins positions with complete results by empties: non-empty bins only, from multiples of `width`,
/// largest first. Requires: width >= 1.
std::vector<StageErrors> errors_by_stage(std::span<const ScoredBoard> boards,
                                         const EvalResults& results, std::size_t depths, int width);

/// Requires: stages not empty.
StageErrors total_of(std::span<const StageErrors> stages);

/// Totals of even and of odd numbers of empties, because values may depend on which side moves
/// last. std::nullopt unless both occur and each bin has a single number of empties.
std::optional<std::array<StageErrors, 2>> totals_by_parity(std::span<const StageErrors> stages);

struct MoveChoices {
  std::uint64_t with_best = 0;       ///< Positions with known best moves.
  std::uint64_t best = 0;            ///< Chose a best move.
  std::uint64_t with_score = 0;      ///< Chose a move with a known score.
  std::uint64_t discs_lost_sum = 0;  ///< Best score minus the chosen one.
  std::uint64_t discs_lost_squares = 0;
  ErrorStatistics errors;  ///< Of all positions.

  void add(const ScoredMoves& position, const EvalDepth& depth, const EvalResult& result);
  void add(const MoveChoices& other);

  double best_percent() const;      ///< Requires: with_best > 0.
  double discs_lost() const;        ///< Mean. Requires: with_score > 0.
  double discs_lost_error() const;  ///< Half of the 95% interval; 0 for one choice. Requires:
                                    ///< with_score > 0.
};

struct SetChoices {
  std::string name;
  std::vector<MoveChoices> by_depth;
};

/// Choices per set, then a row "all" if there are several. `results` has the positions of all sets
/// in order.
std::vector<SetChoices> choices_by_set(std::span<const MoveSet> sets, const EvalResults& results,
                                       std::span<const EvalDepth> depths);

/// The score of `move`, or of a move that leads to a symmetric board.
std::optional<DiscDiff> score_of(const ScoredMoves& position, Square move);

/// Errors by stage and depth, the totals by parity (if any), the total, and the shares within the
/// likely errors. Requires, like all functions below: input not empty.
std::string errors_text(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Choices by file and depth, with a note if some chosen moves have no score.
std::string choices_text(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// {"all": [...], "even": [...], "odd": [...], "stages": [{"empties": [24, 25], "positions",
/// "by_depth": [...]}, ...]}; "even" and "odd" as in errors_text().
protocol::Json errors_json(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// [{"file", "by_depth": [{"depth", "selectivity", "positions", "best_percent", ...}, ...]}, ...].
/// Omits means without data.
protocol::Json choices_json(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// Mean absolute error by empties: one line per depth, or bars if there is only one stage.
std::string errors_svg(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Mean discs lost, one bar per file and depth, with 95% confidence intervals.
std::string choices_svg(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

}  // namespace sumi::lab
