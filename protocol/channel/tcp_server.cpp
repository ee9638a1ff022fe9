// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/text.h"
#include "protocol/channel/io_events.h"
#include "protocol/channel/tcp_peer.h"
#include "protocol/channel/tcp_server.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace sumi::protocol {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

/// Socket buffer in bytes, per client and direction. The default grows to megabytes.
constexpr int kSocketBytes = 64 * 1024;

/// Pause before accepting again when the system has no descriptor left.
constexpr Millis kAcceptPause{100};

Result<asio::ip::address> parse_address(const std::string& text) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(text, error);
  if (!error) return address;
  return Error{
      ErrorCode::kBadSyntax,
      fmt::format("{} is not an IP address such as 127.0.0.1, 0.0.0.0 or ::1", sumi::quoted(text))};
}

std::string to_text(const tcp::endpoint& at) {
  const std::string address = at.address().to_string();
  return at.address().is_v6() ? fmt::format("[{}]:{}", address, at.port())
                              : fmt::format("{}:{}", address, at.port());
}

}  // namespace

Result<bool> is_loopback(const std::string& address) {
  const auto parsed = parse_address(address);
  if (!parsed) return parsed.error();
  return parsed->is_loopback();
}

struct TcpServer::Impl {
  Impl(const TcpLimits& own_limits, Factory own_factory, Log own_log)
      : limits(own_limits), make_session(std::move(own_factory)), log(std::move(own_log)) {}

  ~Impl() {
    for (const auto& client : clients) client->drop_connection_and_session();
  }

  void listen(const tcp::endpoint& at) {
    try {
      acceptor.open(at.protocol());
      tune_listener(static_cast<int>(acceptor.native_handle()));
      // Accepted sockets inherit these sizes.
      acceptor.set_option(asio::socket_base::send_buffer_size(kSocketBytes));
      acceptor.set_option(asio::socket_base::receive_buffer_size(kSocketBytes));
      acceptor.bind(at);
      acceptor.listen();
      endpoint = acceptor.local_endpoint();
    } catch (const boost::system::system_error& e) {
      throw FatalError(fmt::format("cannot listen on {}: {}", to_text(at), e.code().message()));
    }
  }

  void accept() {
    acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (!error) {
        admit(std::move(socket));
        accept();
        return;
      }
      accept_timer.expires_after(kAcceptPause);
      accept_timer.async_wait([this](const boost::system::error_code&) {
        if (acceptor.is_open()) accept();
      });
    });
  }

  void admit(tcp::socket socket) {
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    tune_socket(socket.native_handle());
    const bool full = served() >= limits.max_clients;
    const auto client = std::make_shared<TcpPeer>(
        io, mailbox, std::move(socket), limits, log,
        [this](TcpPeer& gone) { clients.erase(gone.shared_from_this()); });
    const bool crowded = served_at(client->place()) >= limits.max_per_address;
    clients.insert(client);
    if (!full && !crowded) {
      client->serve(make_session);
    } else {
      client->send_away(
          full ? fmt::format("server full: {} clients are connected, try later", limits.max_clients)
               : fmt::format("{} clients are connected from your address, try later",
                             limits.max_per_address));
      // Keep at most 2 * max_clients connections, including refused ones.
      if (clients.size() > 2 * static_cast<std::size_t>(limits.max_clients)) {
        client->drop_connection();
      }
    }
    if (clients.size() == 1) watch_time();
  }

  int served() const {
    return static_cast<int>(
        std::ranges::count_if(clients, [](const auto& client) { return client->served(); }));
  }

  int served_at(const std::string& place) const {
    return static_cast<int>(std::ranges::count_if(
        clients, [&](const auto& client) { return client->served() && client->place() == place; }));
  }

  /// Checks time limits while clients are connected, at a quarter of the shortest limit.
  void watch_time() {
    const Millis shortest =
        std::min({limits.idle_timeout, limits.stall_timeout, limits.end_timeout});
    timer.expires_after(std::clamp(shortest / 4, Millis(10), Millis(500)));
    timer.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      for_each_client([](TcpPeer& client) { client.check_time(); });
      if (!clients.empty()) watch_time();
    });
  }

  /// Clients may leave during the calls.
  template <class Do>
  void for_each_client(Do act) {
    const auto now = clients;
    for (const auto& client : now) act(*client);
  }

  void close() {
    boost::system::error_code ignored;
    acceptor.close(ignored);
    for_each_client([](TcpPeer& client) { client.close_session(); });
  }

  bool finished() const { return !acceptor.is_open() && served() == 0; }

  const TcpLimits limits;
  const Factory make_session;
  const Log log;
  asio::io_context io;
  Mailbox mailbox{io};
  asio::executor_work_guard<asio::io_context::executor_type> guard{io.get_executor()};
  tcp::acceptor acceptor{io};
  tcp::endpoint endpoint;
  asio::steady_timer accept_timer{io}, timer{io};
  std::set<std::shared_ptr<TcpPeer>> clients;
};

TcpServer::TcpServer(const std::string& address, int port, const TcpLimits& limits,
                     Factory make_session, Log log)
    : impl_(std::make_unique<Impl>(limits, std::move(make_session), std::move(log))) {
  impl_->listen({parse_address(address).value(), static_cast<std::uint16_t>(port)});
  impl_->accept();
}

TcpServer::~TcpServer() = default;

std::string TcpServer::address() const { return to_text(impl_->endpoint); }

int TcpServer::port() const { return impl_->endpoint.port(); }

int TcpServer::run() {
  int signal_number = 0;
  const EndSignals signals(impl_->io, [&](int signal) {
    signal_number = signal;
    impl_->close();
  });
  while (!impl_->finished()) impl_->io.run_one();
  impl_->for_each_client([](TcpPeer& client) { client.drop_connection(); });
  return signal_number;
}

void TcpServer::close() {
  asio::post(impl_->io, [this] { impl_->close(); });
}

}  // namespace sumi::protocol
