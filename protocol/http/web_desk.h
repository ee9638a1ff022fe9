// SPDX-License-Identifier: MIT
/// Runs a page's long work, except searches of one position, piece by piece on a thread.
#pragma once

#include "protocol/report/language.h"
#include "protocol/session/session.h"
#include "protocol/text/json_lines.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace sumi::protocol {

/// Call from the peer's thread, which also writes answers.
class WebDesk {
 public:
  /// For work on the desk's thread.
  struct Order {
    const std::atomic<bool>& stop;  ///< Set to end early with partial results.
    Json& request;  ///< Id and action of the answer; without a request, set by the work.
    std::function<void(Json fields)> reply;
  };
  using Work = std::function<void(const Order&)>;

  static constexpr std::size_t kPieceBytes = 16 * 1024;  ///< Memory for a game and its request.

  explicit WebDesk(Peer& peer) : peer_(peer) {}
  ~WebDesk();  ///< Stops the current work and waits for it.

  /// Sets the language of errors, initially English.
  void speak(Language language) { language_ = language; }

  /// Queues work, which writes its answer; an exception becomes an error with the id. `bytes` is
  /// the memory held while waiting.
  void put(const Json& request, Work work, std::size_t bytes = kPieceBytes) {
    const Json& id = request.at("id");
    add(id, {{"id", id}, {"action", request.at("action")}}, std::move(work), bytes);
  }

  /// As above, for work that parses its request.
  void put(Work work, std::size_t bytes) {
    add(nullptr, {{"id", nullptr}}, std::move(work), bytes);
  }

  /// Stops the work with this id, or all; queued work starts with `stop` set.
  void stop(const std::optional<Json>& id);

  bool working() const { return pieces_ > 0; }
  std::size_t backlog() const { return bytes_; }  ///< Session::backlog().

 private:
  struct Piece {
    Json id;       ///< Null if only the work knows it.
    Json request;  ///< Id and action; for the desk's thread only.
    Work work;
    std::size_t bytes = 0;
    std::atomic<bool> stop{false};
  };

  void add(Json id, Json request, Work work, std::size_t bytes);
  void run(const std::stop_token& ended);
  void write(const Json& object);

  Peer& peer_;
  int pieces_ = 0;         ///< Unfinished pieces. This and bytes_ belong to the peer's thread.
  std::size_t bytes_ = 0;  ///< Of unfinished pieces.
  std::atomic<Language> language_{Language::kEnglish};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  const std::weak_ptr<bool> known_ =
      alive_;  ///< Lets the desk's thread check whether the desk still exists.
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Piece>> waiting_;  ///< The first is running.
  std::jthread thread_;                         ///< Starts with the first piece.
};

}  // namespace sumi::protocol
