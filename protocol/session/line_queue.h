// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/time.h"
#include "protocol/session/session.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace sumi::protocol {

/// A FIFO of lines that wait for a search to end. Not thread-safe.
class LineQueue {
 public:
  /// Calls `resume` through `peer` if a turn ends with lines left. `peer` must outlive the queue.
  LineQueue(Peer& peer, std::function<void()> resume) : peer_(peer), resume_(std::move(resume)) {}

  bool empty() const { return lines_.empty(); }
  std::size_t size() const { return lines_.size(); }
  std::size_t bytes() const { return bytes_; }
  auto begin() const { return lines_.begin(); }
  auto end() const { return lines_.end(); }

  void push(const TextLine& line) {
    lines_.push_back(line);
    bytes_ += line.cost();
  }
  void clear() {
    lines_.clear();
    bytes_ = 0;
  }
  template <class Predicate>
  void erase_if(Predicate unwanted) {
    std::erase_if(lines_, [&](const TextLine& line) {
      const bool erased = unwanted(line);
      if (erased) bytes_ -= line.cost();
      return erased;
    });
  }

  /// Serves lines while `may_serve(first line)`; after 2 ms, other clients get their turn.
  /// Recursive calls do nothing.
  template <class MayServe, class Serve>
  void take_turn(MayServe may_serve, Serve serve) {
    if (std::exchange(serving_, true)) return;
    const StopWatch watch;
    while (!lines_.empty() && may_serve(lines_.front())) {
      const TextLine line = std::move(lines_.front());
      lines_.pop_front();
      bytes_ -= line.cost();
      serve(line);
      if (watch.elapsed() >= kTurn) {
        if (!lines_.empty()) resume_later();
        break;
      }
    }
    serving_ = false;
  }

 private:
  static constexpr Millis kTurn{2};

  void resume_later() {
    if (resumes_) return;
    resumes_ = std::make_shared<bool>(true);
    peer_.post([this, known = std::weak_ptr(resumes_)] {
      if (!known.lock()) return;
      resumes_.reset();
      resume_();
    });
  }

  Peer& peer_;
  const std::function<void()> resume_;
  std::deque<TextLine> lines_;
  std::size_t bytes_ = 0;
  bool serving_ = false;
  std::shared_ptr<bool> resumes_;  ///< True while a call of `resume_` is posted.
};

}  // namespace sumi::protocol
