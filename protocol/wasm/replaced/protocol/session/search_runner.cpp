// SPDX-License-Identifier: MIT
/// Without threads, Engine::go() returns at the end of the search. Updates are sent meanwhile, the
/// result by Peer::post().
#include "protocol/session/search_runner.h"

#include <cassert>
#include <optional>
#include <utility>

namespace sumi::protocol {

/// The iteration not sent yet.
struct SearchRunner::News {
  std::optional<SearchUpdate> update;
  StopWatch clock;
  Millis due{};  ///< Earliest time, on `clock`, of the next update.
};

SearchRunner::SearchRunner(Engine& engine, Peer& peer) : engine_(engine), peer_(peer) {}

SearchRunner::~SearchRunner() = default;

void SearchRunner::start(const Board& board, const SearchLimits& limits, Listener listener,
                         Color to_move) {
  assert(!running_);
  listener_ = std::move(listener);
  news_ = std::make_shared<News>();
  running_ = true;
  engine_.set_board(board, to_move);

  SearchListener ears;
  if (listener_.on_update) {
    ears.on_update = [this](const SearchUpdate& update) {
      news_->update = update;
      if (news_->clock.elapsed() >= news_->due) deliver(*news_);
    };
  }
  const std::weak_ptr<News> known = news_;
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
  news.due = news.clock.elapsed() + listener_.interval;
  if (const auto update = std::exchange(news.update, std::nullopt)) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
