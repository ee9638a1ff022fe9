// SPDX-License-Identifier: MIT
#include "engine/base/descriptor.h"
#include "engine/base/error.h"
#include "engine/base/machine.h"
#include "protocol/channel/io_events.h"
#include "protocol/http/web_connection.h"
#include "protocol/http/web_rules.h"
#include "protocol/http/web_server.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <optional>
#include <utility>

namespace sumi::protocol {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

/// Pause before accepting again without a free descriptor.
constexpr Millis kWebAcceptPause{100};

}  // namespace

struct WebServer::Impl {
  Impl(const std::string& address, int port, const WebLimits& own_limits, Factory own_factory,
       Log own_log)
      : limits(own_limits), make_session(std::move(own_factory)), log(std::move(own_log)) {
    const tcp::endpoint at(asio::ip::make_address(address), static_cast<std::uint16_t>(port));
    try {
      acceptor.open(at.protocol());
      tune_listener(static_cast<int>(acceptor.native_handle()));
      acceptor.bind(at);
      acceptor.listen();
      port = acceptor.local_endpoint().port();
    } catch (const boost::system::system_error& e) {
      throw FatalError(
          fmt::format("cannot listen on {} port {}: {}", address, port, e.code().message()));
    }
    return_large_blocks();
    rules = make_web_rules(at.address().to_string(), port, random_digits);
  }

  ~Impl() {
    for (const auto& connection : connections) connection->abandon();
  }

  void accept() {
    acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (!error) {
        admit(std::move(socket));
        return accept();
      }
      pause.expires_after(kWebAcceptPause);
      pause.async_wait([this](const boost::system::error_code&) {
        if (acceptor.is_open()) accept();
      });
    });
  }

  /// When full, the oldest connection without a session is closed.
  void admit(tcp::socket socket) {
    tune_socket(socket.native_handle());
    const auto is_guest = [](const auto& connection) { return !connection->has_session(); };
    if (std::ranges::count_if(connections, is_guest) >= limits.max_connections) {
      const auto oldest = *std::ranges::find_if(connections, is_guest);
      oldest->close();
    }
    connections.push_back(serve_browser(std::move(socket), shared, [this](WebConnection* gone) {
      connections.remove_if([&](const auto& connection) { return connection.get() == gone; });
      watch_for_end();
    }));
  }

  /// Restarts the time without a session.
  void watch_for_end() {
    if (limits.lonely == Millis{} || sessions() > 0) return;
    lonely.expires_after(limits.lonely);
    lonely.async_wait([this](const boost::system::error_code& replaced) {
      if (!replaced && sessions() == 0) close();
    });
  }

  int sessions() const {
    return static_cast<int>(std::ranges::count_if(
        connections, [](const auto& connection) { return connection->has_session(); }));
  }

  void close() {
    boost::system::error_code ignored;
    acceptor.close(ignored);
    const auto all = connections;  // a copy: closing removes connections
    for (const auto& connection : all) connection->close();
  }

  const WebLimits limits;
  const Factory make_session;
  const Log log;
  asio::io_context io;
  Mailbox mailbox{io};
  asio::executor_work_guard<asio::io_context::executor_type> guard{io.get_executor()};
  tcp::acceptor acceptor{io};
  asio::steady_timer pause{io}, lonely{io};
  WebRules rules;
  const WebShared shared{mailbox,      limits, rules,
                         make_session, log,    [this] { return sessions() < limits.max_sessions; }};
  std::list<std::shared_ptr<WebConnection>> connections;  ///< Oldest first.
};

WebServer::WebServer(const std::string& address, int port, const WebLimits& limits,
                     Factory make_session, Log log)
    : impl_(
          std::make_unique<Impl>(address, port, limits, std::move(make_session), std::move(log))) {
  impl_->accept();
  impl_->watch_for_end();
}

WebServer::WebServer(const std::string& address, int port, const WebLimits& limits, WebPages pages)
    : WebServer(address, port, limits, Factory()) {
  impl_->rules.pages = std::move(pages);
}

WebServer::~WebServer() = default;

std::string WebServer::address() const { return web_address(impl_->rules); }

int WebServer::run(bool hears_signals) {
  int signal_number = 0;
  std::optional<EndSignals> signals;
  if (hears_signals) {
    signals.emplace(impl_->io, [&](int signal) {
      signal_number = signal;
      impl_->close();
    });
  }
  while (impl_->acceptor.is_open() || !impl_->connections.empty()) impl_->io.run_one();
  return signal_number;
}

void WebServer::close() {
  asio::post(impl_->io, [this] { impl_->close(); });
}

}  // namespace sumi::protocol
