// SPDX-License-Identifier: MIT
/// The session over TCP to a local server.
#include "engine/base/time.h"
#include "protocol/channel/tcp_client.h"
#include "tests/unit/protocol/ggs/ggs_talk.h"

#include <catch2/catch.hpp>

#include <arpa/inet.h>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace sumi;
using namespace sumi::protocol;
using test::ggs_message;
using test::GgsServerGame;

namespace {

/// A server on 127.0.0.1 for one client at a time, on its own thread. Catch2 must not check there,
/// so failures return an empty line.
class Server {
 public:
  Server() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    const auto address = reinterpret_cast<sockaddr*>(&here);
    if (bind(listener_, address, size) != 0 || listen(listener_, 4) != 0) std::abort();
    const timeval patience{20, 0};
    setsockopt(listener_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    getsockname(listener_, address, &size);
    port_ = ntohs(here.sin_port);
  }
  ~Server() {
    hang_up();
    ::close(listener_);
  }
  int port() const { return port_; }

  void accept_client() {
    client_ = accept(listener_, nullptr, nullptr);
    const timeval patience{20, 0};
    setsockopt(client_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  void hang_up() {
    if (client_ >= 0) ::close(client_);
    client_ = -1;
    read_.clear();
  }

  /// Sends pieces of `piece` bytes with pauses.
  void send(std::string_view text, std::size_t piece = 1 << 20) {
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
      (void)::send(client_, text.data(), std::min(piece, text.size()), MSG_NOSIGNAL);
      if (piece < text.size()) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  /// The client's next line; empty if none comes.
  std::string line() {
    for (char c; ::recv(client_, &c, 1, 0) == 1;) {
      if (c == '\n') return std::exchange(read_, {});
      read_ += c;
    }
    return {};
  }
  /// Waits for a line that begins with `start` and returns the rest of it; empty if none comes.
  std::string after(std::string_view start) {
    for (std::string next = line(); !next.empty(); next = line()) {
      if (next.starts_with(start)) return next.substr(start.size());
    }
    return {};
  }

  /// Waits for this line; false if it does not come.
  bool hears(std::string_view wanted) {
    std::string next = line();
    while (!next.empty() && next != wanted) next = line();
    return next == wanted;
  }

  void log_in(std::size_t piece = 1 << 20) {
    accept_client();
    send(test::kGgsLogin, piece);
    login = line();
    send(test::kGgsPassword, piece);
    password = line();
    send("READY\r\n", piece);
    after("tell /os continue");
  }

  /// Plays the client's move and the opponent's; false once the game is over.
  bool play_round(GgsServerGame& game, std::size_t piece = 1 << 20) {
    if (game.to_move() == "sumi" && !game.play(after("tell /os play " + game.id() + " "))) {
      return false;
    }
    send(game.update(), piece);
    if (game.over()) return false;
    if (game.to_move() == "alice") {
      game.play_any();
      send(game.update(), piece);
    }
    return !game.over();
  }

  std::string login, password;

 private:
  int listener_, client_ = -1;
  int port_ = 0;
  std::string read_;
};

/// Runs a session and its connection to their end.
struct Client {
  explicit Client(int port, const std::function<void(GgsSettings&)>& change = {},
                  const TcpClientTimes& times = {})
      : connection("127.0.0.1", port, times) {
    GgsSettings settings;
    settings.login = "sumi";
    settings.password = kSecret;
    settings.rules.types = parse_ggs_types(kGgsTypes).value();
    settings.first_retry = Millis(20);
    settings.longest_retry = Millis(40);
    settings.note = [this](std::string_view text) {
      notes += std::string(text) + "\n";
      if (!last_note.empty() && notes.find(last_note) != notes.npos) session->close();
    };
    if (change) change(settings);
    session = std::make_unique<GgsSession>(ggs_engine_options(), settings, connection);
  }
  void end_from_elsewhere() {
    connection.post([this] { session->close(); });
  }

  TcpClient connection;
  std::string notes;
  std::string last_note;  ///< closes the session after this note, if set
  std::unique_ptr<GgsSession> session;
};

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("ggs connection: a whole game is played even if lines arrive in pieces", "[ggs][tcp]") {
  const std::size_t piece = GENERATE(7u, 1u << 20);
  Server server;
  Client client(server.port());
  GgsServerGame game(".5", "8", "sumi", "alice");
  client.last_note = "match .5 alice - sumi, 8, unrated ends: +2.00\n";
  bool farewell = false;
  std::jthread other([&] {
    server.log_in(piece);
    server.send(ggs_message("/os: +   .8 1720.0 alice    15:00//02:00        8 U 1720.0 sumi"),
                piece);
    server.after("tell /os accept .8");
    server.send(ggs_message("/os: + match .5 1720 alice 1720 sumi 8 U"), piece);
    server.send(game.join(), piece);
    while (server.play_round(game, piece)) {
    }
    server.send(ggs_message("/os: - match .5 1720 alice 1720 sumi 8 U +2.00"), piece);
    farewell = server.hears("quit");
  });
  CHECK(client.connection.run(*client.session) == 0);
  other.join();
  CHECK(server.login == "sumi");
  CHECK(server.password == kSecret);
  CHECK(game.over());
  CHECK(farewell);
}

TEST_CASE("ggs connection: after a loss during a game the connection is restored", "[ggs][tcp]") {
  Server server;
  Client client(server.port());
  GgsServerGame game(".5", "8", "sumi", "alice");
  std::jthread other([&] {
    server.log_in();
    server.send(ggs_message("/os: + match .5 1720 alice 1720 sumi 8 U"));
    server.send(game.join());
    for (int i = 0; i < 3; ++i) server.play_round(game);
    server.after("tell /os play");
    server.send("/os: update .5 8 K?\r\n|  8: f");
    server.hang_up();
    server.log_in();
    server.send(ggs_message("/os: + match .5 1720 alice 1720 sumi 8 U"));
    server.send(game.join());
    while (server.play_round(game)) {
    }
    client.end_from_elsewhere();
  });
  CHECK(client.connection.run(*client.session) == 0);
  other.join();
  CHECK(game.over());
  CHECK(has(client.notes, "no connection: the server closed the connection; again in 0.0 s\n"));
}

TEST_CASE("ggs connection: an unreachable server is tried again", "[ggs][tcp]") {
  const int port = Server().port();
  Client client(port);
  client.connection.post([&] { client.session->close(); }, Millis(300));
  CHECK(client.connection.run(*client.session) == 0);
  CHECK(has(client.notes, "no connection: Connection refused"));
  CHECK(client.notes.find("refused") != client.notes.rfind("refused"));
}

TEST_CASE("ggs connection: a refused login ends the connection", "[ggs][tcp]") {
  Server server;
  Client client(server.port());
  std::jthread other([&] {
    server.accept_client();
    server.send(test::kGgsLogin);
    server.line();
    server.send(test::kGgsPassword);
    server.line();
    server.send(test::kGgsLogin);
  });
  CHECK(client.connection.run(*client.session) == 0);
  CHECK(client.session->failure());
}

TEST_CASE("ggs connection: a signal ends the connection with a goodbye", "[ggs][tcp]") {
  Server server;
  Client client(server.port());
  bool farewell = false;
  std::jthread other([&] {
    server.log_in();
    client.connection.post([] { raise(SIGTERM); });
    farewell = server.hears("quit");
  });
  CHECK(client.connection.run(*client.session) == SIGTERM);
  other.join();
  CHECK(farewell);
}

TEST_CASE("ggs connection: a silent server is disconnected", "[ggs][tcp]") {
  Server server;
  TcpClientTimes times;
  times.silence = Millis(100);
  Client client(server.port(), {}, times);
  bool again = false;
  std::jthread other([&] {
    server.log_in();
    server.line();  // until disconnected
    server.hang_up();
    server.accept_client();
    again = true;
    client.end_from_elsewhere();
  });
  CHECK(client.connection.run(*client.session) == 0);
  other.join();
  CHECK(again);
  CHECK(has(client.notes, "no connection: no word from the server"));
}

TEST_CASE("ggs connection: a goodbye that the server does not read is not awaited for long",
          "[ggs][tcp]") {
  Server server;
  TcpClientTimes times;
  times.farewell = Millis(50);
  Client client(server.port(), {}, times);
  std::jthread other([&] {
    server.accept_client();
    const std::string flood(60'000, 'x');  // more than the socket buffers hold
    client.connection.post([&client, flood] {
      for (int i = 0; i < 200; ++i) client.connection.write(flood);
      client.connection.flush();
      client.session->close();
    });
  });
  const StopWatch watch;
  CHECK(client.connection.run(*client.session) == 0);
  CHECK(watch.seconds() < 5);
}

TEST_CASE("ggs connection: a server that does not read is disconnected", "[ggs][tcp]") {
  Server server;
  Client client(server.port());
  std::atomic<bool> again = false;
  std::jthread other([&] {
    server.log_in();
    const std::string flood(60'000, 'x');
    client.connection.post([&client, flood] {
      for (int i = 0; i < 2000; ++i) {  // 120 MB
        client.connection.write(flood);
        client.connection.flush();
      }
    });
    server.accept_client();  // the first connection is still open and unread
    again = true;
    client.end_from_elsewhere();
  });
  CHECK(client.connection.run(*client.session) == 0);
  other.join();
  CHECK(again);
  CHECK(has(client.notes, "no connection: the server does not read; again in 0.0 s\n"));
}
