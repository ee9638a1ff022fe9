// SPDX-License-Identifier: MIT
#include "protocol/search_runner.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <optional>
#include <utility>

namespace sumi::protocol {

/// What the engine's thread leaves for the session's.
struct SearchRunner::News {
  std::mutex mutex;                    ///< Guards what follows.
  std::optional<SearchUpdate> update;  ///< The newest, if it was not told yet.
  bool posted = false;                 ///< Somebody will come for it.
  StopWatch clock;
  Millis due{};  ///< On `clock`: not before this is the next one told.
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
      const std::lock_guard lock(news->mutex);
      news->update = update;
      if (std::exchange(news->posted, true)) return;
      const Millis delay = std::max(Millis{}, news->due - news->clock.elapsed());
      peer_.post(
          [this, known] {
            if (const auto current = known.lock()) deliver(current);
          },
          delay);
    };
  }
  ears.on_done = [this, known](const SearchUpdate& result) {
    peer_.post([this, known, result] {
      const auto news = known.lock();
      if (!news) return;
      deliver(news);
      running_ = false;
      news_.reset();
      if (const Hear heard = std::move(listener_.on_done)) heard(result);
    });
  };
  engine_.go(limits, std::move(ears));
}

void SearchRunner::deliver(const std::shared_ptr<News>& news) {
  std::optional<SearchUpdate> update;
  {
    const std::lock_guard lock(news->mutex);
    update = std::exchange(news->update, std::nullopt);
    news->posted = false;
    news->due = news->clock.elapsed() + listener_.interval;
  }
  if (update) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
