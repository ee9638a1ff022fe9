// SPDX-License-Identifier: MIT
#include "book/book.h"
#include "engine/base/text.h"
#include "engine/engine.h"
#include "protocol/channel/engine_service.h"
#include "protocol/report/output.h"
#include "protocol/session/line_queue.h"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// Below the server's own priority, but high enough to progress under load.
constexpr int kSearchNiceness = 10;

/// Divides the threads evenly among all clients, at least one each. A running search keeps its
/// share (README.md).
class FairShare {
 public:
  explicit FairShare(int threads) : threads_(threads) {}

  void add(Engine& engine) {
    engines_.push_back(&engine);
    divide();
  }
  void remove(Engine& engine) {
    std::erase(engines_, &engine);
    divide();
  }

 private:
  void divide() {
    const int clients = static_cast<int>(engines_.size());
    for (Engine* engine : engines_) engine->limit_threads(std::max(1, threads_ / clients));
  }

  const int threads_;
  std::vector<Engine*> engines_;
};

bool is_method(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

/// A request's target contains no blanks and may be arbitrarily long.
bool is_http(const TextLine& line) {
  const std::vector<std::string_view> words = split_words(line.text);
  if (words.empty() || !is_method(words[0])) return false;
  if (words.size() > 1 && line.cut) return true;
  return words.size() == 3 && words[2].starts_with("HTTP/");
}

/// Thread pools create and destroy engines, which takes milliseconds.
struct EngineService::Impl {
  const EngineOptions options;
  const Millis longest_search;
  const MakeEngineSession make_session;
  FairShare share{options.threads};
  boost::asio::thread_pool makers{2};
  boost::asio::thread_pool enders{1};  ///< Waits for searches to end.
};

namespace {

class Client {
 public:
  Client(std::unique_ptr<Engine> engine, EngineService::Impl& service, Peer& peer)
      : service_(service),
        engine_(std::move(engine)),
        session_(service.make_session(*engine_, peer)) {
    service_.share.add(*engine_);
  }
  ~Client() {
    service_.share.remove(*engine_);
    session_.reset();
    boost::asio::post(service_.enders, [engine = std::move(engine_)] {});
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }

 private:
  EngineService::Impl& service_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Session> session_;
};

/// Creates an engine for a client asynchronously. Thread-safe.
class EngineOrder : public std::enable_shared_from_this<EngineOrder> {
 public:
  /// `arrived` runs on the peer's thread unless the order is cancelled.
  EngineOrder(Peer& peer, std::function<void()> arrived)
      : peer_(&peer), arrived_(std::move(arrived)) {}

  void place(EngineService::Impl& service) {
    boost::asio::post(service.makers, [order = shared_from_this(), &service] {
      if (order->wanted()) order->make(service);
    });
  }

  /// The peer may be destroyed after this.
  void cancel() {
    const std::lock_guard lock(mutex_);
    peer_ = nullptr;
  }

  /// Returns the engine or rethrows the error. Call once, after `arrived`.
  std::unique_ptr<Engine> take() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(engine_);
  }

 private:
  bool wanted() {
    const std::lock_guard lock(mutex_);
    return peer_ != nullptr;
  }

  void make(const EngineService::Impl& service) {
    try {
      engine_ = std::make_unique<Engine>(service.options, book::book_opener(print_stderr));
      engine_->confine(service.longest_search);
      engine_->set_niceness(kSearchNiceness);
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (peer_) peer_->post([order = shared_from_this()] { order->arrived_(); });
  }

  std::mutex mutex_;  ///< Guards peer_.
  Peer* peer_;
  const std::function<void()> arrived_;
  std::unique_ptr<Engine> engine_;
  std::exception_ptr failure_;
};

/// Creates its Client on the first line, so that an idle connection costs little.
class ServedSession final : public Session {
 public:
  ServedSession(EngineService::Impl& service, Peer& peer)
      : service_(service), peer_(peer), waiting_(peer, [this] { serve(); }) {}
  ~ServedSession() override {
    if (order_) order_->cancel();
  }

  void on_line(const TextLine& line) override {
    if (ended_) return;
    if (is_http(line)) return send_away();
    waiting_.push(line);
    if (client_) return serve();
    if (order_) return;
    order_ = std::make_shared<EngineOrder>(peer_, [this] { begin(); });
    order_->place(service_);
  }
  void on_end() override {
    ended_ = true;
    serve();
  }
  void close() override {
    ended_ = end_forwarded_ = true;
    waiting_.clear();
    if (order_) std::exchange(order_, nullptr)->cancel();
    if (client_) client_->session().close();
  }
  bool finished() const override {
    if (client_) return client_->session().finished();
    return ended_ && !order_;
  }
  bool working() const override { return order_ || (client_ && client_->session().working()); }
  std::size_t backlog() const override {
    return waiting_.bytes() + (client_ ? client_->session().backlog() : 0);
  }

 private:
  void begin() {
    if (!order_) return;
    client_.emplace(std::exchange(order_, nullptr)->take(), service_, peer_);
    serve();
  }

  void serve() {
    if (!client_) return;
    Session& session = client_->session();
    waiting_.take_turn([&](const TextLine&) { return !session.finished(); },
                       [&](const TextLine& line) { session.on_line(line); });
    if (session.finished()) waiting_.clear();
    if (ended_ && waiting_.empty() && !std::exchange(end_forwarded_, true)) session.on_end();
  }

  /// The answer is for people who opened this address. Browsers can send arbitrary text, but only
  /// after an HTTP request line.
  void send_away() {
    constexpr std::string_view kWhy =
        "sumi serve is not a web server: it speaks GTP, NBoard, UGI, "
        "UCI, USI, XBoard, Cassio's protocol and JSON lines.";
    write_lines(peer_, fmt::format("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"
                                   "Content-Length: {}\r\nConnection: close\r\n\r\n{}",
                                   kWhy.size() + 1, kWhy));
    peer_.flush();
    close();
  }

  EngineService::Impl& service_;
  Peer& peer_;
  LineQueue waiting_;  ///< Lines that wait for the engine or their turn.
  std::shared_ptr<EngineOrder> order_;
  std::optional<Client> client_;
  bool ended_ = false, end_forwarded_ = false;
};

}  // namespace

EngineService::EngineService(const EngineOptions& options, Millis longest_search,
                             MakeEngineSession make_session)
    : impl_(new Impl{options, longest_search, std::move(make_session)}) {}

EngineService::~EngineService() = default;

std::unique_ptr<Session> EngineService::serve(Peer& peer) {
  return std::make_unique<ServedSession>(*impl_, peer);
}

void EngineService::finish() {
  impl_->makers.join();
  impl_->enders.join();
}

}  // namespace sumi::protocol
