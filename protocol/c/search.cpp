// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "engine/levels.h"
#include "protocol/c/handles.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

using namespace sumi;
using namespace sumi::c_api;

namespace {

constexpr int kMaxDepth = 60;
constexpr double kMaxSeconds = 1e6;
constexpr double kTickSeconds = 0.05;

static_assert(static_cast<int>(EndedBy::kSolved) == SUMI_END_SOLVED &&
              static_cast<int>(EndedBy::kBook) == SUMI_END_BOOK);

Failure out_of_range(std::string_view field, const auto& value, std::string_view accepted) {
  return {SUMI_OUT_OF_RANGE, fmt::format("limits: {}: {} is not {}", field, value, accepted)};
}

Millis millis(double seconds) { return std::max(Millis(1), Millis(std::llround(seconds * 1000))); }

/// Limits for a game move; the engine's options replace missing limits.
SearchLimits game_limits(const sumi_limits& limits, EngineOptions options) {
  std::optional<Clock> clock;
  if (limits.remaining > 0 || limits.increment > 0) {
    clock.emplace();
    clock->remaining = millis(limits.remaining);
    if (limits.increment > 0) clock->increment = millis(limits.increment);
  }
  if (limits.level >= 0 || limits.depth > 0 || limits.nodes > 0 || limits.seconds > 0) {
    options.level = limits.level;
    options.depth = limits.depth;
    options.nodes = options.move_time_ms = 0;
  }
  SearchLimits own = move_limits(options, clock);
  if (limits.nodes > 0 || limits.seconds > 0) own.move_time.reset();
  return own;
}

SearchLimits free_limits(const sumi_limits& limits) {
  SearchLimits own;
  const bool solves = limits.exact != 0 || limits.win_loss_draw != 0;
  if (limits.level >= 0) own = level_limits(limits.level);
  if (limits.depth > 0) own.depth = std::min(limits.depth, own.depth.value_or(limits.depth));
  if (solves) own.exact_at_empties = 64;
  if (!solves && !own.depth) own.selectivity = kFastSelectivity;
  own.win_loss_draw = limits.win_loss_draw != 0;
  own.candidates = limits.candidates;
  own.consults_book = limits.book != 0;
  return own;
}

sumi_result::Row row_of(const SearchUpdate& update, const Candidate& candidate,
                        const SearchedGame& game) {
  const Basis basis = update.basis(candidate);
  sumi_result::Row row{.square = candidate.move(),
                       .move = to_text(candidate.move(), game.position.size),
                       .score = to_discs(candidate.value()),
                       .basis = basis,
                       .exact = basis.exact && candidate.lower == candidate.upper};
  for (const Square square : candidate.line) row.line += to_text(square, game.position.size);
  if (game.win_loss_draw) {
    row.score = (row.score > 0) - (row.score < 0);
    row.exact = basis.exact;
    row.basis.error = 0;
  }
  const auto known = std::ranges::find(update.book_moves, candidate.move(), &BookMove::move);
  if (known != update.book_moves.end()) row.games = known->games;
  return row;
}

const sumi_result::Row& row_at(const sumi_result* result, int i) {
  static const sumi_result::Row kNone;
  if (i < 0 || i >= sumi_result_count(result)) return kNone;
  return result->rows[static_cast<std::size_t>(i)];
}

void start(sumi_engine& engine, const sumi_game& game, const sumi_limits* limits) {
  begin_call(engine);
  const sumi_limits checked = checked_limits(limits);
  const SearchLimits own = search_limits(checked, engine.engine.options());
  const Position& position = game.game.position();
  value_of(engine.engine.use_size(position.size));
  check_options(engine.engine);
  engine.latest.reset();
  engine.done = game.game.over();
  engine.engine.set_board(position.board, position.to_move);
  if (!engine.done) {
    SearchListener listener;
    listener.on_update = [&engine](const SearchUpdate& update) {
      const std::lock_guard lock(engine.mutex);
      engine.latest = update;
      engine.updated.notify_one();
    };
    listener.on_done = [&engine](const SearchUpdate& update) {
      const std::lock_guard lock(engine.mutex);
      engine.latest = update;
      engine.done = true;
      engine.updated.notify_one();
    };
    engine.engine.go(own, std::move(listener));
    // A stop before go() had no effect, so repeat it.
    if (engine.stopped) engine.engine.stop();
  }
  engine.searched = searched_game(position, checked, engine.engine.options());
}

/// Null if there was no update in time. Requires: a search was started.
std::unique_ptr<sumi_result> next(sumi_engine& engine, double seconds) {
  const double wait = seconds > 0 ? std::min(seconds, kMaxSeconds) : 0;
  std::optional<SearchUpdate> latest;
  bool done = false;
  {
    std::unique_lock lock(engine.mutex);
    engine.updated.wait_for(lock, std::chrono::duration<double>(wait),
                            [&engine] { return engine.done || engine.latest.has_value(); });
    done = engine.done;
    latest = std::exchange(engine.latest, std::nullopt);
  }
  if (!done && !latest) return nullptr;
  auto result = result_of(latest.value_or(SearchUpdate{}), *engine.searched, done);
  if (done) engine.searched.reset();
  return result;
}

/// Ends the started search on scope exit.
struct EndSearch {
  sumi_engine& engine;
  ~EndSearch() {
    if (!engine.searched) return;
    engine.engine.stop();
    engine.engine.wait();
    engine.searched.reset();
  }
};

}  // namespace

namespace sumi::c_api {

sumi_limits checked_limits(const sumi_limits* limits) {
  sumi_limits own = SUMI_LIMITS_INIT;
  if (!limits) return own;
  if (limits->struct_size < sizeof(size_t) || limits->struct_size > 1024) {
    throw out_of_range("struct_size", limits->struct_size, "the size of sumi_limits");
  }
  std::memcpy(&own, limits, std::min(limits->struct_size, sizeof own));
  const auto is_time = [](double seconds) { return seconds >= 0 && seconds <= kMaxSeconds; };
  const std::string time = fmt::format("in 0..{}", kMaxSeconds);
  if (own.level < -1 || own.level > kMaxLevel) {
    throw out_of_range("level", own.level, fmt::format("in 0..{}, or -1 for none", kMaxLevel));
  }
  if (own.depth < 0 || own.depth > kMaxDepth) {
    throw out_of_range("depth", own.depth, fmt::format("in 1..{}, or 0 for none", kMaxDepth));
  }
  if (!is_time(own.seconds)) throw out_of_range("seconds", own.seconds, time);
  if (!is_time(own.remaining)) throw out_of_range("remaining", own.remaining, time);
  if (!is_time(own.increment)) throw out_of_range("increment", own.increment, time);
  if (own.play != 0 && (own.exact != 0 || own.win_loss_draw != 0)) {
    throw Failure{SUMI_OUT_OF_RANGE,
                  "limits: exact and win_loss_draw are not for play: a move of a game is solved "
                  "where its level does"};
  }
  if (own.candidates < 1 || own.candidates > kMaxLegalMoves) {
    throw out_of_range("candidates", own.candidates, fmt::format("in 1..{}", kMaxLegalMoves));
  }
  return own;
}

SearchLimits search_limits(const sumi_limits& limits, const EngineOptions& options) {
  SearchLimits own = limits.play != 0 ? game_limits(limits, options) : free_limits(limits);
  if (limits.nodes > 0) own.nodes = limits.nodes;
  if (limits.seconds > 0) own.move_time = millis(limits.seconds);
  return own;
}

SearchedGame searched_game(const Position& position, const sumi_limits& limits,
                           const EngineOptions& options) {
  const int of_options = limits.play != 0 && limits.level < 0 ? options.depth : 0;
  const int depth = limits.depth > 0 ? limits.depth : of_options;
  return {position, limits.win_loss_draw != 0,
          depth > 0 && search_limits(limits, options).depth == depth};
}

std::unique_ptr<sumi_result> result_of(SearchUpdate update, const SearchedGame& game, bool final) {
  if (!final) update.ended_by = EndedBy::kNone;
  if (update.ended_by == EndedBy::kLevel && game.by_depth) update.ended_by = EndedBy::kDepth;
  auto result = std::make_unique<sumi_result>();
  result->final = final;
  result->nodes = update.nodes;
  result->seconds = update.seconds;
  result->ended_by = update.ended_by;
  if (!update.line.empty()) {
    result->rows.push_back(row_of(update, update, game));
    for (const Candidate& other : update.others) {
      result->rows.push_back(row_of(update, other, game));
    }
  }
  result->json = protocol::json_text(protocol::candidates_json(game.position, update));
  return result;
}

}  // namespace sumi::c_api

sumi_status sumi_search(sumi_engine* engine, const sumi_game* game, const sumi_limits* limits,
                        sumi_search_callback callback, void* user, sumi_result** result) {
  return guarded([&] {
    clear(result, "result");
    require({{engine, "engine"}, {game, "game"}});
    start(*engine, *game, limits);
    const EndSearch end{*engine};
    for (bool ended = false; !ended;) {
      auto found = next(*engine, callback ? kTickSeconds : kMaxSeconds);
      ended = found && found->final;
      if (ended) {
        *result = found.release();
      } else if (callback && callback(found.get(), user) != 0) {
        engine->engine.stop();
      }
    }
  });
}

sumi_status sumi_search_start(sumi_engine* engine, const sumi_game* game,
                              const sumi_limits* limits) {
  return guarded([&] {
    require({{engine, "engine"}, {game, "game"}});
    start(*engine, *game, limits);
  });
}

sumi_status sumi_search_next(sumi_engine* engine, double seconds, sumi_result** result) {
  return guarded([&] {
    clear(result, "result");
    require({{engine, "engine"}});
    if (!engine->searched) throw Failure{SUMI_NOT_FOUND, "no search was started"};
    *result = next(*engine, seconds).release();
  });
}

sumi_status sumi_book(sumi_engine* engine, const sumi_game* game, sumi_result** result) {
  return guarded([&] {
    clear(result, "result");
    require({{engine, "engine"}, {game, "game"}});
    begin_call(*engine);
    const Position& position = game->game.position();
    value_of(engine->engine.use_size(position.size));
    const auto book = engine->engine.book();
    const std::size_t known = book ? book->moves(position.board).size() : 0;
    SearchUpdate found;
    if (known > 0) {
      // Requests exactly the book's number of moves, so that nothing is searched.
      SearchLimits limits;
      limits.consults_book = true;
      limits.candidates = static_cast<int>(known);
      engine->engine.set_board(position.board, position.to_move);
      found = engine->engine.think(limits);
    }
    *result = result_of(found, {position}, true).release();
  });
}

void sumi_result_free(sumi_result* result) { delete result; }

int sumi_result_final(const sumi_result* result) { return result && result->final; }

uint64_t sumi_result_nodes(const sumi_result* result) { return result ? result->nodes : 0; }

double sumi_result_seconds(const sumi_result* result) { return result ? result->seconds : 0; }

sumi_end sumi_result_ended_by(const sumi_result* result) {
  return result ? static_cast<sumi_end>(result->ended_by) : SUMI_END_NONE;
}

const char* sumi_end_name(int end) {
  const bool known = end >= SUMI_END_NONE && end <= SUMI_END_BOOK;
  return to_text(known ? static_cast<EndedBy>(end) : EndedBy::kNone).data();
}

int sumi_result_count(const sumi_result* result) {
  return result ? static_cast<int>(result->rows.size()) : 0;
}

const char* sumi_result_move(const sumi_result* result, int i) {
  return row_at(result, i).move.c_str();
}

int sumi_result_square(const sumi_result* result, int i) { return index(row_at(result, i).square); }

double sumi_result_score(const sumi_result* result, int i) { return row_at(result, i).score; }

int sumi_result_exact(const sumi_result* result, int i) { return row_at(result, i).exact; }

double sumi_result_error(const sumi_result* result, int i) {
  const sumi_result::Row& row = row_at(result, i);
  if (row.exact) return 0;
  return row.basis.error > 0 ? row.basis.error : kNoScore;
}

int sumi_result_depth(const sumi_result* result, int i) { return row_at(result, i).basis.depth; }

int sumi_result_book_plies(const sumi_result* result, int i) {
  return row_at(result, i).basis.book_plies;
}

int sumi_result_selectivity(const sumi_result* result, int i) {
  return row_at(result, i).basis.selectivity;
}

int sumi_result_book(const sumi_result* result, int i) { return row_at(result, i).basis.book; }

const char* sumi_result_line(const sumi_result* result, int i) {
  return row_at(result, i).line.c_str();
}

int sumi_result_games(const sumi_result* result, int i, int outcome) {
  if (outcome < 0 || outcome > 2) return 0;
  const GameCounts& of_move = row_at(result, i).games;
  const std::uint32_t games[] = {of_move.wins, of_move.draws, of_move.losses};
  return static_cast<int>(games[outcome]);
}

const char* sumi_result_json(const sumi_result* result) {
  return result ? result->json.c_str() : "";
}
