// SPDX-License-Identifier: MIT
/// How good an evaluator is: what it and its searches say of positions, against what these are
/// worth. Pure sums in whole numbers, so results depend on nothing but positions and settings. The
/// positions are records with scores, and OBF lines whose moves have them. Reports are tables of 80
/// columns, JSON and SVG, all numbers in discs.
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

/// A position and what it is worth.
struct ScoredBoard {
  Board board;
  DiscDiff score;  ///< What it is worth for the side to move.

  friend bool operator==(const ScoredBoard&, const ScoredBoard&) = default;
};

/// An OBF line.
struct ScoredMoves {
  Board board;
  DiscDiff score;              ///< The score of its best moves.
  std::vector<ObfMove> moves;  ///< Perhaps not all legal ones; none if only the score is known.
};

/// The lines of one OBF file.
struct MoveSet {
  std::string name;  ///< The file's, without folder and suffix.
  std::vector<ScoredMoves> positions;
};

/// Which positions take part.
struct EvalFilter {
  bool all_scores = false;  ///< Records whose score is how the game ended take part, too.
  int min_empties = 0, max_empties = 60;

  bool takes(const Board& board) const;  ///< Never a finished game: it needs no estimate.
};

struct EvalInput {
  std::vector<ScoredBoard> records;  ///< In the order of the files.
  std::vector<MoveSet> sets;         ///< One for each OBF file with positions that take part.
  std::uint64_t records_read = 0;    ///< Records, with those that do not take part.
  std::uint64_t positions_read = 0;  ///< OBF lines, with those that do not take part.
  std::uint64_t without_score = 0;   ///< OBF lines left out because they have no score.
};

/// Reads files, told by their contents, and folders of records. Fails with kNotFound or kBadFile on
/// what is neither; messages name file and line.
Result<EvalInput> read_eval_input(std::span<const std::string> files_and_folders,
                                  const EvalFilter& filter);

/// The lines of an OBF text of 8x8, whatever their scores. Messages name the line.
Result<std::vector<ObfLine>> parse_obf(std::string_view text);

/// `wanted` of them, spread evenly: one drawn by the seed from each of so many equal parts, in
/// their order. All if there are no more.
std::vector<ScoredBoard> spread_sample(std::span<const ScoredBoard> boards, std::size_t wanted,
                                       std::uint64_t seed);

/// Where an answer comes from: the evaluator alone, or a search of so many plies.
struct EvalDepth {
  int plies = 0;          ///< 0: the evaluator alone.
  int selectivity = 100;  ///< See SearchLimits.

  friend bool operator==(const EvalDepth&, const EvalDepth&) = default;
};

/// "static", "8", "8@73%".
std::string to_text(const EvalDepth& depth);

/// "0,4,8@73". Fails on anything else, naming the part that is wrong.
Result<std::vector<EvalDepth>> parse_depths(std::string_view text);

/// One depth's answer for one position.
struct Answer {
  Value value;
  Square move = Square::kPass;  ///< Chosen by a search.
  bool solved = false;          ///< Searched to the end of the game.
  bool known = false;           ///< False if the work was interrupted before this answer.
};

/// A table of answers: a row a position, a column a depth.
class Answers {
 public:
  Answers(std::size_t positions, std::size_t depths) : depths_(depths), all_(positions * depths) {}

  std::span<Answer> of(std::size_t position) {
    return std::span(all_).subspan(position * depths_, depths_);
  }
  std::span<const Answer> of(std::size_t position) const {
    return std::span(all_).subspan(position * depths_, depths_);
  }

  /// Whether all depths have answered.
  bool complete(std::size_t position) const { return of(position).back().known; }

 private:
  std::size_t depths_;
  std::vector<Answer> all_;
};

/// Asks all depths about all positions, on so many threads. Each search begins with an empty table,
/// so the answers are the same whatever the number of threads. The order is drawn by chance (always
/// the same), so that what is there after an interruption is a fair sample. `tick` gets the number
/// of finished positions several times a second. Ends early soon after `interrupted` returned true.
/// Throws FatalError if the engine cannot be made. Requires: no finished games, depths not empty.
Answers ask(std::span<const Board> boards, std::span<const EvalDepth> depths,
            const EngineOptions& engine, int threads, const std::function<bool()>& interrupted,
            const std::function<void(std::size_t)>& tick);

/// The errors of values. An error is the value in the answer minus the true score.
class ErrorSums {
 public:
  void add(const Answer& answer, DiscDiff truth);
  void add(const ErrorSums& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t solved() const { return solved_; }  ///< How many of these were searched to the end.

  // In discs. Requires: count() > 0.
  double mean_absolute() const;
  double root_mean_square() const;
  double bias() const;
  double bias_error() const;  ///< Its standard error.

 private:
  std::uint64_t count_ = 0, solved_ = 0;
  std::uint64_t absolute_ = 0, squares_ = 0;  ///< In units and squares of units.
  std::int64_t signed_ = 0;
};

/// The errors of positions with from `min_empties` to `max_empties` empty squares.
struct StageErrors {
  int min_empties = 0, max_empties = 0;
  std::vector<ErrorSums> by_depth;

  std::uint64_t positions() const { return by_depth.front().count(); }
};

/// The errors of positions with all answers, in bins of `width` numbers of empties that begin at
/// multiples of `width`, many empties first. Bins without positions are left out. Requires:
/// width >= 1.
std::vector<StageErrors> errors_by_stage(std::span<const ScoredBoard> boards,
                                         const Answers& answers, std::size_t depths, int width);

/// All bins in one. Requires: there is one.
StageErrors total_of(std::span<const StageErrors> stages);

/// The bins of even numbers of empties in one, and those of odd ones; nothing if there are not both
/// or a bin has more than one number. Who moves last is another question in each, and so is what an
/// evaluator has learnt of it.
std::optional<std::array<StageErrors, 2>> totals_by_parity(std::span<const StageErrors> stages);

/// How moves were chosen by one depth.
struct MoveChoices {
  std::uint64_t judged = 0;  ///< Searches of positions whose best moves are known.
  std::uint64_t best = 0;    ///< Searches that chose one of these best moves.
  std::uint64_t scored = 0;  ///< Searches that chose a move whose score is known.
  std::uint64_t lost = 0;    ///< Discs lost by these: the best score minus the move's.
  std::uint64_t lost_squares = 0;
  ErrorSums errors;  ///< The errors of values in all positions.

  void add(const ScoredMoves& position, const EvalDepth& depth, const Answer& answer);
  void add(const MoveChoices& other);

  double best_percent() const;      ///< Requires: judged > 0.
  double discs_lost() const;        ///< The mean. Requires: scored > 0.
  double discs_lost_error() const;  ///< Half its 95 % interval; 0 for one. Requires: scored > 0.
};

/// The choices of moves in one file, or in all.
struct SetChoices {
  std::string name;
  std::vector<MoveChoices> by_depth;
};

/// The choices of moves in each set; `answers` are about all positions, one set after the other. If
/// there are several sets, a last row "all" is added.
std::vector<SetChoices> choices_by_set(std::span<const MoveSet> sets, const Answers& answers,
                                       std::span<const EvalDepth> depths);

/// The score of a move of the position; of one that leads to the same board up to symmetry if it
/// has none itself.
std::optional<DiscDiff> score_of(const ScoredMoves& position, Square move);

/// Errors by stage and depth, then of even and of odd numbers of empties where stages tell these
/// apart, then of all. Requires, here and below: not empty.
std::string errors_text(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Choices and errors by file and depth; a note if some chosen moves have no score.
std::string choices_text(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// {"all": [...], "even": [...], "odd": [...], "stages": [{"empties": [24, 25], "positions",
/// "by_depth": [{"depth", "selectivity", "mae", "rms", "bias", "bias_error", "solved"}, ...]},
/// ...]}; depth 0 is the evaluator alone; "even" and "odd" as in errors_text().
protocol::Json errors_json(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// [{"file", "by_depth": [{"depth", "selectivity", "positions", "judged", "best_percent", "scored",
/// "discs_lost", "discs_lost_error", "mae", "rms", "bias", "bias_error", "solved"}, ...]}, ...].
/// What has nothing to be the mean of is left out.
protocol::Json choices_json(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

/// Mean absolute error by empties, a line a depth; bars if there is one stage only.
std::string errors_svg(std::span<const StageErrors> stages, std::span<const EvalDepth> depths);

/// Mean discs lost, a bar for each file and depth, with 95 % intervals.
std::string choices_svg(std::span<const SetChoices> sets, std::span<const EvalDepth> depths);

}  // namespace sumi::lab
