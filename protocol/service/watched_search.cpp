// SPDX-License-Identifier: MIT
#include "protocol/service/watched_search.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr auto kTick = std::chrono::milliseconds(40);

/// Passes updates from the search to the watching thread.
struct News {
  std::mutex mutex;
  std::condition_variable done_changed;
  std::optional<SearchUpdate> latest;
  bool done = false;
};

/// Stops the search on exit; it uses local variables.
struct StopAtExit {
  Engine& engine;
  ~StopAtExit() {
    engine.stop();
    engine.wait();
  }
};

}  // namespace

SearchUpdate watched_search(Engine& engine, const SearchLimits& limits,
                            const std::function<void(const SearchUpdate&)>& show,
                            const std::function<bool()>& interrupted) {
  News news;
  const auto on_update = [&news](const SearchUpdate& update) {
    const std::lock_guard lock(news.mutex);
    news.latest = update;
  };
  const auto on_done = [&news](const SearchUpdate&) {
    const std::lock_guard lock(news.mutex);
    news.done = true;
    news.done_changed.notify_one();
  };
  engine.go(limits, {on_update, on_done});
  const StopAtExit stop_at_exit{engine};
  for (bool done = false; !done;) {
    std::optional<SearchUpdate> latest;
    {
      std::unique_lock lock(news.mutex);
      done = news.done_changed.wait_for(lock, kTick, [&news] { return news.done; });
      latest = std::exchange(news.latest, std::nullopt);
    }
    if (!done && interrupted && interrupted()) engine.stop();
    if (!done && latest && show) show(*latest);
  }
  return engine.wait();
}

std::optional<SolvedBest> watched_solve(Engine& engine, const Board& board, int size,
                                        Bitboard moves, bool sign,
                                        const std::function<bool()>& interrupted) {
  SearchLimits limits;
  limits.exact_at_empties = empties(board, size);
  limits.win_loss_draw = sign;
  limits.moves = moves;
  engine.set_board(board);
  const SearchUpdate found = watched_search(engine, limits, {}, interrupted);
  if (!found.exact) return std::nullopt;
  const int units = found.value().units;
  const DiscDiff score = sign ? DiscDiff{(units > 0) - (units < 0)} : to_disc_diff(found.value());
  return SolvedBest{found.move(), score, found.line};
}

}  // namespace sumi::protocol
