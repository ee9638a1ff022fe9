// SPDX-License-Identifier: MIT
/// A session over a TCP connection to a server.
#pragma once

#include "protocol/session/client_session.h"
#include "protocol/session/line_splitter.h"
#include "protocol/session/session.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace sumi::protocol {

struct TcpClientTimes {
  Millis connect{20'000};   ///< A try to connect is given up after that, and
  Millis silence{180'000};  ///< a connection on which nothing comes: the session asks for answers.
  Millis farewell{1'000};   ///< For a server to read what the session said last.
};

/// run() is the session's thread and does all the reading and writing: for sessions that take every
/// line at once (backlog() is not asked). A machine that is gone without a word is noticed within
/// two minutes. What is written while there is no connection is dropped. The connection is given up
/// when more than kMaxUnsent is written that the server does not take.
class TcpClient final : public Peer {
 public:
  static constexpr std::size_t kMaxUnsent = 1 << 20;  ///< Bytes.

  TcpClient(std::string host, int port, const TcpClientTimes& times = {});
  ~TcpClient() override;

  /// Connects, and feeds the session until it is finished. SIGINT, SIGTERM and SIGHUP close it; a
  /// second one ends the process. Returns the signal, or 0. Throws FatalError if the system has no
  /// pipe left, and what the session throws. To be called once.
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
  ClientSession* session_ = nullptr;  ///< While run() runs.
  int attempt_ = 0;  ///< Number of the connection; what belongs to another one is late.
  bool connected_ = false;
  LineSplitter lines_;
  std::array<char, 1 << 14> input_;
  std::string waiting_;    ///< Written, not sent.
  bool overfull_ = false;  ///< More than kMaxUnsent: the connection is about to go.
  std::string sending_;    ///< On its way; must stay where it is.
};

}  // namespace sumi::protocol
