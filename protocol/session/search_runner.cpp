// SPDX-License-Identifier: MIT
#include "protocol/session/search_runner.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

namespace sumi::protocol {

/// Updates that the engine's thread leaves for the session's thread. There are no locks: the system
/// may stop the engine's thread anywhere for as long as others have precedence, and the session's
/// thread must not wait for it meanwhile.
struct SearchRunner::News {
  ~News() { delete update.load(); }
  std::unique_ptr<SearchUpdate> take() {
    return std::unique_ptr<SearchUpdate>(update.exchange(nullptr));
  }

  std::atomic<SearchUpdate*> update{nullptr};  ///< The newest, while somebody comes for it.
  StopWatch clock;
  std::atomic<Millis> due{Millis{}};  ///< On `clock`: not before this is the next one told.
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
  // In this order: once there is no update, the next one is posted, and it asks when it is due.
  news.due = news.clock.elapsed() + listener_.interval;
  const std::unique_ptr<SearchUpdate> update = news.take();
  if (update) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
