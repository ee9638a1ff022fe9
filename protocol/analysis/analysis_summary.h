// SPDX-License-Identifier: MIT
/// What many analysed games come to: how well each player played, and the mistakes to learn from.
#pragma once

#include "protocol/analysis/game_analysis.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sumi::protocol {

struct PlayerQuality {
  std::string name;  ///< Empty: all that games do not name.
  int games = 0;     ///< With moves of theirs analysed; once, if both sides are.
  int last_game = 0;
  SideQuality quality;
};

/// A move of one of the games.
struct Mistake {
  int game = 0;        ///< From 1, in the order they were added.
  std::string player;  ///< Who made it; may be empty.
  AnalyzedMove move;
};

/// Keeps totals and `most` mistakes, so its size depends on the number of players alone. One thread
/// at a time.
class AnalysisSummary {
 public:
  explicit AnalysisSummary(std::size_t most_mistakes = 10) : most_(most_mistakes) {}

  void add(const GameAnalysis& analysis);

  int games() const { return games_; }      ///< Partial ones too.
  int partial() const { return partial_; }  ///< Interrupted.
  double seconds() const { return seconds_; }

  /// Most games first, then the most accurate.
  std::vector<PlayerQuality> players() const;
  const SideQuality& all() const { return all_; }
  const std::vector<Mistake>& worst() const { return worst_; }  ///< The most instructive first.

 private:
  void add_player(const std::string& name, const SideQuality& quality);
  void add_mistakes(const GameAnalysis& analysis);

  std::size_t most_;
  int games_ = 0, partial_ = 0;
  double seconds_ = 0;
  SideQuality all_;
  std::map<std::string, PlayerQuality> players_;
  std::vector<Mistake> worst_;
};

}  // namespace sumi::protocol
