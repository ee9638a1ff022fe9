// SPDX-License-Identifier: MIT
#include "protocol/http/web_connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace sumi::protocol {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

using SystemError = boost::system::error_code;
using Response = http::response<http::string_body>;

/// For requests; WebSocket messages may be larger.
constexpr std::size_t kBufferBytes = 16 * 1024;
constexpr std::size_t kPauseBytes = 64 * 1024;  ///< Unsent bytes above which reading stops.
constexpr std::size_t kPartBytes = 64 * 1024;   ///< Message bytes per turn.
constexpr std::size_t kLargeBytes = 1 << 20;    ///< Above this, reserve for the longest message.
/// Time for a browser to answer a ping.
constexpr auto kSilence = std::chrono::minutes(5);

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

WebRequest request_of(const http::request<http::empty_body>& request) {
  return {view(request.method_string()),
          view(request.target()),
          view(request[http::field::host]),
          view(request[http::field::origin]),
          view(request[http::field::cookie]),
          websocket::is_upgrade(request),
          view(request["Sec-Fetch-Site"]) == "cross-site"};
}

const boost::system::error_category& http_errors() {
  return make_error_code(http::error::bad_method).category();
}

Response response_of(const WebAnswer& answer, std::string_view host, unsigned version, bool head) {
  Response response(static_cast<http::status>(answer.status), version);
  for (const auto& [name, value] : common_headers(host)) response.set(std::string(name), value);
  for (const auto& [name, value] : answer.headers) response.set(std::string(name), value);
  response.set(http::field::content_type, std::string(answer.type));
  const bool page = answer.status == 200;
  if (!head) response.body().assign(answer.body.data(), answer.body.size());
  if (!head && !page) response.body() += '\n';
  response.content_length(answer.body.size() + (page ? 0 : 1));
  return response;
}

/// Owned by the server and by handlers that wait for the socket.
class BrowserConnection final : public WebConnection,
                                public Peer,
                                public std::enable_shared_from_this<BrowserConnection> {
 public:
  BrowserConnection(asio::ip::tcp::socket socket, const WebShared& shared,
                    std::function<void(WebConnection*)> gone)
      : io_(static_cast<asio::io_context&>(socket.get_executor().context())),
        shared_(shared),
        gone_(std::move(gone)),
        stream_(std::move(socket)) {}

  void read_request();

  void close() override;
  void abandon() override;
  bool has_session() const override { return session_ != nullptr; }

  void write(std::string_view line) override;
  void flush() override { send(); }
  void post(std::function<void()> work, Millis delay = {}) override;
  bool remote() const override { return true; }

 private:
  using WebSocket = websocket::stream<beast::tcp_stream>;
  using StringBuffer =
      asio::dynamic_string_buffer<char, std::char_traits<char>, std::allocator<char>>;

  void on_request(SystemError error);
  void send_response(Response response, bool keep_alive);
  void open_socket();
  void on_opened(SystemError error);
  void read_message();
  void on_part(SystemError error);
  void send();
  void lose(std::string_view why);
  void close_stream();
  void settle();
  template <class Work>
  void guarded(Work work);
  void log(std::string_view what) const {
    if (shared_.log) shared_.log(what);
  }

  asio::io_context& io_;
  const WebShared& shared_;
  std::function<void(WebConnection*)> gone_;
  beast::tcp_stream stream_;  ///< For requests.
  beast::flat_buffer buffer_{kBufferBytes};
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::optional<Response> response_;

  std::optional<WebSocket> socket_;    ///< Takes over stream_ on opening.
  std::string message_;                ///< The message so far.
  std::optional<StringBuffer> parts_;  ///< Appends to message_.
  std::deque<std::string> unsent_;     ///< The first is being sent if `sends_`.
  std::size_t unsent_bytes_ = 0;
  bool reads_ = false, sends_ = false;
  bool open_ = true;
  bool close_requested_ = false;  ///< The session was asked to close.
  std::unique_ptr<Session> session_;
};

// Requests.

void BrowserConnection::read_request() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(shared_.limits.max_header_bytes));
  stream_.expires_after(shared_.limits.request_timeout);
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](SystemError error, std::size_t) {
                     self->on_request(error);
                     self->settle();
                   });
}

void BrowserConnection::on_request(SystemError error) {
  if (!open_) return;
  // Answer malformed requests, unless the client left or was too slow.
  const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
  if (error && (gone || error.category() != http_errors())) return close_stream();
  if (error) {
    log(fmt::format("no request: {}", error.message()));
    return send_response(
        response_of(refusal(400, "This is not a request that is served here."), "", 11, false),
        false);
  }
  const auto& request = parser_->get();
  const WebRequest wanted = request_of(request);
  WebAnswer answered = answer(shared_.rules, wanted);
  if (answered.status == 101 && !shared_.has_room()) {
    answered = refusal(503, "Too many pages of this server are open.");
  }
  if (answered.status == 101) return open_socket();
  if (answered.status >= 400)
    log(fmt::format("refused ({}): {}", answered.status, answered.reason));
  send_response(
      response_of(answered, wanted.host, request.version(), request.method() == http::verb::head),
      request.keep_alive());
}

void BrowserConnection::send_response(Response response, bool keep_alive) {
  response.keep_alive(keep_alive);
  response_ = std::move(response);
  stream_.expires_after(shared_.limits.request_timeout);
  http::async_write(stream_, *response_,
                    [self = shared_from_this(), keep_alive](SystemError error, std::size_t) {
                      self->response_.reset();
                      if (self->open_ && !error && keep_alive) {
                        self->read_request();
                      } else {
                        self->close_stream();
                      }
                      self->settle();
                    });
}

// The WebSocket.

void BrowserConnection::open_socket() {
  socket_.emplace(std::move(stream_));
  beast::get_lowest_layer(*socket_).expires_never();  // the WebSocket has its own time-outs
  socket_->set_option(
      websocket::stream_base::timeout{shared_.limits.request_timeout, kSilence, true});
  socket_->read_message_max(shared_.limits.max_message_bytes);
  socket_->async_accept(parser_->get(), [self = shared_from_this()](SystemError error) {
    self->on_opened(error);
    self->settle();
  });
}

void BrowserConnection::on_opened(SystemError error) {
  if (error || !open_) return close_stream();
  parser_.reset();
  buffer_ = {};
  log("a page opens");
  socket_->text(true);
  socket_->auto_fragment(false);  // one frame per line
  guarded([this] { session_ = shared_.make_session(*this); });
}

void BrowserConnection::read_message() {
  if (reads_ || !open_ || close_requested_ || unsent_bytes_ > kPauseBytes) return;
  if (session_->backlog() >= shared_.limits.max_waiting_bytes) return;
  reads_ = true;
  if (!parts_) parts_.emplace(message_);
  socket_->async_read_some(*parts_, kPartBytes,
                           [self = shared_from_this()](SystemError error, std::size_t) {
                             self->reads_ = false;
                             self->on_part(error);
                             self->settle();
                           });
}

void BrowserConnection::on_part(SystemError error) {
  if (!open_ || !session_) return;
  if (error) return lose(error == websocket::error::closed ? "a page closes" : error.message());
  if (!socket_->got_text()) return lose("cut off: a message is not text");
  if (!socket_->is_message_done()) {
    // Reserve once instead of copying; untouched pages use no memory.
    if (message_.size() > kLargeBytes) {
      message_.reserve(shared_.limits.max_message_bytes + kPartBytes);
    }
    return;
  }
  parts_.reset();
  TextLine line{std::exchange(message_, {})};
  guarded([&] { session_->take_line(std::move(line)); });
}

void BrowserConnection::write(std::string_view line) {
  if (!open_) return;
  unsent_.emplace_back(line);
  unsent_bytes_ += line.size();
  // The session is writing now: settle() informs it later.
  if (unsent_bytes_ > shared_.limits.max_unsent_bytes) lose("cut off: too much unread");
}

void BrowserConnection::send() {
  if (sends_ || !open_ || unsent_.empty()) return;
  sends_ = true;
  socket_->async_write(asio::buffer(unsent_.front()),
                       [self = shared_from_this()](SystemError error, std::size_t) {
                         self->sends_ = false;
                         self->unsent_bytes_ -= self->unsent_.front().size();
                         self->unsent_.pop_front();
                         if (error) self->lose(error.message());
                         self->send();
                         self->settle();
                       });
}

/// Drops the work if the session is gone.
void BrowserConnection::post(std::function<void()> work, Millis delay) {
  auto turn = [weak = weak_from_this(), work = std::move(work)] {
    const auto self = weak.lock();
    if (!self || !self->session_) return;
    self->guarded(work);
    self->settle();
  };
  if (delay <= Millis{}) return shared_.mailbox.put(std::move(turn));
  // Timers belong to the server's thread.
  shared_.mailbox.put([&io = io_, turn = std::move(turn), delay] { post_to(io, turn, delay); });
}

// Closing.

/// An exception ends only this connection.
template <class Work>
void BrowserConnection::guarded(Work work) {
  try {
    work();
  } catch (const std::exception& e) {
    session_.reset();
    lose(fmt::format("failed: {}", e.what()));
  }
}

void BrowserConnection::lose(std::string_view why) {
  if (open_) log(why);
  close_stream();
}

void BrowserConnection::close_stream() {
  open_ = false;
  SystemError ignored;
  beast::tcp_stream& stream = socket_ ? beast::get_lowest_layer(*socket_) : stream_;
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream.close();
}

void BrowserConnection::close() {
  if (!session_) {
    close_stream();
  } else if (!std::exchange(close_requested_, true)) {
    guarded([this] { session_->close(); });
  }
  settle();
}

void BrowserConnection::abandon() {
  gone_ = nullptr;
  close_stream();
  session_.reset();
}

/// Updates the connection. Call after any event that may change it, but not inside the session.
void BrowserConnection::settle() {
  if (session_ && !open_ && !std::exchange(close_requested_, true)) {
    guarded([this] { session_->close(); });
  }
  if (session_ && session_->finished()) {
    session_.reset();
    close_stream();
  }
  if (session_) return read_message();
  if (open_) return;
  if (const auto gone = std::exchange(gone_, nullptr)) gone(this);
}

}  // namespace

std::shared_ptr<WebConnection> serve_browser(asio::ip::tcp::socket socket, const WebShared& shared,
                                             std::function<void(WebConnection*)> gone) {
  auto connection = std::make_shared<BrowserConnection>(std::move(socket), shared, std::move(gone));
  connection->read_request();
  return connection;
}

}  // namespace sumi::protocol
