// SPDX-License-Identifier: MIT
/// One client of a TcpServer. Private to it.
///
/// A TcpPeer stands between two ends: the connection to the client and the session that answers it.
/// It splits the bytes it receives into lines for the session and sends the session's answers, all
/// on the server's thread. A client is served as long as it has a session; when that is finished
/// the client still gets what is unsent, and a moment to read it before the socket is closed. If
/// the connection is lost first, the session is told to close and stays until it is finished.
#pragma once

#include "protocol/channel/io_events.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/session/session.h"
#include "protocol/text/line_splitter.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sumi::protocol {

/// The place that the clients of one person are likely to share: an IPv4 address, or the 64 bits of
/// an IPv6 address that a provider gives to a household. An IPv4 address written as IPv6 is the
/// same place.
std::string place_of(const boost::asio::ip::address& address);

/// Owned jointly by the server and by the handlers that wait for the socket. All calls must come
/// from the server's thread, except post().
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

  /// Tells the session to close, and leaves the connection alone: what the session still answers
  /// is sent, and the connection is closed after that. Returns at once, even if a search is at
  /// work. Does nothing if there is no session or if it was told before.
  void close_session();

  /// Closes the connection at once; output that is unsent is lost. A session is told to close, as
  /// by close_session(), and stays until it is finished. Returns at once, even if a search is at
  /// work.
  void drop_connection();

  /// Closes the connection at once and destroys the session, whose destructor waits for its search.
  /// It is for the destructor of the server, when no thread runs the server any more: `gone` is not
  /// called, and nothing may be called after it.
  void drop_connection_and_session();

  void check_time();  ///< Cuts off a client that takes too long; must be called regularly.

  bool served() const { return session_ != nullptr; }
  const std::string& place() const { return place_; }  ///< place_of() of its address.

  void write(std::string_view line) override;
  void flush() override { send(); }
  void post(std::function<void()> work, Millis delay = {}) override;
  bool remote() const override { return true; }

 private:
  using Clock = std::chrono::steady_clock;

  /// How far the conversation has come. A client goes through these in order, though it may skip
  /// some, and never back. There is a session from kServing to kClosing and in no other stage. The
  /// socket may close in any stage; settle() then goes on to kClosing, or to kGone.
  enum class Stage {
    kNew,      ///< Neither serve() nor send_away() has been called.
    kServing,  ///< The session gets the client's lines.
    kEnding,   ///< The session was told that its input has ended, and answers what it has.
    kClosing,  ///< The session was told to close. We no longer start to wait for input.
    kParting,  ///< There is no session any more, or never was one. What is unsent is sent.
    kShut,     ///< All is sent and our side of the connection shut; the client may read a moment.
    kGone,     ///< There is neither a connection nor a session.
  };

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
  void drop_session();
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

  Stage stage_ = Stage::kNew;

  /// When the client ended its input; empty as long as more may come. It is no stage, for the
  /// client may do so in any of them, and with lines left that the session has not seen.
  std::optional<Clock::time_point> input_ended_at_;

  // Handlers that are on their way, each of which must not be started twice. They say nothing about
  // the conversation: each comes and goes in several stages, and whatever the other two do.
  bool awaits_input_ = false;  ///< receive() waits for bytes to read.
  bool awaits_room_ = false;   ///< await_room() waits for room to write.
  bool awaits_turn_ = false;   ///< take_turn() will be called.

  Clock::time_point heard_;    ///< When the client last sent a byte.
  Clock::time_point asked_;    ///< When it last sent a line with text, or had work running.
  Clock::time_point moved_;    ///< When it last took output, or the unsent output began.
  Clock::time_point shut_at_;  ///< When kShut began.

  std::unique_ptr<Session> session_;
};

}  // namespace sumi::protocol
