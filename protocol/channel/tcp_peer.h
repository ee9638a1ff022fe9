// SPDX-License-Identifier: MIT
/// One client of a TcpServer. Private to it.
///
/// Splits the bytes it receives into lines for the session and sends the session's answers, all on
/// the server's thread. A client is served as long as
/// it has a session; when that is finished the client still gets what is unsent, and a moment to
/// read it before the socket is closed. Whatever happens to the connection, the session is closed
/// and stays until it is finished.
#pragma once

#include "protocol/channel/mailbox.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/session/line_splitter.h"
#include "protocol/session/session.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The place that the clients of one person are likely to share: an IPv4 address, or the 64 bits of
/// an IPv6 address that a provider gives to a household. An IPv4 address written as IPv6 is the
/// same place.
std::string place_of(const boost::asio::ip::address& address);

/// Owned jointly by the server and by the handlers that wait for the socket.
class TcpPeer final : public Peer, public std::enable_shared_from_this<TcpPeer> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Gone = std::function<void(TcpPeer&)>;

  /// `gone` is called once, when there is neither a connection nor a session any more. `mailbox`,
  /// whose work `io` does, `limits` and `log` outlive the client.
  TcpPeer(boost::asio::io_context& io, Mailbox& mailbox, Socket socket, const TcpLimits& limits,
          const TcpServer::Log& log, Gone gone);

  // Exactly one of these two is called first.
  void serve(const TcpServer::Factory& make_session);
  void send_away(std::string_view line);  ///< Sends `line`, the reason, to the client.

  /// Makes the session end now; its answer is still sent. Does nothing if there is no session.
  void close();
  void hang_up();     ///< Closes the connection at once; unsent output is lost.
  void end();         ///< As hang_up(), but ends the session and waits for its search.
  void check_time();  ///< Cuts off a client that takes too long; must be called regularly.

  bool served() const { return session_ != nullptr; }
  const std::string& place() const { return place_; }  ///< place_of() of its address.

  void write(std::string_view line) override;
  void flush() override { send(); }
  void post(std::function<void()> work, Millis delay = {}) override;
  bool remote() const override { return true; }

 private:
  using Clock = std::chrono::steady_clock;

  void take_line(TextLine line);
  void receive();
  void read();
  void end_input();
  bool overfull() const;
  bool may_feed() const;
  void take_turn();
  void send();
  void await_room();
  void settle();
  void part();
  void close_socket();
  void cut_off(std::string_view why);
  template <class Work>
  void guarded(Work work);
  void log(std::string_view what) const;
  std::size_t unsent() const { return out_.size() - sent_; }

  boost::asio::io_context& io_;
  Mailbox& mailbox_;
  Socket socket_;
  const TcpLimits& limits_;
  const TcpServer::Log& log_;
  Gone gone_;
  std::string name_;  ///< "127.0.0.1:5123"
  std::string place_;

  LineSplitter splitter_;
  std::deque<TextLine> lines_;  ///< Lines read but not yet handed to the session.
  std::string out_;             ///< Output of the session; its first `sent_` bytes are sent.
  std::size_t sent_ = 0;

  bool reading_ = false;      ///< We are waiting for bytes to read.
  bool sending_ = false;      ///< We are waiting for room to write.
  bool turn_posted_ = false;  ///< take_turn() will be called.
  bool input_ended_ = false;
  bool told_end_ = false;    ///< The session was told that its input has ended.
  bool told_close_ = false;  ///< The session was told to close.
  bool shut_ = false;        ///< Our side of the connection has been shut down.

  Clock::time_point heard_;     ///< When the client last sent a byte.
  Clock::time_point asked_;     ///< When it last sent a line with text, or had work running.
  Clock::time_point moved_;     ///< When it last took output, or the unsent output began.
  Clock::time_point ended_at_;  ///< When the input ended.
  Clock::time_point left_at_;   ///< When the last answer was sent.

  std::unique_ptr<Session> session_;
};

}  // namespace sumi::protocol
