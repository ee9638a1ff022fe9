// SPDX-License-Identifier: MIT
/// S5: tabular Q-learning as in the article of 2022 (../README.md), with or without each fault of
/// its program.
///
/// After a move a on board s: Q(s, a) += eta (target - Q(s, a)). The target is the reward if the
/// game is over. Otherwise it is gamma times the value of the learner's best move after each reply
/// of the opponent (or after the reply played, see QSetup::learn_actual). A round is two games
/// against each opponent, one per colour.
#pragma once

#include "engine/base/random.h"
#include "engine/game/symmetry.h"
#include "engine/player.h"
#include "engine/players/qtable.h"
#include "tools/lab/papers/learn/learner.h"
#include "tools/lab/papers/learn/measure.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sumi::lab {

/// Faults of the article's program, as bits; in brackets, the repaired behaviour. q_faults() has
/// their names.
enum QFault : unsigned {
  kNoQFault = 0,
  kIdentityKeys = 1,         ///< Keys are compared by identity, so no lookup succeeds.
  kWrittenAfter = 2,         ///< Stores under the board after the move, reads under the one before.
  kNoLossReward = 4,         ///< No reward if the opponent ends the game. [Reward.]
  kNothingOnPasses = 8,      ///< No update when the opponent must pass. [Continues after the pass.]
  kNothingOnExploring = 16,  ///< No update after exploratory moves.
  kDeadReplies = 32,         ///< Replies that leave no move count as 0. [Value after the pass.]
  kDrawsAgainstBlack = 64,   ///< A draw counts as a loss for Black and a win for White. [0]
  kMeanOfReplies = 128,      ///< Mean over the replies. [Minimum.]
  kTwoWayTies = 256,         ///< Plays the first of two equal moves. [A random one.]
  kArticleFaults = 511,
};

std::span<const NamedFault> q_faults();

struct QSetup {
  int size = 8;
  unsigned faults = kNoQFault;
  /// True: learn the continuations played, from the end of the game backwards. False: learn from
  /// all replies after each move, which is uninformative while most replies are unknown.
  bool learn_actual = false;
  double eta = 0.01, gamma = 0.99, epsilon = 0.05;
  double unknown = kUnknownValue;      ///< Initial value of a move.
  bool symmetric = false;              ///< One entry for symmetric boards.
  std::vector<std::string> opponents;  ///< Player names (engine/player.h); not empty.
  int measured_games = 200;            ///< Per colour, opponent and history row.
  int threads = 1;                     ///< Does not affect results.
  std::uint64_t seed = 1;
};

/// The article's five opponents, with or without its program's faults (engine/players/README.md).
std::vector<std::string> article_opponents(bool faults);

/// Without faults, for a small board, against opponents without faults.
QSetup repaired_setup(int size);
/// The article's parameters and faults, including those of its opponents.
QSetup article_setup(int size);

/// Look-ups, and successful ones.
struct QReads {
  std::uint64_t all = 0, found = 0;
};

class QTableLearner final : public Learner {
 public:
  /// Fails if there is no opponent or one cannot be constructed.
  static Result<std::unique_ptr<QTableLearner>> make(const QSetup& setup);
  /// `opponents` must match the setup.
  QTableLearner(QSetup setup, std::vector<std::unique_ptr<MovePlayer>> opponents);

  const QTable& table() const { return *table_; }
  /// Own discs minus the opponent's in each training game: by round, then opponent, as Black and
  /// White.
  const std::vector<std::int8_t>& games() const { return games_; }
  /// Look-ups of legal moves in training, by empties / kReadEmpties.
  static constexpr int kReadEmpties = 4;
  const std::vector<QReads>& reads() const { return reads_; }
  /// With kIdentityKeys every update adds an entry.
  std::uint64_t entries() const;
  /// Plays the table's best moves. Later updates of the table affect it.
  std::unique_ptr<MovePlayer> player() const;

  /// For the side to move. Requires: a legal move.
  double value(const Board& board) const;

  /// CSV, one line per round: discs for each opponent and colour, games won, games lost.
  std::string rounds_csv() const;

  std::string_view unit() const override { return "rounds"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return rounds_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;  ///< The table as CSV (engine/players/qtable.h).
  std::string_view result_kind() const override { return "qtable"; }
  std::vector<LearnFile> more_files() const override { return {{"rounds.csv", rounds_csv()}}; }

 private:
  CanonicalBoard key_of(const Board& board) const;
  bool has(unsigned fault) const { return (setup_.faults & fault) != 0; }
  void play_round();
  int play_game(std::size_t opponent, Color color);
  double read(const CanonicalBoard& key, Square square) const;
  double best_value(const Board& board, Bitboard legal) const;
  Square best_move(const Board& board, Bitboard legal, SplitMix64& random) const;
  double reward(const Board& end, Color color) const;  ///< `end` as the learner sees it.
  /// Target of a move, with the opponent to move; std::nullopt: no update.
  std::optional<double> target(const Board& opponents_view, Color color) const;
  /// Value for the learner after the replies `legal`; std::nullopt: no update.
  std::optional<double> after_replies(const Board& opponents_view, Bitboard legal,
                                      Color color) const;
  /// Target for the continuation played. `next`: the learner's next board with a move, or the final
  /// board, as the learner sees it.
  double actual_target(const Board& next, Color color) const;
  void learn(const Board& before, Square move, double wanted);
  void count_reads(const Board& board, Bitboard legal);

  QSetup setup_;
  std::vector<std::unique_ptr<MovePlayer>> opponents_;
  std::shared_ptr<QTable> table_;
  std::vector<std::int8_t> games_;
  std::vector<QReads> reads_;
  std::uint64_t rounds_ = 0;
};

}  // namespace sumi::lab
