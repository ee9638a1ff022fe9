// SPDX-License-Identifier: MIT
#include "protocol/cli/analysis_report.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/analysis_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sumi::protocol {
namespace {

constexpr int kMaxTold = 10;
constexpr std::size_t kMaxPageGames = 5000;  // kept in memory, some 25 KB each

}  // namespace

AnalysisReport::AnalysisReport(Output& out, AnalysisFormat format, Language language,
                               FileOutput* page)
    : out_(out), format_(format), language_(language), page_(page), text_(language) {
  if (format_ == AnalysisFormat::kCsv) out_.write(analysis_csv_header());
}

void AnalysisReport::add(const AnalyzedGame& game) {
  for (const std::string& warning : game.source.warnings) tell(game.source.where, warning);
  if (!game.source.game) {
    bad_ += !game.source.is_rest;
    tell(game.source.where, game.source.game.error().message);
  } else if (game.analysis && !(game.analysis->partial && game.analysis->moves.empty())) {
    add_analysis(*game.analysis);
  }
}

void AnalysisReport::add_analysis(const GameAnalysis& analysis) {
  summary_.add(analysis);
  switch (format_) {
    case AnalysisFormat::kText:
      add_text(analysis);
      break;
    case AnalysisFormat::kJson:
      out_.write(json_line(analysis_json(analysis)));
      break;
    case AnalysisFormat::kCsv:
      out_.write(analysis_csv(analysis, summary_.games()));
      break;
  }
  out_.flush();
  if (page_ && paged_.size() < kMaxPageGames) paged_.push_back(analysis);
}

void AnalysisReport::add_text(const GameAnalysis& analysis) {
  if (summary_.games() == 1) {
    first_ = analysis;
    return;
  }
  if (first_) out_.write(text_.header() + text_.row(1, *std::exchange(first_, std::nullopt)));
  out_.write(text_.row(summary_.games(), analysis));
}

void AnalysisReport::finish() {
  if (format_ == AnalysisFormat::kText && first_) {
    out_.write(analysis_text(*first_, language_));
  } else if (format_ == AnalysisFormat::kText && summary_.games() > 1) {
    out_.write(text_.end(summary_, bad_));
  } else if (format_ == AnalysisFormat::kJson && summary_.games() > 1) {
    out_.write(json_line(summary_json(summary_, bad_)));
  }
  out_.flush();
  if (told_ > kMaxTold) {
    tell_error(fmt::format("{} more messages of this kind", told_ - kMaxTold));
  }
}

void AnalysisReport::tell(const std::string& where, const std::string& message) {
  if (++told_ > kMaxTold) return;
  tell_error(where.empty() ? message : fmt::format("{}: {}", where, message));
}

void AnalysisReport::write_page() {
  if (paged_.empty()) return;
  page_->output().write(paged_.size() == 1 ? to_html(paged_.front(), language_)
                                           : to_html(paged_, language_));
  page_->finish();
  if (static_cast<std::size_t>(summary_.games()) > paged_.size()) {
    tell_error(fmt::format("--html: the first {} of {} games", paged_.size(), summary_.games()));
  }
}

}  // namespace sumi::protocol
