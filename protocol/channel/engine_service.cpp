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

/// Niceness of the threads that search. The server's own thread comes before a hundred of them, and
/// they still make progress beside other users' programs.
constexpr int kSearchNiceness = 10;

/// Divides the threads among the searches of all clients. A search gets one client's part, at least
/// one thread, when it begins, and keeps it to its end, for threads cannot leave a search; if there
/// are too many for the moment, the system's scheduler shares the processors among them. All
/// clients count, searching or not: each may begin a search at any moment, and what a move gets
/// must not depend on who else happens to think.
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

/// The target of a request has no blanks, and can be as long as who makes it likes.
bool is_http(const TextLine& line) {
  const std::vector<std::string_view> words = split_words(line.text);
  if (words.empty() || !is_method(words[0])) return false;
  if (words.size() > 1 && line.cut) return true;
  return words.size() == 3 && words[2].starts_with("HTTP/");
}

/// What all clients have in common. Engines are made and ended on threads of their own: that takes
/// milliseconds, and more where the machine is busy, while other clients wait for answers.
struct EngineService::Impl {
  Impl(const EngineOptions& engine_options, Millis max_move_time, MakeEngineSession make)
      : options(engine_options),
        longest_search(max_move_time),
        make_session(std::move(make)),
        share(engine_options.threads) {}

  const EngineOptions options;
  const Millis longest_search;
  const MakeEngineSession make_session;
  FairShare share;
  boost::asio::thread_pool makers{2};
  boost::asio::thread_pool enders{1};  ///< Waits for the ends of searches.
};

namespace {

/// A client's engine and its session.
class Player {
 public:
  Player(std::unique_ptr<Engine> engine, EngineService::Impl& service, Peer& peer)
      : service_(service),
        engine_(std::move(engine)),
        session_(service.make_session(*engine_, peer)) {
    service_.share.add(*engine_);
  }
  ~Player() {
    service_.share.remove(*engine_);
    session_.reset();
    boost::asio::post(service_.enders, [engine = std::move(engine_)] {});
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }

 private:
  EngineService::Impl& service_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Session> session_;
};

/// An engine that is being made for a client.
class EngineOrder : public std::enable_shared_from_this<EngineOrder> {
 public:
  /// `arrived` is called on the peer's thread, unless the order is cancelled.
  EngineOrder(Peer& peer, std::function<void()> arrived)
      : peer_(&peer), arrived_(std::move(arrived)) {}

  void place(EngineService::Impl& service) {
    boost::asio::post(service.makers, [order = shared_from_this(), &service] {
      if (order->wanted()) order->make(service);
    });
  }

  /// The peer may go: nobody will call it any more.
  void cancel() {
    const std::lock_guard lock(mutex_);
    peer_ = nullptr;
  }

  /// Hands over the engine; may be called once, when it has arrived. Rethrows what making the
  /// engine threw.
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
      engine_ = std::make_unique<Engine>(service.options, book::book_opener(tell_stderr));
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

/// Gets its Player with the first line: a client that only connects costs next to nothing.
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
    if (player_) return serve();
    if (order_) return;
    order_ = std::make_shared<EngineOrder>(peer_, [this] { begin(); });
    order_->place(service_);
  }
  void on_end() override {
    ended_ = true;
    serve();
  }
  void close() override {
    ended_ = told_end_ = true;
    waiting_.clear();
    if (order_) std::exchange(order_, nullptr)->cancel();
    if (player_) player_->session().close();
  }
  bool finished() const override {
    if (player_) return player_->session().finished();
    return ended_ && !order_;
  }
  bool at_work() const override { return order_ || (player_ && player_->session().at_work()); }
  std::size_t backlog() const override {
    return waiting_.bytes() + (player_ ? player_->session().backlog() : 0);
  }

 private:
  void begin() {
    if (!order_) return;
    player_.emplace(std::exchange(order_, nullptr)->take(), service_, peer_);
    serve();
  }

  void serve() {
    if (!player_) return;
    Session& session = player_->session();
    waiting_.take_turn([&](const TextLine&) { return !session.finished(); },
                       [&](const TextLine& line) { session.on_line(line); });
    if (session.finished()) waiting_.clear();
    if (ended_ && waiting_.empty() && !std::exchange(told_end_, true)) session.on_end();
  }

  /// A page in somebody's browser can have it send what the page likes, but not without a request
  /// line before it. The answer is for people who have typed the address there.
  void send_away() {
    constexpr std::string_view kWhy =
        "sumi serve is no web server: it speaks GTP, NBoard, UGI, "
        "UCI, USI, XBoard, Cassio's protocol and JSON lines.";
    peer_.write("HTTP/1.1 400 Bad Request\r");
    peer_.write("Content-Type: text/plain\r");
    peer_.write(fmt::format("Content-Length: {}\r", kWhy.size() + 1));
    peer_.write("Connection: close\r");
    peer_.write("\r");
    peer_.write(kWhy);
    peer_.flush();
    close();
  }

  EngineService::Impl& service_;
  Peer& peer_;
  LineQueue waiting_;  ///< Lines that wait for the engine or for their turn.
  std::shared_ptr<EngineOrder> order_;
  std::optional<Player> player_;
  bool ended_ = false, told_end_ = false;
};

}  // namespace

EngineService::EngineService(const EngineOptions& options, Millis longest_search,
                             MakeEngineSession make_session)
    : impl_(std::make_unique<Impl>(options, longest_search, std::move(make_session))) {}

EngineService::~EngineService() = default;

std::unique_ptr<Session> EngineService::serve(Peer& peer) {
  return std::make_unique<ServedSession>(*impl_, peer);
}

void EngineService::finish() {
  impl_->makers.join();
  impl_->enders.join();
}

}  // namespace sumi::protocol
