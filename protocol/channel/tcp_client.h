// SPDX-License-Identifier: MIT
/// A session over a TCP connection to a server.
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
  Millis connect{20'000};   ///< An attempt to connect is given up after this time.
  Millis silence{180'000};  ///< A connection on which nothing comes is given up after this time;
                            ///< the session must make the server answer.
  Millis farewell{1'000};   ///< Time for the server to read what the session said last.
};

/// run() is the session's thread and does all the reading and writing. For sessions that take every
/// line at once: backlog() is not asked. A machine that is gone without a word is noticed within
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
  ClientSession* session_ = nullptr;  ///< Null unless run() is running.
  int attempt_ = 0;  ///< Number of the current connection; handlers of other connections are late.
  bool connected_ = false;
  LineSplitter lines_;
  std::array<char, 1 << 14> input_;
  std::string waiting_;    ///< Output written, but not sent.
  bool overfull_ = false;  ///< More than kMaxUnsent waits; the connection is about to be given up.
  std::string sending_;    ///< Output being sent; it must not move in memory.
};

}  // namespace sumi::protocol
