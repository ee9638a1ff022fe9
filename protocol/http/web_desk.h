// SPDX-License-Identifier: MIT
/// Work of a page that takes long and is no search of one position: one piece after the other, on a
/// thread of its own.
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

/// All calls must come from the peer's thread, and answers are written on it.
class WebDesk {
 public:
  /// What a piece of work has at hand on the desk's thread.
  struct Order {
    const std::atomic<bool>& stop;  ///< Set when it is to end soon, with what it has.
    Json& request;  ///< Id and action of the answer; work put without a request sets them.
    /// Writes an answer with these fields.
    std::function<void(Json fields)> reply;
  };
  using Work = std::function<void(const Order&)>;

  static constexpr std::size_t kPieceBytes = 16 * 1024;  ///< Of a game and what is asked of it.

  explicit WebDesk(Peer& peer) : peer_(peer) {}
  ~WebDesk();  ///< Stops, and waits for the work at hand.

  /// The language of errors from now on; English before.
  void speak(Language language) { language_ = language; }

  /// Does the work that `request` asks for when what was put before is done. It writes its answer
  /// itself; an exception of it becomes an error with the id.
  /// `bytes`: of memory that it takes while it waits.
  void put(const Json& request, Work work, std::size_t bytes = kPieceBytes);

  /// The same for work that finds out from its message what it is asked for.
  void put(Work work, std::size_t bytes);

  /// Stops the work of this id, or all; what has not begun begins with `stop` set.
  void stop(const std::optional<Json>& id);

  bool at_work() const { return pieces_ > 0; }
  std::size_t backlog() const { return bytes_; }  ///< Session::backlog()

 private:
  struct Piece {
    Json id;       ///< Null if only its work knows it.
    Json request;  ///< Its id and action; of the desk's thread.
    Work work;
    std::size_t bytes = 0;
    std::atomic<bool> stop{false};
  };

  void add(std::shared_ptr<Piece> piece, std::size_t bytes);
  void run(const std::stop_token& ended);
  void write(const Json& object);

  Peer& peer_;
  int pieces_ = 0;         ///< Not done yet. This and the next are of the peer's thread.
  std::size_t bytes_ = 0;  ///< Of these pieces.
  std::atomic<Language> language_{Language::kEnglish};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  const std::weak_ptr<bool> known_ =
      alive_;  ///< For the desk's thread: alive_ goes in our destructor.
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Piece>> waiting_;  ///< The first one is at work.
  std::jthread thread_;                         ///< Begins with the first piece.
};

inline void WebDesk::put(const Json& request, Work work, std::size_t bytes) {
  auto piece = std::make_shared<Piece>();
  piece->id = request.at("id");
  piece->request = {{"id", piece->id}, {"action", request.at("action")}};
  piece->work = std::move(work);
  add(std::move(piece), bytes);
}

inline void WebDesk::put(Work work, std::size_t bytes) {
  auto piece = std::make_shared<Piece>();
  piece->request = {{"id", nullptr}};
  piece->work = std::move(work);
  add(std::move(piece), bytes);
}

}  // namespace sumi::protocol
