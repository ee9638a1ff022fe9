// SPDX-License-Identifier: MIT
/// One client of a TcpServer; private to it.
///
/// Splits input into lines for the session and sends its answers. When the session is finished, the
/// client gets time to read them; if the connection is lost first, the session must close.
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

/// The key for limits per address: the IPv4 address (also if IPv4-mapped) or the IPv6 /64 network,
/// because providers assign one per household.
std::string place_of(const boost::asio::ip::address& address);

/// Owned by the server and by handlers that wait for the socket. Call it from the server's thread,
/// except post().
class TcpPeer final : public Peer, public std::enable_shared_from_this<TcpPeer> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Gone = std::function<void(TcpPeer&)>;

  /// Calls `gone` once, when both connection and session have ended. `mailbox` (served by `io`),
  /// `limits` and `log` must outlive the client.
  TcpPeer(boost::asio::io_context& io, Mailbox& mailbox, Socket socket, const TcpLimits& limits,
          const TcpServer::Log& log, Gone gone);

  // Call exactly one of these two first.
  void serve(const TcpServer::Factory& make_session);
  void send_away(std::string_view line);  ///< Sends the reason.

  /// Asks the session, if any, to close; its answers are still sent. Does not wait for a search.
  void close_session();

  /// Closes the connection, losing unsent output, and asks the session to close. Does not wait for
  /// a search.
  void drop_connection();

  /// Closes the connection and destroys the session, waiting for its search. Does not call `gone`.
  /// No other call may follow.
  void drop_connection_and_session();

  void check_time();  ///< Disconnects a client that exceeds a time limit. Call regularly.

  bool served() const { return session_ != nullptr; }
  const std::string& place() const { return place_; }  ///< place_of() of its address.

  void write(std::string_view line) override;
  void flush() override { send(); }
  void post(std::function<void()> work, Millis delay = {}) override;
  bool remote() const override { return true; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Stages only advance, and may be skipped. The session exists from kServing to kClosing.
  enum class Stage {
    kNew,      ///< Before serve() or send_away().
    kServing,  ///< The session receives the client's lines.
    kEnding,   ///< The session knows that its input has ended and finishes its answers.
    kClosing,  ///< The session was asked to close; no more input is read.
    kParting,  ///< The session is gone; unsent output is being sent.
    kShut,     ///< All is sent and our side shut down; the client may still read.
    kGone,     ///< Connection and session are gone.
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
  std::deque<TextLine> lines_;  ///< Lines not yet passed to the session.
  std::string out_;             ///< The first `sent_` bytes are sent.
  std::size_t sent_ = 0;

  Stage stage_ = Stage::kNew;

  /// When the client's input ended, perhaps with lines still waiting.
  std::optional<Clock::time_point> input_ended_at_;

  // Pending handlers: at most one of each kind.
  bool awaits_input_ = false;  ///< receive() waits for input.
  bool awaits_room_ = false;   ///< await_room() waits until the socket accepts output.
  bool awaits_turn_ = false;   ///< take_turn() is queued.

  Clock::time_point heard_;  ///< When the client last sent a byte.
  Clock::time_point asked_;  ///< When it last sent a line with text or had work running.
  Clock::time_point moved_;  ///< When it last accepted output, or when output began to wait.
  Clock::time_point shut_at_;

  std::unique_ptr<Session> session_;
};

}  // namespace sumi::protocol
