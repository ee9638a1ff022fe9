// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/session/session.h"
#include "protocol/text/line_splitter.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct TcpClientTimes {
  Millis connect{20'000};  ///< Time-out of an attempt to connect.
  /// Longest time without input; the session must make the server answer.
  Millis silence{180'000};
  Millis farewell{1'000};  ///< Time for the server to read the session's last output.
};

/// A session over a TCP connection to a server. Ignores backlog(): the session must process every
/// line at once. Detects a dead host within two minutes. Drops output while disconnected; closes
/// the connection when more than kMaxUnsent bytes are unsent. Reads and writes on the thread that
/// calls run().
class TcpClient final : public Peer {
 public:
  static constexpr std::size_t kMaxUnsent = 1 << 20;

  TcpClient(std::string host, int port, const TcpClientTimes& times = {});

  /// Connects and feeds the session until it is finished; call once. Handles signals and returns as
  /// StdioChannel::run() does. Throws FatalError if no pipe is left, and all exceptions of the
  /// session.
  int run(ClientSession& session);

  void write(std::string_view line) override;
  void flush() override;
  void post(std::function<void()> work, Millis delay = {}) override;

 private:
  using Socket = boost::asio::ip::tcp::socket;

  void resolve();
  void connect(const boost::asio::ip::tcp::resolver::results_type& places);
  void on_connected();
  void read();
  void await_word();
  void lose(const std::string& reason);
  void say_farewell();

  const std::string host_;
  const int port_;
  const TcpClientTimes times_;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::resolver resolver_{io_};
  Socket socket_{io_};
  boost::asio::steady_timer silence_{io_};
  ClientSession* session_ = nullptr;  ///< Null outside run().
  int attempt_ = 0;  ///< Number of the current connection; handlers of earlier ones do nothing.
  bool connected_ = false;
  LineSplitter lines_;
  std::array<char, 1 << 14> input_;
  std::string waiting_;    ///< Output not yet being sent.
  bool overfull_ = false;  ///< More than kMaxUnsent bytes are unsent; about to close.
  std::string sending_;    ///< Output being sent; its address must not change.
};

}  // namespace sumi::protocol
