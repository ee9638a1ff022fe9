// SPDX-License-Identifier: MIT
#include "protocol/session/search_runner.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

namespace sumi::protocol {

/// Hands updates from the engine's thread to the session's thread. Lock-free: a suspended engine
/// thread must not block the session's thread.
struct SearchRunner::News {
  ~News() { delete update.load(); }
  std::unique_ptr<SearchUpdate> take() {
    return std::unique_ptr<SearchUpdate>(update.exchange(nullptr));
  }

  std::atomic<SearchUpdate*> update{nullptr};  ///< The newest update not delivered yet.
  StopWatch clock;
  std::atomic<Millis> due{Millis{}};  ///< The earliest time, on `clock`, of the next delivery.
};

SearchRunner::SearchRunner(Engine& engine, Peer& peer) : engine_(engine), peer_(peer) {}

SearchRunner::~SearchRunner() {
  if (!running_) return;
  engine_.stop();
  engine_.wait();
}

void SearchRunner::start(const Board& board, const SearchLimits& limits, Listener listener,
                         Color to_move) {
  assert(!running_);
  listener_ = std::move(listener);
  news_ = std::make_shared<News>();
  running_ = true;
  engine_.set_board(board, to_move);

  const std::weak_ptr<News> known = news_;
  SearchListener ears;
  if (listener_.on_update) {
    ears.on_update = [this, known, news = news_.get()](const SearchUpdate& update) {
      auto newest = std::make_unique<SearchUpdate>(update);
      const std::unique_ptr<SearchUpdate> before(news->update.exchange(newest.release()));
      if (before) return;
      const Millis delay = std::max(Millis{}, news->due.load() - news->clock.elapsed());
      peer_.post(
          [this, known] {
            if (const auto current = known.lock()) deliver(*current);
          },
          delay);
    };
  }
  ears.on_done = [this, known](const SearchUpdate& result) {
    peer_.post([this, known, result] {
      const auto news = known.lock();
      if (!news) return;
      deliver(*news);
      running_ = false;
      news_.reset();
      if (const Hear heard = std::move(listener_.on_done)) heard(result);
    });
  };
  engine_.go(limits, std::move(ears));
}

void SearchRunner::deliver(News& news) {
  // Set `due` first: as soon as `update` is empty, the engine's thread posts a delivery by it.
  news.due = news.clock.elapsed() + listener_.interval;
  const std::unique_ptr<SearchUpdate> update = news.take();
  if (update) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
