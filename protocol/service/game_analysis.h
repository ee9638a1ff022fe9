// SPDX-License-Identifier: MIT
#pragma once

#include "book/opening_names.h"
#include "engine/engine.h"
#include "engine/game/game.h"

#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

class SearchMemo;

struct Score {
  double discs = 0;
  bool exact = false;
  int depth = 0;  ///< Plies; the number of empties if exact.
  int selectivity = 100;
  bool book = false;   ///< From the opening book; `depth` counts through the book.
  int book_plies = 0;  ///< Basis::book_plies.

  Basis basis() const { return {depth, selectivity, exact, book, book_plies}; }

  friend bool operator==(const Score&, const Score&) = default;
};

/// Marks for losses (rounded to tenths) that reach the limits below.
enum class Mark { kNone, kInaccuracy, kMistake, kBlunder };
inline constexpr double kInaccuracyDiscs = 2, kMistakeDiscs = 4, kBlunderDiscs = 8;
std::string_view mark_text(Mark mark);  ///< "", "?!", "?", "??"
std::string_view mark_name(Mark mark);  ///< For JSON: "", "inaccuracy", "mistake", "blunder"

enum class Stage { kOpening, kMidgame, kEndgame };  ///< By moves 1-20, 21-40, 41-60 on 8x8.
inline constexpr Stage kAllStages[] = {Stage::kOpening, Stage::kMidgame, Stage::kEndgame};
inline constexpr int kStages = static_cast<int>(std::size(kAllStages));
std::string_view stage_name(Stage stage);

/// A move other than a pass. Scores are for the side that moved.
struct AnalyzedMove {
  std::size_t index = 0;  ///< In GameRecord::moves.
  int number = 0;         ///< From 1, without passes.
  Position before;
  Square played = Square::kPass;
  bool forced = false;  ///< The only legal move: loses nothing and is not counted.
  Score best;           ///< Before the move.
  Score after;          ///< After the move; `depth` counts from there.
  /// Best play from `before`. Starts with the move played if the same search finds it as good.
  Line best_line;
  Line played_line;             ///< From `before`, starting with the move played.
  double lost = 0;              ///< max(0, best - after), in discs.
  bool changes_result = false;  ///< `best` and `after` are exact and differ in sign.
  Mark mark = Mark::kNone;
  /// Probability that a marked move loses two discs or more; 1 without a mark or if both scores are
  /// exact.
  double confidence = 1;
  Stage stage = Stage::kOpening;
  double seconds = 0;  ///< Search time.
};

/// Sets `lost`, `changes_result`, `mark` and `confidence` from the scores.
void derive_loss(AnalyzedMove& move);

/// Whether the move changed the result: provably, or by estimates at least two discs from a draw.
bool turns_result(const AnalyzedMove& move);

struct Quality {
  int moves = 0;       ///< Without forced ones.
  int best_moves = 0;  ///< Lost less than half a disc.
  double lost = 0;     ///< Sum of discs.
  double squares = 0;
  std::array<int, 4> marks{};  ///< By Mark.

  void add(const AnalyzedMove& move);
  void add(const Quality& other);
  double mean_lost() const;  ///< 0 without moves.
  /// Half the 95% confidence interval of mean_lost(), if the moves are a random sample;
  /// std::nullopt below kFewMoves moves.
  std::optional<double> mean_lost_error() const;
  double accuracy() const;                       ///< Per cent; 100 without losses.
  std::optional<double> accuracy_error() const;  ///< As mean_lost_error().
};
inline constexpr int kFewMoves = 5;
/// Mean loss that halves the accuracy: 100 * 2^(-mean / kAccuracyHalf).
inline constexpr double kAccuracyHalf = 2;

struct SideQuality {
  Quality all;
  std::array<Quality, kStages> stages{};  ///< By Stage.

  const Quality& of(Stage stage) const { return stages[static_cast<std::size_t>(stage)]; }
  void add(const AnalyzedMove& move);
  void add(const SideQuality& other);
};

struct SearchSettings {
  std::string text;    ///< "level {}", "{} s a move"; a key of tr().
  std::string number;  ///< Replaces {}.
};

struct GameAnalysis {
  GameRecord game;
  std::vector<AnalyzedMove> moves;  ///< In the order of the game; if partial, only the last ones.
  std::array<SideQuality, 2> quality;  ///< By Color.
  bool partial = false;                ///< Interrupted.
  SearchSettings settings;
  double seconds = 0;           ///< Search time, including earlier runs.
  std::optional<Color> only{};  ///< The only side with marks and quality, after keep_mistakes().

  const SideQuality& of(Color color) const { return quality[static_cast<std::size_t>(color)]; }
};

/// The player's name; may be empty.
inline const std::string& player_of(const GameRecord& game, Color color) {
  return color == Color::kBlack ? game.black : game.white;
}

/// Whether `player` is the name or whole words of it, ignoring ASCII case. In non-ASCII names any
/// part matches.
bool names_player(std::string_view name, std::string_view player);

/// Selects mistakes by `side`, if given, and by names_player(), unless `player` is empty.
struct MistakesOf {
  std::string player{};
  std::optional<Color> side{};

  bool includes(const GameRecord& game, Color color) const;
  bool any_of(const GameRecord& game) const;  ///< Whether it includes a side of the game.
};

/// Removes marks and quality of sides that `of` does not include; keeps scores.
void keep_mistakes(GameAnalysis& analysis, const MistakesOf& of);

/// Indices of at most `most` marked moves, most instructive first: changes of the result, then
/// larger losses.
std::vector<std::size_t> worst_moves(const GameAnalysis& analysis, std::size_t most);

/// Moves that seem to lose this much are verified.
inline constexpr double kSuspiciousDiscs = 1;
inline constexpr int kDeeperPlies = 4;  ///< Extra depth of each verification.

inline constexpr int kStandardLevel = 20;

struct AnalysisSetup {
  SearchLimits limits;
  SearchSettings settings;
  int verifications = 2;  ///< Maximum per mark.
  /// If set, replaces searches that it knows, receives the others, and divides long ones.
  SearchMemo* memo = nullptr;
};

/// The board after a legal move, the same for symmetric boards.
Board canonical_after(const Position& position, Square move);

/// The moves of the game, without passes, to be analysed.
std::vector<AnalyzedMove> moves_to_analyze(const GameRecord& game);

/// Called after each move, from the last to the first; `latest` is null if the move was known.
/// Before that, called for each later move that the same searches revised, with `done` unchanged.
using AnalysisProgress = std::function<void(const AnalyzedMove* latest, int done, int all)>;

/// Judges each move, the last one first. A position has one value: a move's `after` is the next
/// move's `best`, and its `best` is the maximum of `after` and the value of the best other move.
///
/// At any level, first searches reach at least 14 plies and solve from 22 empties. If the limits
/// consult the book, its values replace searches. Losses of kSuspiciousDiscs or more are verified
/// (README.md).
///
/// `engine` must have the game's size; its table is not cleared. `known`: moves of an interrupted
/// analysis with this setup. The result is partial if `interrupted` returned true or the memo is
/// missing searches. Both callbacks run on this thread and may be empty.
GameAnalysis analyze_game(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
                          const AnalysisProgress& progress,
                          const std::function<bool()>& interrupted,
                          const std::vector<AnalyzedMove>& known = {});

/// A player's games with one opening; `quality` is of the opening stage.
struct OpeningQuality {
  const book::OpeningName* opening = nullptr;  ///< Null: no named opening.
  int games = 0;
  Quality quality;
};

/// A game counts for its longest named opening of at most this many plies.
inline constexpr int kProfilePlies = 12;

/// Elo on a scale where tournament players average 1500.
struct RatingEstimate {
  double rating = 0;
  double error = 0;  ///< Half the 95% confidence interval.
};

/// 1814 - 261 * mean loss, fitted to 1,379 WTHOR games of 1990-2007 at level 12
/// (tools/lab/README.md). For 197 players of 2008-2015, the rank correlation with ratings by
/// results was 0.89. std::nullopt below kRatedMoves moves.
std::optional<RatingEstimate> estimate_rating(const Quality& quality);
inline constexpr int kRatedMoves = 100;

struct PlayerQuality {
  std::string name;  ///< Empty: all players without a name.
  int games = 0;     ///< Games with analysed moves; a game against oneself counts once.
  int last_game = 0;
  SideQuality quality;
  std::vector<OpeningQuality> openings;  ///< Most games first.

  /// std::nullopt without a name.
  std::optional<RatingEstimate> rating() const;
};

struct Mistake {
  int game = 0;  ///< From 1, in the order of add().
  std::string player;
  AnalyzedMove move;
};

/// Keeps only totals and the worst mistakes. One thread at a time.
class AnalysisSummary {
 public:
  explicit AnalysisSummary(std::size_t most_mistakes = 10) : most_(most_mistakes) {}

  void add(const GameAnalysis& analysis);

  int games() const { return games_; }  ///< Includes partial games.
  int partial() const { return partial_; }
  double seconds() const { return seconds_; }

  /// By games, then accuracy, descending.
  std::vector<PlayerQuality> players() const;
  const SideQuality& all() const { return all_; }
  const std::vector<Mistake>& worst() const { return worst_; }  ///< Most instructive first.

 private:
  void add_player(const std::string& name, const SideQuality& quality,
                  const book::OpeningName* opening);

  std::size_t most_;
  int games_ = 0, partial_ = 0;
  double seconds_ = 0;
  SideQuality all_;
  std::map<std::string, PlayerQuality> players_;
  std::vector<Mistake> worst_;
};

}  // namespace sumi::protocol
