// SPDX-License-Identifier: MIT
/// Handlers capture their connection's number and do nothing after its loss.
#include "engine/base/descriptor.h"
#include "protocol/channel/io_events.h"
#include "protocol/channel/tcp_client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/write.hpp>

#include <utility>

namespace sumi::protocol {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

std::string text_of(error_code error) {
  const bool closed = error == boost::asio::error::eof;
  return closed ? "the server closed the connection" : error.message();
}

}  // namespace

TcpClient::TcpClient(std::string host, int port, const TcpClientTimes& times)
    : host_(std::move(host)), port_(port), times_(times) {}

int TcpClient::run(ClientSession& session) {
  const auto guard = boost::asio::make_work_guard(io_);
  session_ = &session;
  int signal_number = 0;
  const EndSignals signals(io_, [&](int signal) {
    signal_number = signal;
    session.close();
  });
  resolve();
  while (!session.finished()) io_.run_one();
  say_farewell();
  return signal_number;
}

void TcpClient::resolve() {
  const int attempt = ++attempt_;
  const auto late = [this, attempt] { return attempt != attempt_ || connected_; };
  resolver_.async_resolve(host_, std::to_string(port_),
                          [this, late](error_code error, const auto& places) {
                            if (late()) return;
                            if (error) return lose(text_of(error));
                            connect(places);
                          });
  post(
      [this, late] {
        if (!late()) lose("no answer");
      },
      times_.connect);
}

void TcpClient::connect(const tcp::resolver::results_type& places) {
  const int attempt = attempt_;
  boost::asio::async_connect(socket_, places,
                             [this, attempt](error_code error, const tcp::endpoint&) {
                               if (attempt != attempt_) return;
                               if (error) return lose(text_of(error));
                               on_connected();
                             });
}

void TcpClient::on_connected() {
  connected_ = true;
  tune_socket(socket_.native_handle());
  session_->on_connect();
  await_word();
  read();
}

/// Closes a silent connection: the server may hang.
void TcpClient::await_word() {
  silence_.expires_after(times_.silence);
  silence_.async_wait([this](error_code error) {
    if (!error && connected_) lose("no word from the server");
  });
}

void TcpClient::read() {
  const int attempt = attempt_;
  socket_.async_read_some(boost::asio::buffer(input_),
                          [this, attempt](error_code error, std::size_t bytes) {
                            if (attempt != attempt_) return;
                            if (error) return lose(text_of(error));
                            await_word();
                            lines_.feed({input_.data(), bytes}, [this](const TextLine& line) {
                              if (!session_->finished()) session_->on_line(line);
                            });
                            read();
                          });
}

void TcpClient::write(std::string_view line) {
  if (!connected_ || overfull_) return;
  waiting_ += line;
  waiting_ += '\n';
  if (waiting_.size() + sending_.size() <= kMaxUnsent) return;
  overfull_ = true;  // lose() must wait until the session, which is writing, has returned
  post([this, attempt = attempt_] {
    if (attempt == attempt_) lose("the server does not read");
  });
}

void TcpClient::flush() {
  if (!connected_ || !sending_.empty() || waiting_.empty()) return;
  sending_ = std::exchange(waiting_, {});
  const int attempt = attempt_;
  boost::asio::async_write(socket_, boost::asio::buffer(sending_),
                           [this, attempt](error_code error, std::size_t) {
                             if (attempt != attempt_) return;
                             if (error) return lose(text_of(error));
                             sending_.clear();
                             flush();
                           });
}

void TcpClient::lose(const std::string& reason) {
  ++attempt_;
  connected_ = false;
  error_code ignored;
  resolver_.cancel();
  silence_.cancel();
  socket_.close(ignored);
  lines_ = LineSplitter();
  waiting_.clear();
  sending_.clear();
  overfull_ = false;
  if (session_->finished()) return;
  if (const auto delay = session_->on_loss(reason)) {
    post([this] { resolve(); }, *delay);
  } else {
    session_->on_end();
  }
}

void TcpClient::say_farewell() {
  bool late = false;
  post([&late] { late = true; }, times_.farewell);
  flush();
  while (connected_ && !late && !sending_.empty()) io_.run_one();
  connected_ = false;
}

void TcpClient::post(std::function<void()> work, Millis delay) {
  post_to(io_, std::move(work), delay);
}

}  // namespace sumi::protocol
