// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/channel/tcp_peer.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace sumi::protocol {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kReadBytes = 4096;        ///< Small, because each byte may be an empty line.
constexpr Millis kTurn{2};                      ///< Longest turn of one client.
constexpr std::size_t kPauseBytes = 64 * 1024;  ///< Unsent bytes above which no line is processed.
constexpr Millis kLinger{1000};                 ///< Time for a client to read the last answers.

bool would_wait(const boost::system::error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again;
}

std::string name_of(const TcpPeer::Socket& socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  return error ? "?" : fmt::format("{}:{}", peer.address().to_string(), peer.port());
}

std::string place_at(const TcpPeer::Socket& socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  return error ? "?" : sumi::protocol::place_of(peer.address());
}

}  // namespace

std::string place_of(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  }
  asio::ip::address_v6::bytes_type bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

TcpPeer::TcpPeer(asio::io_context& io, Mailbox& mailbox, Socket socket, const TcpLimits& limits,
                 const TcpServer::Log& log, Gone gone)
    : io_(io),
      mailbox_(mailbox),
      socket_(std::move(socket)),
      limits_(limits),
      log_(log),
      gone_(std::move(gone)),
      name_(name_of(socket_)),
      place_(place_at(socket_)),
      heard_(Clock::now()),
      asked_(heard_),
      moved_(heard_),
      shut_at_(heard_) {}

void TcpPeer::serve(const TcpServer::Factory& make_session) {
  log("connected");
  guarded([&] { session_ = make_session(*this); });
  stage_ = session_ ? Stage::kServing : Stage::kParting;
  settle();
}

void TcpPeer::send_away(std::string_view line) {
  log(line);
  write(line);
  send();
  stage_ = Stage::kParting;
  settle();
}

void TcpPeer::close_session() {
  if (stage_ != Stage::kServing && stage_ != Stage::kEnding) return;
  stage_ = Stage::kClosing;
  lines_.clear();
  guarded([this] { session_->close(); });
  settle();
}

void TcpPeer::drop_connection() {
  close_socket();
  settle();
}

void TcpPeer::drop_connection_and_session() {
  close_socket();
  stage_ = Stage::kGone;
  session_.reset();
}

void TcpPeer::close_socket() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

void TcpPeer::cut_off(std::string_view why) {
  log(fmt::format("cut off: {}", why));
  drop_connection();
}

void TcpPeer::check_time() {
  const auto now = Clock::now();
  if (!socket_.is_open()) return;
  if (session_ && session_->working()) asked_ = now;
  if (unsent() > 0 && now - moved_ >= limits_.stall_timeout) {
    cut_off("does not read");
  } else if (!session_) {
    if (stage_ == Stage::kShut && now - shut_at_ >= kLinger) drop_connection();
  } else if (now - asked_ >= limits_.idle_timeout) {
    cut_off("idle");
  } else if (overfull() && now - heard_ >= limits_.stall_timeout) {
    cut_off("too many lines wait");
  } else if (input_ended_at_ && now - *input_ended_at_ >= limits_.end_timeout) {
    close_session();
  }
}

/// An exception from the session ends only this client.
template <class Work>
void TcpPeer::guarded(Work work) {
  try {
    work();
  } catch (const std::exception& e) {
    drop_session();
    write(fmt::format("server error: {}", e.what()));
    send();
    log(fmt::format("failed: {}", e.what()));
  }
}

/// Blank or unfinished lines do not reset the idle time.
void TcpPeer::take_line(TextLine line) {
  if (!trim(line.text).empty()) asked_ = Clock::now();
  lines_.push_back(std::move(line));
}

void TcpPeer::receive() {
  if (awaits_input_ || input_ended_at_ || !socket_.is_open()) return;
  if (stage_ == Stage::kClosing) return;
  if (session_ && (!lines_.empty() || unsent() > kPauseBytes || overfull())) return;
  awaits_input_ = true;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](const boost::system::error_code& error) {
                       self->awaits_input_ = false;
                       if (!self->socket_.is_open()) return;
                       if (!error) self->read();
                       self->settle();
                     });
}

void TcpPeer::read() {
  std::array<char, kReadBytes> bytes;
  boost::system::error_code error;
  const std::size_t n = socket_.read_some(asio::buffer(bytes), error);
  if (error == asio::error::eof) return end_input();
  if (would_wait(error)) return;
  if (error) return cut_off(error.message());
  heard_ = Clock::now();
  if (!session_) return;
  splitter_.feed({bytes.data(), n}, [this](TextLine line) { take_line(std::move(line)); });
}

void TcpPeer::end_input() {
  input_ended_at_ = Clock::now();
  splitter_.finish([this](TextLine line) { take_line(std::move(line)); });
}

bool TcpPeer::overfull() const { return session_->backlog() >= limits_.max_waiting_bytes; }

/// Lines are fed even during a search, because a line may stop it.
bool TcpPeer::may_feed() const {
  return session_ && !lines_.empty() && !session_->finished() && unsent() <= kPauseBytes &&
         !overfull();
}

void TcpPeer::take_turn() {
  awaits_turn_ = false;
  const StopWatch watch;
  while (may_feed() && watch.elapsed() < kTurn) {
    const TextLine line = std::move(lines_.front());
    lines_.pop_front();
    guarded([&] { session_->on_line(line); });
  }
  settle();
}

void TcpPeer::write(std::string_view line) {
  if (!socket_.is_open()) return;
  if (unsent() == 0) moved_ = Clock::now();
  out_ += line;
  out_ += '\n';
  if (unsent() > limits_.max_unsent_bytes) send();
  if (unsent() <= limits_.max_unsent_bytes) return;
  log("cut off: too much output unread");
  close_socket();  // settle() later informs the session, which is writing now
}

/// Sends what the system accepts now, the rest later. Never calls the session.
void TcpPeer::send() {
  boost::system::error_code error;
  while (unsent() > 0 && !error && !awaits_room_ && socket_.is_open()) {
    sent_ += socket_.write_some(asio::buffer(out_.data() + sent_, unsent()), error);
    if (!error) moved_ = Clock::now();
  }
  if (unsent() == 0 || sent_ > kPauseBytes) {
    out_.erase(0, std::exchange(sent_, 0));
    if (out_.empty() && out_.capacity() > kPauseBytes) out_.shrink_to_fit();
  }
  if (would_wait(error)) return await_room();
  if (error) close_socket();
}

void TcpPeer::await_room() {
  awaits_room_ = true;
  socket_.async_wait(Socket::wait_write,
                     [self = shared_from_this()](const boost::system::error_code&) {
                       self->awaits_room_ = false;
                       self->send();
                       self->settle();
                     });
}

/// Drops work whose session is gone. Posted work may destroy this object: use no member after
/// posting.
void TcpPeer::post(std::function<void()> work, Millis delay) {
  auto turn = [weak = weak_from_this(), work = std::move(work)] {
    const auto self = weak.lock();
    if (!self || !self->session_) return;
    self->guarded(work);
    self->settle();
  };
  if (delay <= Millis{}) return mailbox_.put(std::move(turn));
  // Timers belong to the server's thread; the delay counts from now.
  const auto due = Clock::now() + delay;
  mailbox_.put([&io = io_, turn = std::move(turn), due] {
    post_to(io, turn, std::chrono::ceil<Millis>(due - Clock::now()));
  });
}

/// Updates the stage. Call after any event that may change it, but never within the session.
void TcpPeer::settle() {
  if (!socket_.is_open()) close_session();
  if (stage_ == Stage::kServing && input_ended_at_ && lines_.empty()) {
    stage_ = Stage::kEnding;
    guarded([this] { session_->on_end(); });
  }
  if (session_ && session_->finished()) {
    drop_session();
    log("left");
  }
  if (!session_) return part();
  if (may_feed() && !std::exchange(awaits_turn_, true)) {
    post_to(io_, [self = shared_from_this()] { self->take_turn(); }, {});
  }
  receive();
}

void TcpPeer::drop_session() {
  stage_ = Stage::kParting;
  session_.reset();
}

/// Closes in steps, because closing a socket with unread input would lose unread answers.
void TcpPeer::part() {
  if (stage_ == Stage::kParting && unsent() == 0 && socket_.is_open()) {
    stage_ = Stage::kShut;
    shut_at_ = Clock::now();
    boost::system::error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }
  if (stage_ == Stage::kShut && input_ended_at_) close_socket();
  if (socket_.is_open()) return receive();
  if (std::exchange(stage_, Stage::kGone) == Stage::kGone) return;
  const Gone gone = std::move(gone_);  // the call may destroy this object
  gone(*this);
}

void TcpPeer::log(std::string_view what) const {
  if (log_) log_(fmt::format("{} {}", name_, what));
}

}  // namespace sumi::protocol
