// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/c/handles.h"
#include "protocol/report/service_json.h"
#include "protocol/service/game_analysis.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <memory>
#include <utility>

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

Result<protocol::AnalysisSetup> setup_of(const sumi_limits* limits, const EngineOptions& options) {
  const auto checked = checked_limits(limits);
  if (!checked) return checked.error();
  if (checked->exact || checked->win_loss_draw || checked->play || checked->candidates != 1) {
    return Error{ErrorCode::kOutOfRange,
                 "limits: an analysis takes level, depth, nodes, seconds and book only"};
  }
  const SearchLimits own = search_limits(*checked, options);
  if (!own.depth && !own.nodes && !own.move_time) {
    return Error{ErrorCode::kOutOfRange, "limits: none is set: level, depth, nodes or seconds"};
  }
  protocol::AnalysisSetup setup;
  setup.limits = own;
  setup.settings = settings_of(own, checked->level);
  return setup;
}

const protocol::AnalyzedMove* move_at(const sumi_analysis* analysis, int i) {
  if (i < 0 || i >= sumi_analysis_count(analysis)) return nullptr;
  return &analysis->analysis.moves[static_cast<std::size_t>(i)];
}

const sumi_analysis::Row* texts_at(const sumi_analysis* analysis, int i) {
  return move_at(analysis, i) ? &analysis->rows[static_cast<std::size_t>(i)] : nullptr;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

sumi_status sumi_analyze(sumi_engine* engine, const sumi_game* game, const sumi_limits* limits,
                         sumi_progress_callback callback, void* user, sumi_analysis** analysis) {
  if (!analysis) return missing("analysis");
  *analysis = nullptr;
  if (!engine) return missing("engine");
  if (!game) return missing("game");
  if (!limits) return missing("limits");
  return guarded([&] {
    if (const sumi_status status = begin_call(*engine); status != SUMI_OK) return status;
    const auto setup = setup_of(limits, engine->engine.options());
    if (!setup) return fail(setup.error());
    const int size = game->game.start().size;
    if (const auto fits = engine->engine.use_size(size); !fits) return fail(fits.error());
    if (engine->engine.pending()) return fail(*engine->engine.pending());
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
    auto made = std::make_unique<sumi_analysis>();
    made->analysis = protocol::analyze_game(engine->engine, record, *setup, progress, interrupted);
    for (const protocol::AnalyzedMove& move : made->analysis.moves) {
      const Square best = move.best_line.empty() ? move.played : move.best_line[0];
      made->rows.push_back({to_text(move.played, size), to_text(best, size),
                            std::string(protocol::mark_text(move.mark))});
    }
    made->json = protocol::json_text(protocol::analysis_json(made->analysis));
    *analysis = made.release();
    return SUMI_OK;
  });
}

void sumi_analysis_free(sumi_analysis* analysis) { delete analysis; }

int sumi_analysis_partial(const sumi_analysis* analysis) {
  return analysis && analysis->analysis.partial;
}

int sumi_analysis_count(const sumi_analysis* analysis) {
  return analysis ? static_cast<int>(analysis->rows.size()) : 0;
}

int sumi_analysis_number(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move ? move->number : 0;
}

int sumi_analysis_black(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move && move->before.to_move == Color::kBlack;
}

const char* sumi_analysis_move(const sumi_analysis* analysis, int i) {
  const auto* const row = texts_at(analysis, i);
  return row ? row->move.c_str() : "";
}

const char* sumi_analysis_best(const sumi_analysis* analysis, int i) {
  const auto* const row = texts_at(analysis, i);
  return row ? row->best.c_str() : "";
}

double sumi_analysis_score(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move ? move->after.discs : kNone;
}

double sumi_analysis_best_score(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move ? move->best.discs : kNone;
}

double sumi_analysis_lost(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move ? move->lost : kNone;
}

int sumi_analysis_exact(const sumi_analysis* analysis, int i) {
  const auto* const move = move_at(analysis, i);
  return move && move->best.exact && move->after.exact;
}

const char* sumi_analysis_mark(const sumi_analysis* analysis, int i) {
  const auto* const row = texts_at(analysis, i);
  return row ? row->mark.c_str() : "";
}

const char* sumi_analysis_json(const sumi_analysis* analysis) {
  return analysis ? analysis->json.c_str() : "";
}
