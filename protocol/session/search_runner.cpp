// SPDX-License-Identifier: MIT
#include "protocol/session/search_runner.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

namespace sumi::protocol {

/// Passes updates to the session's thread. Lock-free: a suspended engine thread must not block it.
struct SearchRunner::UpdateSlot {
  ~UpdateSlot() { delete update.load(); }
  std::unique_ptr<SearchUpdate> take() {
    return std::unique_ptr<SearchUpdate>(update.exchange(nullptr));
  }

  std::atomic<SearchUpdate*> update{nullptr};  ///< The newest undelivered update.
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
  slot_ = std::make_shared<UpdateSlot>();
  running_ = true;
  engine_.set_board(board, to_move);

  const std::weak_ptr<UpdateSlot> known = slot_;
  SearchListener engine_listener;
  if (listener_.on_update) {
    engine_listener.on_update = [this, known, slot = slot_.get()](const SearchUpdate& update) {
      auto newest = std::make_unique<SearchUpdate>(update);
      const std::unique_ptr<SearchUpdate> before(slot->update.exchange(newest.release()));
      if (before) return;
      const Millis delay = std::max(Millis{}, slot->due.load() - slot->clock.elapsed());
      peer_.post(
          [this, known] {
            if (const auto current = known.lock()) deliver(*current);
          },
          delay);
    };
  }
  engine_listener.on_done = [this, known](const SearchUpdate& result) {
    peer_.post([this, known, result] {
      const auto slot = known.lock();
      if (!slot) return;
      deliver(*slot);
      running_ = false;
      slot_.reset();
      if (const Callback on_done = std::move(listener_.on_done)) on_done(result);
    });
  };
  engine_.go(limits, std::move(engine_listener));
}

void SearchRunner::deliver(UpdateSlot& slot) {
  // Set before take(): once `update` is empty, the engine's thread uses `due` to post a delivery.
  slot.due = slot.clock.elapsed() + listener_.interval;
  const std::unique_ptr<SearchUpdate> update = slot.take();
  if (update) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
