// SPDX-License-Identifier: MIT
/// What `sumi analyze` prints of the games it analyses, and the page it writes.
#pragma once

#include "protocol/report/analysis_text.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/service/analysis_summary.h"
#include "protocol/service/analyze_games.h"

#include <optional>
#include <string>
#include <vector>

namespace sumi::protocol {

enum class AnalysisFormat { kText, kJson, kCsv };

/// A game alone is told move by move; of several each is a line, and at the end stands what they
/// come to. One thread at a time.
class AnalysisReport {
 public:
  /// `page`: where write_page() writes; null: nowhere.
  AnalysisReport(Output& out, AnalysisFormat format, Language language, FileOutput* page);

  /// What could not be analysed and what was mended is told on standard error, the first few times.
  void add(const AnalyzedGame& game);

  /// Writes what comes after the last game.
  void finish();

  /// Writes the page of the games so far, if there are any. Throws FatalError if the page cannot be
  /// written.
  void write_page();

  int games() const { return summary_.games(); }
  int bad() const { return bad_; }

 private:
  void add_analysis(const GameAnalysis& analysis);
  void add_text(const GameAnalysis& analysis);
  void tell(const std::string& where, const std::string& message);

  Output& out_;
  const AnalysisFormat format_;
  const Language language_;
  FileOutput* const page_;
  const GamesText text_;
  AnalysisSummary summary_;
  std::optional<GameAnalysis> first_;  ///< The first game, until there is another one.
  std::vector<GameAnalysis> paged_;    ///< Games for the page.
  int bad_ = 0, told_ = 0;
};

}  // namespace sumi::protocol
