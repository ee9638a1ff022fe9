// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/c/handles.h"
#include "protocol/report/service_json.h"
#include "protocol/service/game_analysis.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

using namespace sumi;
using namespace sumi::c_api;

namespace {

/// Worded as in `sumi analyze`.
protocol::SearchSettings settings_of(const SearchLimits& limits, int level) {
  if (level >= 0) return {"level {}", fmt::format("{}", level)};
  if (limits.depth) return {"depth {}", fmt::format("{}", *limits.depth)};
  if (limits.move_time) return {"{} s a move", fmt::format("{}", to_seconds(*limits.move_time))};
  return {"{} nodes a move", fmt::format("{}", *limits.nodes)};
}

protocol::AnalysisSetup setup_of(const sumi_limits* limits, const EngineOptions& options) {
  const sumi_limits checked = checked_limits(limits);
  if (checked.exact || checked.win_loss_draw || checked.play || checked.candidates != 1) {
    throw Failure{SUMI_OUT_OF_RANGE,
                  "limits: an analysis takes level, depth, nodes, seconds and book only"};
  }
  const SearchLimits own = search_limits(checked, options);
  if (!own.depth && !own.nodes && !own.move_time) {
    throw Failure{SUMI_OUT_OF_RANGE, "limits: none is set: level, depth, nodes or seconds"};
  }
  protocol::AnalysisSetup setup;
  setup.limits = own;
  setup.settings = settings_of(own, checked.level);
  return setup;
}

sumi_analysis::Row row_of(const protocol::AnalyzedMove& move, int size) {
  const Square best = move.best_line.empty() ? move.played : move.best_line[0];
  return {.number = move.number,
          .black = move.before.to_move == Color::kBlack,
          .exact = move.best.exact && move.after.exact,
          .score = move.after.discs,
          .best_score = move.best.discs,
          .lost = move.lost,
          .move = to_text(move.played, size),
          .best = to_text(best, size),
          .mark = std::string(protocol::mark_text(move.mark))};
}

const sumi_analysis::Row& row_at(const sumi_analysis* analysis, int i) {
  static const sumi_analysis::Row kNone;
  if (i < 0 || i >= sumi_analysis_count(analysis)) return kNone;
  return analysis->rows[static_cast<std::size_t>(i)];
}

}  // namespace

sumi_status sumi_analyze(sumi_engine* engine, const sumi_game* game, const sumi_limits* limits,
                         sumi_progress_callback callback, void* user, sumi_analysis** analysis) {
  return guarded([&] {
    clear(analysis, "analysis");
    require({{engine, "engine"}, {game, "game"}, {limits, "limits"}});
    begin_call(*engine);
    const protocol::AnalysisSetup setup = setup_of(limits, engine->engine.options());
    const int size = game->game.start().size;
    value_of(engine->engine.use_size(size));
    check_options(engine->engine);
    const GameRecord& record = game->about;
    engine->engine.clear_table();
    std::size_t done = 0;
    const std::size_t all = protocol::moves_to_analyze(record).size();
    const auto progress = [&done](const protocol::AnalyzedMove*, int moves, int) {
      done = static_cast<std::size_t>(moves);
    };
    const auto interrupted = [&] {
      if (callback && callback(done, all, user) != 0) engine->stopped = true;
      return engine->stopped.load();
    };
    const auto found = protocol::analyze_game(engine->engine, record, setup, progress, interrupted);
    auto made = std::make_unique<sumi_analysis>();
    made->partial = found.partial;
    for (const protocol::AnalyzedMove& move : found.moves) {
      made->rows.push_back(row_of(move, size));
    }
    made->json = protocol::json_text(protocol::analysis_json(found));
    *analysis = made.release();
  });
}

void sumi_analysis_free(sumi_analysis* analysis) { delete analysis; }

int sumi_analysis_partial(const sumi_analysis* analysis) { return analysis && analysis->partial; }

int sumi_analysis_count(const sumi_analysis* analysis) {
  return analysis ? static_cast<int>(analysis->rows.size()) : 0;
}

int sumi_analysis_number(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).number;
}

int sumi_analysis_black(const sumi_analysis* analysis, int i) { return row_at(analysis, i).black; }

const char* sumi_analysis_move(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).move.c_str();
}

const char* sumi_analysis_best(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).best.c_str();
}

double sumi_analysis_score(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).score;
}

double sumi_analysis_best_score(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).best_score;
}

double sumi_analysis_lost(const sumi_analysis* analysis, int i) { return row_at(analysis, i).lost; }

int sumi_analysis_exact(const sumi_analysis* analysis, int i) { return row_at(analysis, i).exact; }

const char* sumi_analysis_mark(const sumi_analysis* analysis, int i) {
  return row_at(analysis, i).mark.c_str();
}

const char* sumi_analysis_json(const sumi_analysis* analysis) {
  return analysis ? analysis->json.c_str() : "";
}
