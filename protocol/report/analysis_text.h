// SPDX-License-Identifier: MIT
/// Analysed games for people: a game move by move, or a line a game and what all come to.
#pragma once

#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/service/game_analysis.h"

#include <string>

namespace sumi::protocol {

/// "+12", "0" if exact; "+1.25" else.
std::string score_text(const Judgement& judgement);

/// Who played, a row a move, how well each side played by stage, and the worst moves with what was
/// better. Whole lines.
std::string analysis_text(const GameAnalysis& analysis, Language language);

/// A short form of analysis_text(): a score sheet with Black's moves on the left and White's on the
/// right, what they lost, and how well each side played. Fits 80 columns.
std::string review_text(const GameAnalysis& analysis, Language language);

/// Text about many games: header(), a row() for each game, end().
class GamesText {
 public:
  explicit GamesText(Language language);

  std::string header() const { return table_.header(); }
  /// `number`: of the game, from 1.
  std::string row(int number, const GameAnalysis& analysis) const;
  /// Players, the most instructive mistakes, a line with the numbers of games. `bad`: entries that
  /// could not be analysed.
  std::string end(const AnalysisSummary& summary, int bad) const;

 private:
  std::string players(const AnalysisSummary& summary) const;
  std::string ratings(const AnalysisSummary& summary) const;
  std::string openings(const AnalysisSummary& summary) const;

  Language language_;
  Table table_;
};

}  // namespace sumi::protocol
