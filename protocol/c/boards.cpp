// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/game/rules.h"
#include "protocol/c/handles.h"
#include "protocol/service/ordered_pool.h"
#include "protocol/service/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

using namespace sumi;
using namespace sumi::c_api;

namespace {

struct Boards {
  int size;
  const uint64_t *own, *opponent;
  std::size_t count;

  Board operator[](std::size_t i) const { return {own[i], opponent[i]}; }
};

struct BatchParams {
  sumi_engine& engine;
  int threads;
  sumi_progress_callback callback;
  void* user;
};

constexpr int kMaxThreads = 256;
constexpr std::uint64_t kMaxAhead = 4096;

Result<void> check(const Boards& boards) {
  if (const auto known = check_size(boards.size); !known) return known;
  for (std::size_t i = 0; i < boards.count; ++i) {
    const Board board = boards[i];
    if ((board.own & board.opp) == 0 && ((board.own | board.opp) & ~squares_of(boards.size)) == 0) {
      continue;
    }
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("board {}: {:#x} and {:#x} share squares, or have some outside a board "
                    "of {}x{}",
                    i, board.own, board.opp, boards.size, boards.size)};
  }
  return {};
}

/// Checks parameters and boards, then starts a call.
sumi_status begin(const BatchParams& params, const Boards& boards) {
  if (const sumi_status status = begin_call(params.engine); status != SUMI_OK) return status;
  if (params.threads < 0 || params.threads > kMaxThreads) {
    return fail(SUMI_OUT_OF_RANGE,
                fmt::format("threads: {} is not in 0..{}", params.threads, kMaxThreads));
  }
  if (const auto good = check(boards); !good) return fail(good.error());
  if (params.engine.engine.pending()) return fail(*params.engine.engine.pending());
  return SUMI_OK;
}

/// Calls `each` for every board, `portion` boards at a time, with the thread's engine, the board's
/// index and a stop token. `each` returns false if stopped. Requires: begin().
sumi_status for_all(const BatchParams& params, const Boards& boards, std::size_t portion,
                    const std::function<bool(Engine&, std::size_t, const std::stop_token&)>& each,
                    const BookOpener& open_book = {}) {
  EngineOptions options = params.engine.engine.options();
  options.size = boards.size;
  options.threads = 1;
  const auto plan =
      protocol::plan_solving(params.threads > 0 ? std::optional(params.threads) : std::nullopt, 1,
                             false, options.hash_mib, protocol::solve_machine());
  if (!plan) return fail(plan.error());

  std::size_t next = 0, done = 0;
  struct Portion {
    std::size_t begin, end;
  };
  protocol::OrderedWork<Portion, std::size_t> work;
  work.take = [&](const std::stop_token&) -> std::optional<Portion> {
    if (next == boards.count) return std::nullopt;
    const std::size_t begin = next;
    next += std::min(portion, boards.count - begin);
    return Portion{begin, next};
  };
  work.make_work = [&] {
    return [&, engine = std::make_shared<Engine>(options, open_book)](
               Portion taken, const std::stop_token& stop) -> std::optional<std::size_t> {
      std::size_t i = taken.begin;
      while (i < taken.end && !stop.stop_requested() && each(*engine, i, stop)) ++i;
      return i - taken.begin;
    };
  };
  work.report = [&done](const std::size_t& boards_done) { done += boards_done; };
  work.tick = [] {};
  work.interrupted = [&] {
    if (params.callback && params.callback(done, boards.count, params.user) != 0) {
      params.engine.stopped = true;
    }
    return params.engine.stopped.load();
  };
  const std::size_t portions = (boards.count + portion - 1) / portion;
  const int threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(plan->jobs),
                                                             std::max<std::size_t>(portions, 1)));
  protocol::run_in_order(threads, kMaxAhead, work);
  return done == boards.count ? SUMI_OK : fail(SUMI_STOPPED, "stopped");
}

}  // namespace

sumi_status sumi_evaluate(sumi_engine* engine, int size, const uint64_t* own,
                          const uint64_t* opponent, size_t count, int threads, float* values,
                          sumi_progress_callback callback, void* user) {
  constexpr std::size_t kPortion = 4096;  // a few milliseconds of work
  if (!engine) return missing("engine");
  if (count > 0 && !(own && opponent && values)) return missing("own, opponent or values");
  return guarded([&] {
    const Boards boards{size, own, opponent, count};
    const BatchParams params{*engine, threads, callback, user};
    if (const sumi_status status = begin(params, boards); status != SUMI_OK) return status;
    const auto evaluate = [&](Engine& used, std::size_t i, const std::stop_token&) {
      used.set_board(boards[i]);
      values[i] = static_cast<float>(to_discs(used.evaluate()));
      return true;
    };
    if (count > kPortion) return for_all(params, boards, kPortion, evaluate);
    // Creating engines for threads would take longer.
    if (const auto fits = engine->engine.use_size(size); !fits) return fail(fits.error());
    for (std::size_t i = 0; i < count; ++i) evaluate(engine->engine, i, {});
    return SUMI_OK;
  });
}

sumi_status sumi_solve(sumi_engine* engine, int size, const uint64_t* own, const uint64_t* opponent,
                       size_t count, int threads, int8_t* scores, sumi_progress_callback callback,
                       void* user) {
  if (!engine) return missing("engine");
  if (count > 0 && !(own && opponent && scores)) return missing("own, opponent or scores");
  return guarded([&] {
    const Boards boards{size, own, opponent, count};
    const BatchParams params{*engine, threads, callback, user};
    if (const sumi_status status = begin(params, boards); status != SUMI_OK) return status;
    return for_all(
        params, boards, 1, [&](Engine& used, std::size_t i, const std::stop_token& stop) {
          const auto solution =
              protocol::solve_position(used, Position{boards[i], Color::kBlack, size}, {}, stop);
          if (!solution) throw FatalError(solution.error().message);
          if (!*solution) return false;
          scores[i] = static_cast<int8_t>((*solution)->score.discs);
          return true;
        });
  });
}

sumi_status sumi_search_boards(sumi_engine* engine, int size, const uint64_t* own,
                               const uint64_t* opponent, size_t count, const sumi_limits* limits,
                               int threads, sumi_result** results, sumi_progress_callback callback,
                               void* user) {
  if (count > 0 && !results) return missing("results");
  std::fill_n(results, count, nullptr);
  if (!engine) return missing("engine");
  if (!limits) return missing("limits");
  if (count > 0 && !(own && opponent)) return missing("own or opponent");
  const sumi_status ended = guarded([&] {
    const Boards boards{size, own, opponent, count};
    const BatchParams params{*engine, threads, callback, user};
    if (const sumi_status status = begin(params, boards); status != SUMI_OK) return status;
    const auto checked = checked_limits(limits);
    if (!checked) return fail(checked.error());
    if (checked->play != 0) return fail(SUMI_OUT_OF_RANGE, "limits: play is for one game");
    const SearchLimits searched = search_limits(*checked, engine->engine.options());
    if (!searched.depth && !searched.nodes && !searched.move_time && !searched.exact_at_empties) {
      return fail(SUMI_OUT_OF_RANGE,
                  "limits: none is set: level, depth, nodes, seconds, exact or win_loss_draw");
    }
    const auto search = [&](Engine& used, std::size_t i, const std::stop_token& stop) {
      const Position position{boards[i], Color::kBlack, size};
      const SearchedGame game = searched_game(position, *checked, engine->engine.options());
      SearchUpdate found;
      if (!rules::game_over(position.board, size)) {
        used.clear_table();
        used.set_board(position.board);
        used.go(searched, {});
        const std::stop_callback on_stop(stop, [&used] { used.stop(); });
        found = used.wait();
        if (found.ended_by == EndedBy::kStopped) return false;
      }
      results[i] = result_of(std::move(found), game, true).release();
      return true;
    };
    const bool by_book = searched.consults_book && engine->engine.options().own_book;
    return for_all(params, boards, 1, search,
                   by_book ? book::book_opener([](std::string_view) {}) : BookOpener());
  });
  if (ended != SUMI_OK && ended != SUMI_STOPPED) {
    for (std::size_t i = 0; i < count; ++i) sumi_result_free(std::exchange(results[i], nullptr));
  }
  return ended;
}
