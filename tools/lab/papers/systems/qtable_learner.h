// SPDX-License-Identifier: MIT
/// Q-learning in a table, as in the article of 2022 (../README.md, S5), with each of the causes
/// of its failure to be left in or repaired.
///
/// After each of its moves a, the learner updates the value of a on the board s before it:
///     Q(s, a) += eta (target - Q(s, a)).
/// The target is the reward if the game is over, else gamma times what the opponent's replies leave
/// to the learner: the value of its own best move after each reply (or after what was really
/// played, QSetup::met). A round is two games against each opponent, one with either colour.
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

/// The faults of the article's program, as bits. Brackets say what the repaired program does.
enum QFault : unsigned {
  kNoQFault = 0,
  kIdentityKeys = 1,         ///< Keys are equal only if they are one object: nothing is ever found.
  kWrittenAfter = 2,         ///< Written under the board after the move, read under that before it.
  kNoLossReward = 4,         ///< No reward when the opponent ends the game. [Like any end.]
  kNothingOnPasses = 8,      ///< Nothing is learned when the opponent must pass. [One moves on.]
  kNothingOnExploring = 16,  ///< Nothing is learned of moves drawn at random.
  kDeadReplies = 32,        ///< Replies that leave no move count as 0. [What comes after the pass.]
  kDrawsAgainstBlack = 64,  ///< A draw is lost for Black and won for White. [0]
  kMeanOfReplies = 128,     ///< Replies are averaged, as if drawn by lot. [The worst for us.]
  kTwoWayTies = 256,        ///< Of two equal moves the first is played. [Any; so of more.]
  kArticleFaults = 511,
};

/// One row for each fault: all that options and experiments know of them.
struct QFaultRow {
  QFault fault;
  std::string_view name;  ///< "identity-keys"
  std::string_view what;  ///< A line.
};
std::span<const QFaultRow> q_faults();

struct QSetup {
  int size = 8;
  unsigned faults = kNoQFault;
  /// True: targets are what followed in the game, learned from its end backwards. False: they are
  /// what the opponent's replies leave, learned move by move; with many unknown ones that says
  /// nothing.
  bool met = false;
  double eta = 0.01, gamma = 0.99, epsilon = 0.05;
  double unknown = kUnknownValue;      ///< The value of a move that was not learned.
  bool symmetric = false;              ///< One entry for the eight symmetric boards.
  std::vector<std::string> opponents;  ///< Players by name (engine/player.h); not empty.
  int measured_games = 200;  ///< For each colour and opponent, in each row of the history.
  int threads = 1;           ///< To play these games with; results do not depend on it.
  std::uint64_t seed = 1;
};

/// The article's five, as its program has them or without their faults (players/README.md).
std::vector<std::string> article_opponents(bool faults);

/// The repaired form with numbers that suit a small board, against the repaired opponents.
QSetup repaired_setup(int size);
/// The article's numbers and faults, its opponents' among them.
QSetup article_setup(int size);

/// How often a value was looked up, and found.
struct QReads {
  std::uint64_t all = 0, found = 0;
};

class QTableLearner final : public Learner {
 public:
  /// Fails if an opponent cannot be made, or there is none.
  static Result<std::unique_ptr<QTableLearner>> make(const QSetup& setup);
  /// `opponents` are those that the setup names.
  QTableLearner(QSetup setup, std::vector<std::unique_ptr<MovePlayer>> opponents);

  const QTable& table() const { return *table_; }
  /// How each training game ended: own discs minus the opponent's. Rounds follow one another, in
  /// each the opponents, with a game as Black, then one as White.
  const std::vector<std::int8_t>& games() const { return games_; }
  /// Look-ups of the values of legal moves on the learner's turns in training, indexed by the
  /// number of empties / kReadEmpties.
  static constexpr int kReadEmpties = 4;
  const std::vector<QReads>& reads() const { return reads_; }
  /// How many entries the table has; with kIdentityKeys each update makes one.
  std::uint64_t entries() const;
  /// A player that makes the best moves of the table, and sees what the table goes on learning.
  std::unique_ptr<MovePlayer> player() const;

  /// The value of a board for its side to move: that of the best move. Requires: there is a move.
  double value(const Board& board) const;

  /// CSV, a line a round: for each opponent and colour the discs, then how many games were won and
  /// lost.
  std::string rounds_csv() const;

  std::string_view unit() const override { return "rounds"; }
  protocol::Json settings() const override;
  std::uint64_t steps() const override { return rounds_; }
  void advance(std::uint64_t steps, const std::stop_token& stop) override;
  std::vector<Metric> measure(const std::stop_token& stop) const override;
  std::string save() const override;
  Result<void> load(std::string_view state) override;
  std::string result() const override;  ///< The table as CSV (players/qtable.h).
  std::string_view result_kind() const override { return "qtable"; }
  std::vector<LearnFile> more_files() const override { return {{"rounds.csv", rounds_csv()}}; }

 private:
  /// A board as the table has it.
  CanonicalBoard key_of(const Board& board) const;
  bool has(QFault fault) const { return (setup_.faults & fault) != 0; }
  void play_round();
  int play_game(std::size_t opponent, Color color);
  double read(const CanonicalBoard& key, Square square) const;
  double best_value(const Board& board, Bitboard legal) const;
  Square best_move(const Board& board, Bitboard legal, SplitMix64& random) const;
  double reward(const Board& end, Color color) const;  ///< `end` from our view.
  /// The target after a move, the opponent to move; nothing if nothing is learned.
  std::optional<double> target(const Board& opponents_view, Color color) const;
  /// The value for us after the opponent's replies `legal`; nothing if nothing is learned.
  std::optional<double> after_replies(const Board& opponents_view, Bitboard legal,
                                      Color color) const;
  /// The target by what followed in the game: `next` is our next board with a move, or the end,
  /// from our view.
  double target_met(const Board& next, Color color) const;
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
