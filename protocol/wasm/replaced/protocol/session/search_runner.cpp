// SPDX-License-Identifier: MIT
/// Without threads, Engine::go() sends updates and returns at the end of the search. Peer::post()
/// delivers the result.
#include "protocol/session/search_runner.h"

#include <cassert>
#include <optional>
#include <utility>

namespace sumi::protocol {

/// The unsent iteration.
struct SearchRunner::UpdateSlot {
  std::optional<SearchUpdate> update;
  StopWatch clock;
  Millis due{};  ///< Earliest time of the next update, on `clock`.
};

SearchRunner::SearchRunner(Engine& engine, Peer& peer) : engine_(engine), peer_(peer) {}

SearchRunner::~SearchRunner() = default;

void SearchRunner::start(const Board& board, const SearchLimits& limits, Listener listener,
                         Color to_move) {
  assert(!running_);
  listener_ = std::move(listener);
  slot_ = std::make_shared<UpdateSlot>();
  running_ = true;
  engine_.set_board(board, to_move);

  SearchListener engine_listener;
  if (listener_.on_update) {
    engine_listener.on_update = [this](const SearchUpdate& update) {
      slot_->update = update;
      if (slot_->clock.elapsed() >= slot_->due) deliver(*slot_);
    };
  }
  const std::weak_ptr<UpdateSlot> known = slot_;
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
  slot.due = slot.clock.elapsed() + listener_.interval;
  if (const auto update = std::exchange(slot.update, std::nullopt)) listener_.on_update(*update);
}

void SearchRunner::stop() {
  if (running_) engine_.stop();
}

}  // namespace sumi::protocol
