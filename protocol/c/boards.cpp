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

/// The arguments of a call.
struct Batch {
  sumi_engine* engine;
  int size;
  const uint64_t *own, *opponent;
  std::size_t count;
  int threads;
  sumi_progress_callback callback;
  void* user;

  Board operator[](std::size_t i) const { return {own[i], opponent[i]}; }
};

constexpr int kMaxThreads = 256;
constexpr std::uint64_t kMaxAhead = 4096;

void check_boards(const Batch& batch) {
  check_size(batch.size);
  for (std::size_t i = 0; i < batch.count; ++i) {
    const Board board = batch[i];
    if ((board.own & board.opp) == 0 && ((board.own | board.opp) & ~squares_of(batch.size)) == 0) {
      continue;
    }
    throw Failure{
        SUMI_OUT_OF_RANGE,
        fmt::format("board {}: {:#x} and {:#x} share squares, or have some outside a board "
                    "of {}x{}",
                    i, board.own, board.opp, batch.size, batch.size)};
  }
}

/// Checks the arguments and starts a call. `output`: where the values go.
void begin(const Batch& batch, const void* output, std::string_view names) {
  require({{batch.engine, "engine"}});
  if (batch.count > 0) require({{batch.own && batch.opponent ? output : nullptr, names}});
  begin_call(*batch.engine);
  if (batch.threads < 0 || batch.threads > kMaxThreads) {
    throw Failure{SUMI_OUT_OF_RANGE,
                  fmt::format("threads: {} is not in 0..{}", batch.threads, kMaxThreads)};
  }
  check_boards(batch);
  check_options(batch.engine->engine);
}

/// Calls `each` for every board, `portion` boards at a time, with the thread's engine, the board's
/// index and a stop token. `each` returns false if stopped. Requires: begin().
void for_all(const Batch& batch, std::size_t portion,
             const std::function<bool(Engine&, std::size_t, const std::stop_token&)>& each,
             const BookOpener& open_book = {}) {
  EngineOptions options = batch.engine->engine.options();
  options.size = batch.size;
  options.threads = 1;
  const auto plan = value_of(
      protocol::plan_solving(batch.threads > 0 ? std::optional(batch.threads) : std::nullopt, 1,
                             false, options.hash_mib, protocol::solve_machine()));

  std::size_t next = 0, done = 0;
  struct Portion {
    std::size_t begin, end;
  };
  protocol::OrderedWork<Portion, std::size_t> work;
  work.take = [&](const std::stop_token&) -> std::optional<Portion> {
    if (next == batch.count) return std::nullopt;
    const std::size_t begin = next;
    next += std::min(portion, batch.count - begin);
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
    if (batch.callback && batch.callback(done, batch.count, batch.user) != 0) {
      batch.engine->stopped = true;
    }
    return batch.engine->stopped.load();
  };
  const std::size_t portions = (batch.count + portion - 1) / portion;
  const int threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(plan.jobs),
                                                             std::max<std::size_t>(portions, 1)));
  protocol::run_in_order(threads, kMaxAhead, work);
  if (done != batch.count) throw Failure{SUMI_STOPPED, "stopped"};
}

}  // namespace

sumi_status sumi_evaluate(sumi_engine* engine, int size, const uint64_t* own,
                          const uint64_t* opponent, size_t count, int threads, float* values,
                          sumi_progress_callback callback, void* user) {
  constexpr std::size_t kPortion = 4096;  // a few milliseconds of work
  return guarded([&] {
    const Batch batch{engine, size, own, opponent, count, threads, callback, user};
    begin(batch, values, "own, opponent or values");
    const auto evaluate = [&](Engine& used, std::size_t i, const std::stop_token&) {
      used.set_board(batch[i]);
      values[i] = static_cast<float>(to_discs(used.evaluate()));
      return true;
    };
    if (count > kPortion) return for_all(batch, kPortion, evaluate);
    // Creating engines for threads would take longer.
    value_of(engine->engine.use_size(size));
    for (std::size_t i = 0; i < count; ++i) evaluate(engine->engine, i, {});
  });
}

sumi_status sumi_solve(sumi_engine* engine, int size, const uint64_t* own, const uint64_t* opponent,
                       size_t count, int threads, int8_t* scores, sumi_progress_callback callback,
                       void* user) {
  return guarded([&] {
    const Batch batch{engine, size, own, opponent, count, threads, callback, user};
    begin(batch, scores, "own, opponent or scores");
    for_all(batch, 1, [&](Engine& used, std::size_t i, const std::stop_token& stop) {
      const Position position{batch[i], Color::kBlack, size};
      const auto solution = protocol::solve_position(used, position, {}, stop).value();
      if (solution) scores[i] = static_cast<int8_t>(solution->score.discs);
      return solution.has_value();
    });
  });
}

sumi_status sumi_search_boards(sumi_engine* engine, int size, const uint64_t* own,
                               const uint64_t* opponent, size_t count, const sumi_limits* limits,
                               int threads, sumi_result** results, sumi_progress_callback callback,
                               void* user) {
  if (results) std::fill_n(results, count, nullptr);
  const sumi_status ended = guarded([&] {
    if (count > 0) require({{results, "results"}});
    require({{engine, "engine"}, {limits, "limits"}});
    const Batch batch{engine, size, own, opponent, count, threads, callback, user};
    begin(batch, results, "own or opponent");
    const sumi_limits checked = checked_limits(limits);
    if (checked.play != 0) throw Failure{SUMI_OUT_OF_RANGE, "limits: play is for one game"};
    const SearchLimits searched = search_limits(checked, engine->engine.options());
    if (!searched.depth && !searched.nodes && !searched.move_time && !searched.exact_at_empties) {
      throw Failure{SUMI_OUT_OF_RANGE,
                    "limits: none is set: level, depth, nodes, seconds, exact or win_loss_draw"};
    }
    const auto search = [&](Engine& used, std::size_t i, const std::stop_token& stop) {
      const Position position{batch[i], Color::kBlack, size};
      const SearchedGame game = searched_game(position, checked, engine->engine.options());
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
    for_all(batch, 1, search, by_book ? book::book_opener([](std::string_view) {}) : BookOpener());
  });
  if (results && ended != SUMI_OK && ended != SUMI_STOPPED) {
    for (std::size_t i = 0; i < count; ++i) sumi_result_free(std::exchange(results[i], nullptr));
  }
  return ended;
}
