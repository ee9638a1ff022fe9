// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <string>

namespace sumi::protocol {

/// "+12" or "0" if exact; otherwise "+1.25".
std::string score_text(const Score& score);

/// Players, a row per move, quality by side and stage, and the worst moves.
std::string analysis_text(const GameAnalysis& analysis, Language language);

/// Shorter than analysis_text(): a score sheet with the discs lost, then the quality of each side.
/// At most 80 columns.
std::string review_text(const GameAnalysis& analysis, Language language);

/// Report of many games: header(), a row() per game, and end().
class GamesText {
 public:
  explicit GamesText(Language language);

  std::string header() const { return table_.header(); }
  /// `number`: of the game, from 1.
  std::string row(int number, const GameAnalysis& analysis) const;
  /// Players, the most instructive mistakes, and the numbers of games. `bad`: number of entries not
  /// analysed.
  std::string end(const AnalysisSummary& summary, int bad) const;

 private:
  Language language_;
  Table table_;
};

}  // namespace sumi::protocol
