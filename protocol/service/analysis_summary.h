// SPDX-License-Identifier: MIT
/// What many analysed games come to: how well each player played, and the mistakes to learn from.
#pragma once

#include "book/opening_names.h"
#include "protocol/service/game_analysis.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

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
