// SPDX-License-Identifier: MIT
/// What an engine thinks of each move of a game: scores before and after it, what was best, discs
/// lost, and how well each side played.
#pragma once

#include "book/opening_names.h"
#include "engine/engine.h"
#include "engine/game/game.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::protocol {

/// A score in discs, as good as it is known.
struct Judgement {
  double discs = 0;
  bool exact = false;  ///< Proven.
  int depth = 0;       ///< Plies; empties if exact.
  int selectivity = 100;
  bool book = false;   ///< It is the opening book's, and `depth` counts from here through the book.
  int book_plies = 0;  ///< Basis::book_plies.

  Basis basis() const { return {depth, selectivity, exact, book, book_plies}; }

  friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// A mark for the discs that a move lost, rounded to a tenth; the limits are kInaccuracyDiscs and
/// so on.
enum class Mark { kNone, kInaccuracy, kMistake, kBlunder };
inline constexpr double kInaccuracyDiscs = 2, kMistakeDiscs = 4, kBlunderDiscs = 8;
std::string_view mark_text(Mark mark);  ///< "", "?!", "?", "??"
std::string_view mark_name(Mark mark);  ///< For JSON: "", "inaccuracy", "mistake", "blunder"

enum class Stage { kOpening, kMidgame, kEndgame };  ///< Moves 1-20, 21-40, 41-60 of 8x8.
inline constexpr int kStages = 3;
std::string_view stage_name(Stage stage);  ///< "opening", ...

/// A move of the game that was a choice or could have been: passes are not among them.
struct AnalyzedMove {
  std::size_t index = 0;  ///< Index in GameRecord::moves, passes counted.
  int number = 0;         ///< Number of the move, from 1, passes not counted.
  Position before;        ///< Its side to move made the move.
  Square played = Square::kPass;
  bool forced = false;  ///< The only legal move: loses nothing, counts in no accuracy.
  Judgement best;       ///< The position before the move, for the side that moved.
  Judgement
      after;  ///< The position after it, for the side that moved; its depth counts from there.
  /// From `before`: the best move found and what follows; the one played, if that is as good by the
  /// same search.
  Line best_line;
  Line played_line;             ///< Starts at `before` with the move played.
  double lost = 0;              ///< max(0, best - after), discs.
  bool changes_result = false;  ///< Both are exact and of different signs, or one is a draw.
  Mark mark = Mark::kNone;
  /// How sure a mark is, 0..1: the chance that the move really loses two discs or more. 1 without a
  /// mark and where both are exact. See kJudgedDiscs.
  double confidence = 1;
  Stage stage = Stage::kOpening;
  double seconds = 0;  ///< Time spent searching.
};

/// Sets what follows from `best` and `after`: `lost`, `mark`, `confidence`, `changes_result`.
void judge(AnalyzedMove& move);

/// The move turned the result: proven, or by estimates of two discs or more on either side of a
/// draw.
bool turns_result(const AnalyzedMove& move);

/// How well moves were chosen. Accuracy is 100 for no discs lost; see kAccuracyHalf.
struct Quality {
  int moves = 0;               ///< Moves judged; forced moves are not counted.
  int best_moves = 0;          ///< Moves that lost less than half a disc.
  double lost = 0;             ///< Discs, in sum.
  double squares = 0;          ///< Sum of the squares of the discs lost.
  std::array<int, 4> marks{};  ///< Number of moves with each Mark.

  void add(const AnalyzedMove& move);
  void add(const Quality& other);
  double mean_lost() const;  ///< 0 without moves.
  /// Half of mean_lost()'s interval of 95%, as far as the number of moves limits it: as if they
  /// were drawn from all that the player would play. Nothing for fewer than kFewMoves moves.
  std::optional<double> mean_lost_error() const;
  double accuracy() const;                       ///< 0..100, per cent; 100 without moves.
  std::optional<double> accuracy_error() const;  ///< As mean_lost_error().
};
inline constexpr int kFewMoves = 5;
/// Discs a move lost on average that halve the accuracy: 100 * 2^(-mean / kAccuracyHalf).
inline constexpr double kAccuracyHalf = 2;

struct SideQuality {
  Quality all;
  std::array<Quality, kStages> stages{};  ///< By Stage.

  void add(const AnalyzedMove& move);
  void add(const SideQuality& other);
};

/// How games were searched.
struct SearchSettings {
  std::string text;    ///< "level {}", "{} s a move"; a key of tr().
  std::string number;  ///< The number that stands in the place of {}.
};

struct GameAnalysis {
  GameRecord game;
  std::vector<AnalyzedMove> moves;  ///< In the order of the game; only the last ones, if partial.
  std::array<SideQuality, 2> quality;  ///< By Color.
  bool partial = false;                ///< Interrupted.
  SearchSettings settings;
  double seconds = 0;  ///< Time spent searching, earlier runs included.

  const SideQuality& of(Color color) const { return quality[static_cast<std::size_t>(color)]; }
};

/// The first is the more instructive mistake: one that turns the result before one that only costs
/// discs, then the one that costs more.
bool more_instructive(const AnalyzedMove& a, const AnalyzedMove& b);

/// The marked moves, the most instructive first, `most` of them. Indices of `moves`.
std::vector<std::size_t> worst_moves(const GameAnalysis& analysis, std::size_t most);

/// What seems to lose so much is searched again.
inline constexpr double kSuspiciousDiscs = 1;
inline constexpr int kDeeperPlies = 4;  ///< By so much deeper.

/// The level of analyses of games for which none is named, in every front end.
inline constexpr int kStandardLevel = 20;

struct AnalysisSetup {
  SearchLimits limits;  ///< Limits for each search, of the best move and of the move played alike.
  SearchSettings settings;
  int verifications = 2;  ///< A mark is verified so often at most; 0: never.
};

/// The moves of the game that were choices or could have been, in its order, not judged yet.
std::vector<AnalyzedMove> list_moves(const GameRecord& game);

/// Called after each move, from the last one backwards, with the move (null if it was known), the
/// number of moves done and the number of all moves; before that, with the number of moves done
/// before, for each later move that this one's searches have revised.
using AnalysisProgress = std::function<void(const AnalyzedMove* latest, int done, int all)>;

/// Walks the game from its end backwards. A position has one value: `after` of a move is `best` of
/// the next one, for the side that made the move, and the higher of `after` and the value of the
/// best other move, which a search finds, is its own `best`. So what later positions have shown
/// counts before them too. Levels of fewer than 14 plies search deeper than they play, and all
/// levels solve from 22 empties on at the latest. The book, if AnalysisSetup::limits consult it,
/// values the positions that it knows, and the moves that lead out of it. Another move that seems
/// to be better by kSuspiciousDiscs or more is searched again, and so are the positions after the
/// one played, kDeeperPlies deeper or, with at most 25 empties, exactly, whatever the limits say;
/// and once more as much deeper unless the loss is clear. `engine` has the game's board size; its
/// table is used as it is found.
/// `known`: moves that an earlier, interrupted analysis of this game with this setup has found;
/// they are not searched again. Ends early soon after `interrupted` returns true; partial then.
/// Both functions may be empty, and are called on this thread.
GameAnalysis analyze_game(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
                          const AnalysisProgress& progress,
                          const std::function<bool()>& interrupted,
                          const std::vector<AnalyzedMove>& known = {});

// What many analysed games come to: how well each player played, and the mistakes to learn from.

/// Games of a player with one opening, and the moves of the opening stage in them.
struct OpeningQuality {
  const book::OpeningName* opening = nullptr;  ///< Null: games without a named one.
  int games = 0;
  Quality quality;
};

/// The named opening of the first so many moves stands for a game.
inline constexpr int kProfilePlies = 12;

/// A rating in Elo on a scale of our own: 1500 is the mean of tournament players.
struct RatingEstimate {
  double rating = 0;
  double error = 0;  ///< Half of the interval of 95%.
};

/// What the discs lost a move say of a player: 1814 for none, 261 less for each. From 1,379 games
/// of WTHOR of 1990-2007 analysed at level 12, and ratings made of results (tools/lab/README.md);
/// in 2008-2015 the ranks of 197 players by it and by results had a correlation of 0.89. Nothing
/// for fewer than kRatedMoves moves.
std::optional<RatingEstimate> estimate_rating(const Quality& quality);
inline constexpr int kRatedMoves = 100;

struct PlayerQuality {
  std::string name;  ///< The player's name; empty: all players without a name.
  int games = 0;     ///< Games with analysed moves of this player; a game played against oneself
                     ///< counts once.
  int last_game = 0;
  SideQuality quality;
  std::vector<OpeningQuality> openings;  ///< Most games first.

  /// Nothing for players without a name, who may be many.
  std::optional<RatingEstimate> rating() const;
};

/// A move of one of the games.
struct Mistake {
  int game = 0;        ///< Number of the game, from 1, in the order of add().
  std::string player;  ///< Who made it; may be empty.
  AnalyzedMove move;
};

/// Keeps totals and `most` mistakes, so its size depends on the players and their openings alone.
/// One thread at a time.
class AnalysisSummary {
 public:
  explicit AnalysisSummary(std::size_t most_mistakes = 10) : most_(most_mistakes) {}

  void add(const GameAnalysis& analysis);

  int games() const { return games_; }      ///< All games, the partial ones included.
  int partial() const { return partial_; }  ///< Games whose analysis was interrupted.
  double seconds() const { return seconds_; }

  /// Most games first, then the most accurate.
  std::vector<PlayerQuality> players() const;
  const SideQuality& all() const { return all_; }
  const std::vector<Mistake>& worst() const { return worst_; }  ///< The most instructive first.

 private:
  void add_player(const std::string& name, const SideQuality& quality,
                  const book::OpeningName* opening);
  void add_mistakes(const GameAnalysis& analysis);

  std::size_t most_;
  int games_ = 0, partial_ = 0;
  double seconds_ = 0;
  SideQuality all_;
  std::map<std::string, PlayerQuality> players_;
  std::vector<Mistake> worst_;
};

}  // namespace sumi::protocol
