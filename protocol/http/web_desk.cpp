// SPDX-License-Identifier: MIT
#include "protocol/http/web_desk.h"
#include "protocol/text/json_query.h"

#include <exception>
#include <utility>

namespace sumi::protocol {

WebDesk::~WebDesk() {
  alive_.reset();  // drops posted work
  stop({});
  thread_.request_stop();
}

void WebDesk::add(Json id, Json request, Work work, std::size_t bytes) {
  std::shared_ptr<Piece> piece(
      new Piece{std::move(id), std::move(request), std::move(work), bytes});
  ++pieces_;
  bytes_ += bytes;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(piece));
  }
  changed_.notify_all();
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }
}

void WebDesk::stop(const std::optional<Json>& id) {
  const std::lock_guard lock(mutex_);
  for (const auto& piece : waiting_) {
    if (!id || piece->id == *id) piece->stop = true;
  }
}

/// Runs until the desk is destroyed, without starting waiting work.
void WebDesk::run(const std::stop_token& ended) {
  for (;;) {
    std::shared_ptr<Piece> piece;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, ended, [this] { return !waiting_.empty(); })) return;
      if (ended.stop_requested()) return;
      piece = waiting_.front();
    }
    const Order order{piece->stop, piece->request, [&](Json fields) {
                        Json answer = piece->request;
                        answer.update(fields);
                        write(answer);
                      }};
    try {
      piece->work(order);
    } catch (const std::exception& e) {
      write(json_fault(piece->request.at("id"), tr_error(language_, e.what())));
    }
    {
      const std::lock_guard lock(mutex_);
      waiting_.pop_front();
    }
    peer_.post([this, known = known_, bytes = piece->bytes] {
      if (!known.lock()) return;
      --pieces_;
      bytes_ -= bytes;
    });
  }
}

/// Serializes on this thread, because the text of a thousand games takes long.
void WebDesk::write(const Json& object) {
  peer_.post([this, line = json_text(object), known = known_] {
    if (!known.lock()) return;
    peer_.write(line);
    peer_.flush();
  });
}

}  // namespace sumi::protocol
