// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/engine.h"
#include "protocol/channel/tcp_peer.h"
#include "protocol/channel/tcp_server.h"
#include "protocol/gtp/gtp_session.h"
#include "tests/support/scripted_peer.h"
#include "tests/support/small_engine.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

constexpr int kPatience = 20;  // seconds

/// Every call waits for at most kPatience.
class Caller {
 public:
  explicit Caller(int port) : Caller() { connect(port); }
  Caller() : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    REQUIRE(fd_ >= 0);
    const timeval patience{kPatience, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int small = 64 * 1024;
    setsockopt(fd_, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
  }
  Caller(Caller&& other) noexcept : fd_(std::exchange(other.fd_, -1)), text_(other.text_) {}
  ~Caller() { leave(); }

  void connect(int port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(fd_, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0);
  }

  /// Thread-safe; false once the server is gone.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  /// The number of bytes that the server accepts without blocking.
  std::size_t send_at_once(std::string_view text) const {
    std::size_t sent = 0;
    for (int idle = 0; idle < 20 && sent < text.size();) {
      const auto left = text.substr(sent);
      const ssize_t n = ::send(fd_, left.data(), left.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      idle = n > 0 ? 0 : idle + 1;
      if (n > 0) sent += static_cast<std::size_t>(n);
      if (n <= 0) std::this_thread::sleep_for(Millis(10));
    }
    return sent;
  }

  /// The next line, or "(end)", "(reset)" or "(silence)".
  std::string line() {
    while (text_.find('\n') == std::string::npos) {
      if (const std::string why = receive(); !why.empty()) return why;
    }
    const std::string found = text_.substr(0, text_.find('\n'));
    text_.erase(0, found.size() + 1);
    return found;
  }

  /// Everything up to the end, followed by how the connection ended.
  std::string rest() {
    while (true) {
      if (const std::string why = receive(); !why.empty()) return std::exchange(text_, {}) + why;
    }
  }

  std::string operator()(std::string_view text) {
    send(std::string(text) + "\n");
    return line();
  }

  void end_input() const { shutdown(fd_, SHUT_WR); }
  void leave() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  void reset() {
    const linger at_once{1, 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    leave();
  }
  int port() const {
    sockaddr_in at{};
    socklen_t size = sizeof at;
    getsockname(fd_, reinterpret_cast<sockaddr*>(&at), &size);
    return ntohs(at.sin_port);
  }

 private:
  std::string receive() {
    char bytes[1 << 16];
    const ssize_t n = recv(fd_, bytes, sizeof bytes, 0);
    if (n > 0) text_.append(bytes, static_cast<std::size_t>(n));
    return n > 0 ? "" : n == 0 ? "(end)" : errno == ECONNRESET ? "(reset)" : "(silence)";
  }

  int fd_;
  std::string text_;
};

struct Counts {
  std::atomic<int> made = 0, lines = 0, ended = 0, closed = 0, destroyed = 0;
  std::atomic<bool> hold = false;  ///< Keeps busy sessions from finishing.
};

/// Commands: "echo TEXT", "big BYTES", "spin MS", "work MS" (in the background), "keep" (later
/// lines wait), "stream", "quit", "throw". Reports truncated lines.
class Puppet final : public Session {
 public:
  Puppet(Peer& peer, Counts& counts) : peer_(peer), counts_(counts) { ++counts_.made; }
  ~Puppet() override {
    if (worker_.joinable()) worker_.join();
    ++counts_.destroyed;
  }

  void on_line(const TextLine& line) override {
    ++counts_.lines;
    if (keeps_) {
      kept_ += line.text.size() + 64;
      return;
    }
    const std::size_t space = line.text.find(' ');
    const std::string word = line.text.substr(0, space);
    const std::string rest = space == line.text.npos ? "" : line.text.substr(space + 1);
    if (line.cut) say("cut " + std::to_string(line.text.size()));
    if (word == "echo") say(rest);
    if (word == "big") say(std::string(std::stoul(rest), 'x'));
    if (word == "spin") spin(Millis(std::stoi(rest)));
    if (word == "work") work(Millis(std::stoi(rest)));
    if (word == "keep") keeps_ = true;
    if (word == "stream") stream();
    if (word == "quit") say("bye"), over_ = true;
    if (word == "throw") throw std::runtime_error("puppet");
  }
  void on_end() override { ++counts_.ended, over_ = true; }
  void close() override { ++counts_.closed, over_ = true; }
  bool finished() const override { return over_ && !busy_; }
  bool working() const override { return busy_; }
  std::size_t backlog() const override { return kept_; }

 private:
  void say(std::string_view text) {
    peer_.write(text);
    peer_.flush();
  }
  static void spin(Millis time) {
    const StopWatch watch;
    while (watch.elapsed() < time) {
    }
  }
  void work(Millis time) {
    busy_ = true;
    worker_ = std::thread([this, time] {
      const StopWatch watch;
      do std::this_thread::sleep_for(Millis(1));
      while (counts_.hold || watch.elapsed() < time);
      peer_.post([this] {
        busy_ = false;
        say("done");
      });
    });
  }
  void stream() {
    if (over_) return;
    say(std::string(10'000, 's'));
    peer_.post([this] { stream(); });
  }

  Peer& peer_;
  Counts& counts_;
  std::thread worker_;
  bool keeps_ = false, busy_ = false, over_ = false;
  std::size_t kept_ = 0;
};

class Player final : public Session {
 public:
  explicit Player(Peer& peer) : session_(engine_, peer) {}
  void on_line(const TextLine& line) override { session_.on_line(line); }
  void on_end() override { session_.on_end(); }
  void close() override { session_.close(); }
  bool finished() const override { return session_.finished(); }
  std::size_t backlog() const override { return session_.backlog(); }

 private:
  static EngineOptions options() {
    EngineOptions options = test::small_engine();
    options.depth = 4;
    return options;
  }
  Engine engine_{options()};
  GtpSession session_;
};

std::unique_ptr<Session> make_player(Peer& peer) { return std::make_unique<Player>(peer); }

struct Fixture {
  ~Fixture() { stop(); }

  void start() {
    start([this](Peer& peer) { return std::make_unique<Puppet>(peer, counts); });
  }
  void start(TcpServer::Factory factory) {
    server.emplace("127.0.0.1", 0, limits, std::move(factory), [this](std::string_view line) {
      const std::lock_guard lock(mutex);
      log += std::string(line) + "\n";
    });
    port = server->port();
    thread = std::thread([this] { signal = server->run(); });
  }
  void stop() {
    if (!thread.joinable()) return;
    counts.hold = false;
    server->close();
    thread.join();
  }
  Caller call() const { return Caller(port); }

  bool logged(const std::string& text) {
    const std::lock_guard lock(mutex);
    return log.find(text) != std::string::npos;
  }

  Counts counts;
  TcpLimits limits;
  std::optional<TcpServer> server;
  int port = 0;
  std::atomic<int> signal = -1;
  std::mutex mutex;
  std::string log;
  std::thread thread;
};

template <class Condition>
bool eventually(Condition condition) {
  const StopWatch watch;
  while (!condition()) {
    if (watch.seconds() > kPatience) return false;
    std::this_thread::sleep_for(Millis(1));
  }
  return true;
}

long memory_kib() {
  long pages = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  REQUIRE(std::fscanf(file, "%*d %ld", &pages) == 1);
  std::fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("loopback addresses are recognised", "[tcp]") {
  for (const char* address : {"127.0.0.1", "127.3.2.1", "::1"}) CHECK(*is_loopback(address));
  for (const char* address : {"0.0.0.0", "192.168.1.2", "::", "fe80::1"}) {
    CHECK(!*is_loopback(address));
  }
  const auto bad = is_loopback("localhost");
  REQUIRE(!bad);
  CHECK(bad.error().message ==
        "'localhost' is not an IP address such as 127.0.0.1, 0.0.0.0 or ::1");
  CHECK(!is_loopback(""));
  CHECK(!is_loopback("1.2.3.4:5"));
}

TEST_CASE_METHOD(Fixture, "the error about a port in use gives the reason", "[tcp]") {
  start();
  CHECK(server->address() == fmt::format("127.0.0.1:{}", port));
  CHECK_THROWS_WITH(TcpServer("127.0.0.1", port, limits, make_player),
                    fmt::format("cannot listen on 127.0.0.1:{}: Address already in use", port));
}

TEST_CASE_METHOD(Fixture, "each client has its own session", "[tcp]") {
  start();
  Caller first = call(), second = call();
  CHECK(first("echo one") == "one");
  CHECK(second("echo two") == "two");
  CHECK(first("echo 1\necho 2") == "1");
  CHECK(first.line() == "2");
  CHECK(counts.made == 2);
  CHECK(second("quit") == "bye");
  CHECK(second.line() == "(end)");
  CHECK(first("echo still") == "still");
  CHECK(counts.destroyed == 1);
  CHECK(eventually([&] { return logged("left"); }));
}

TEST_CASE_METHOD(Fixture, "a line may arrive in pieces and is served before the next one",
                 "[tcp]") {
  start();
  Caller caller = call();
  caller.send("ec");
  std::this_thread::sleep_for(Millis(20));
  caller.send("ho a\nech");
  CHECK(caller.line() == "a");
  CHECK(caller("o b\r") == "b\r");
  CHECK(caller(std::string_view("echo \0\xFF", 7)) == std::string("\0\xFF", 2));
}

TEST_CASE_METHOD(Fixture, "clients play games of their own at the same time", "[tcp][gtp]") {
  std::string game = "name\nplay black f5\n", want;
  for (int i = 0; i < 5; ++i) game += "genmove white\ngenmove black\n";
  game += "showboard\nquit\n";
  {
    test::ScriptedPeer peer;
    Player alone(peer);
    std::string_view left = game;
    for (; !left.empty(); left.remove_prefix(left.find('\n') + 1)) {
      alone.on_line({std::string(left.substr(0, left.find('\n'))), false});
    }
    peer.run_until([&] { return alone.finished(); });
    want = peer.take() + "(end)";
  }
  start(make_player);
  std::vector<Caller> callers;
  for (int i = 0; i < 20; ++i) callers.push_back(call());
  for (Caller& caller : callers) caller.send(game);
  for (Caller& caller : callers) CHECK(caller.rest() == want);
}

TEST_CASE_METHOD(Fixture, "clients beyond the limit get a message and are disconnected", "[tcp]") {
  limits.max_clients = 2;
  start();
  Caller first = call(), second = call();
  CHECK(first("echo 1") == "1");
  CHECK(second("echo 2") == "2");
  const std::string full = "server full: 2 clients are connected, try later";
  for (int i = 0; i < 20; ++i) {
    Caller other = call();
    other.send("echo 3\necho 4\n");  // unread input must not discard the answer
    const std::string said = other.rest();
    CHECK((said == full + "\n(end)" || said == full + "\n(reset)"));
  }
  CHECK(counts.made == 2);
  CHECK(logged(full));
  first.leave();
  CHECK(eventually([&] { return counts.destroyed == 1; }));
  Caller next = call();
  CHECK(next("echo 5") == "5");
}

TEST_CASE_METHOD(Fixture, "a client gets its last answers, whatever it sends after quit", "[tcp]") {
  start();
  for (int i = 0; i < 20; ++i) {
    Caller caller = call();
    caller.send("big 500000\nquit\n" + repeated("echo x\n", 5000));
    const std::string said = caller.rest();
    CHECK(said.size() == 500'001 + 4 + 5);
    CHECK(said.ends_with("x\nbye\n(end)"));
  }
}

TEST_CASE_METHOD(Fixture, "commands before the end of input are answered", "[tcp]") {
  start();
  Caller caller = call();
  caller.send("echo a\nwork 50\necho b");
  caller.end_input();
  CHECK(caller.rest() == "a\nb\ndone\n(end)");
  CHECK(counts.ended == 1);
  CHECK(counts.closed == 0);
  CHECK(eventually([&] { return counts.destroyed == 1; }));
}

TEST_CASE_METHOD(Fixture, "a session closed some time after the end of input may finish its answer",
                 "[tcp]") {
  limits.end_timeout = Millis(50);
  start();
  counts.hold = true;
  Caller caller = call();
  caller.send("work 0\n");
  caller.end_input();
  CHECK(eventually([&] { return counts.closed == 1; }));
  CHECK(counts.destroyed == 0);
  std::this_thread::sleep_for(Millis(50));  // several checks of the deadlines
  counts.hold = false;
  CHECK(caller.rest() == "done\n(end)");
  CHECK(counts.ended == 1);
  CHECK(counts.closed == 1);
}

TEST_CASE_METHOD(Fixture, "the session of a disconnected client lives until it is finished",
                 "[tcp]") {
  start();
  counts.hold = true;
  Caller other = call(), caller = call();
  CHECK(caller("work 0\necho x") == "x");
  caller.reset();
  CHECK(eventually([&] { return counts.closed == 1; }));
  CHECK(other("echo y") == "y");
  CHECK(counts.destroyed == 0);
  counts.hold = false;
  CHECK(eventually([&] { return counts.destroyed == 1; }));
  CHECK(other("echo z") == "z");
}

TEST_CASE_METHOD(Fixture, "a search stops when its client disconnects", "[tcp][gtp]") {
  limits.max_clients = 3;
  std::atomic<int> gone = 0;
  struct Noted final : Session {
    Noted(Peer& peer, std::atomic<int>& g) : player(make_player(peer)), gone(g) {}
    ~Noted() override { ++gone; }
    void on_line(const TextLine& line) override { player->on_line(line); }
    void on_end() override { player->on_end(); }
    void close() override { player->close(); }
    bool finished() const override { return player->finished(); }
    std::unique_ptr<Session> player;
    std::atomic<int>& gone;
  };
  start([&](Peer& peer) { return std::make_unique<Noted>(peer, gone); });
  Caller other = call();
  for (int i = 1; i <= 10; ++i) {
    Caller caller = call();
    CHECK(caller("sumi-set depth 0\nsumi-set move-time-ms 86400000") == "=");
    caller.send("genmove black\ngenmove white\n");
    CHECK(other("protocol_version") == "= 2");
    CHECK(other.line().empty());
    const StopWatch watch;
    caller.reset();
    CHECK(eventually([&] { return gone == i; }));
    CHECK(watch.seconds() < 5);
  }
}

TEST_CASE_METHOD(Fixture, "an idle client is disconnected", "[tcp]") {
  limits.idle_timeout = Millis(400);
  start();
  Caller talks = call(), searches = call(), silent = call(), drips = call(), blank = call();
  counts.hold = true;
  searches.send("work 0\n");
  const StopWatch watch;
  while (watch.elapsed() < Millis(1000)) {
    CHECK(talks("echo x") == "x");
    drips.send("x");
    blank.send(" \r\n");
    std::this_thread::sleep_for(Millis(5));
  }
  for (Caller* idle : {&silent, &drips, &blank}) CHECK(idle->line() != "(silence)");
  CHECK(eventually([&] { return counts.destroyed >= 3; }));  // the talking client is now silent
  CHECK(counts.closed - counts.destroyed == 0);
  CHECK(logged("cut off: idle"));
  counts.hold = false;  // the work is done, and its client is idle
  CHECK(searches.line() == "done");
  CHECK(searches.line() == "(end)");
}

TEST_CASE_METHOD(Fixture, "the number of clients per address is limited", "[tcp]") {
  limits.max_per_address = 2;
  start();
  Caller first = call(), second = call();
  CHECK(first("echo 1") == "1");
  CHECK(second("echo 2") == "2");
  CHECK(call().rest() == "2 clients are connected from your address, try later\n(end)");
  first.leave();
  CHECK(eventually([&] { return counts.destroyed == 1; }));
  CHECK(call()("echo 3") == "3");
}

TEST_CASE("addresses of one /64 network count as one address", "[tcp]") {
  const auto place = [](const char* text) { return place_of(boost::asio::ip::make_address(text)); };
  CHECK(place("192.0.2.1") == "192.0.2.1");
  CHECK(place("::ffff:192.0.2.1") == "192.0.2.1");
  CHECK(place("192.0.2.1") != place("192.0.2.2"));
  CHECK(place("2001:db8:1:2::1") == place("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  CHECK(place("2001:db8:1:2::1") != place("2001:db8:1:3::1"));
}

TEST_CASE_METHOD(Fixture, "a client that reads nothing is disconnected", "[tcp]") {
  limits.max_unsent_bytes = 300'000;
  start();
  Caller other = call(), deaf = call();
  const long before = memory_kib();
  deaf.send("stream\n");
  CHECK(eventually([&] { return counts.destroyed == 1; }));
  CHECK(logged("cut off: too much output unread"));
  CHECK(memory_kib() - before < 20'000);
  CHECK(other("echo x") == "x");
}

TEST_CASE_METHOD(Fixture, "a client that sends requests but reads no answers is disconnected",
                 "[tcp]") {
  limits.stall_timeout = Millis(100);
  start();
  Caller other = call(), deaf = call();
  std::thread flood([&] {
    const std::string questions = repeated("big 1000\n", 1000);
    while (deaf.send(questions)) {
    }
  });
  CHECK(eventually([&] { return logged("cut off: does not read"); }));
  flood.join();
  CHECK(eventually([&] { return counts.destroyed == 1; }));
  CHECK(other("echo x") == "x");
}

TEST_CASE_METHOD(Fixture, "a client that reads gets all of many answers", "[tcp]") {
  limits.max_unsent_bytes = 100'000;
  start();
  Caller caller = call();
  std::thread asks([&] {
    caller.send(repeated("big 1000\n", 20'000));  // 20 MB of answers
    caller.end_input();
  });
  const std::string said = caller.rest();
  asks.join();
  CHECK(said.size() == 20'000 * 1001 + 5);
  CHECK(said.ends_with("x\n(end)"));
}

TEST_CASE_METHOD(Fixture, "the server stops reading while lines wait", "[tcp]") {
  limits.max_waiting_bytes = 200'000;
  start();
  Caller caller = call();
  CHECK(caller("echo x\nkeep") == "x");
  const std::string empty(1 << 20, '\n');
  std::size_t sent = 0;
  while (sent < 100 * empty.size()) {
    const std::size_t n = caller.send_at_once(empty);
    sent += n;
    if (n < empty.size()) break;
  }
  CHECK(sent < 1'000'000);
  CHECK(counts.lines < 10'000);
  CHECK(call()("echo y") == "y");
}

TEST_CASE_METHOD(Fixture, "a client that disconnects while its lines wait is dropped", "[tcp]") {
  limits.max_waiting_bytes = 200'000;
  limits.stall_timeout = Millis(100);
  start();
  counts.hold = true;
  Caller caller = call();
  CHECK(caller("work 0\necho x\nkeep") == "x");
  caller.send_at_once(std::string(1 << 20, '\n'));
  caller.leave();
  CHECK(eventually([&] { return counts.closed == 1; }));
  CHECK(logged("cut off: too many lines wait"));
  counts.hold = false;
  CHECK(eventually([&] { return counts.destroyed == 1; }));
}

TEST_CASE_METHOD(Fixture, "a long line is truncated and takes no memory", "[tcp]") {
  start();
  Caller caller = call();
  const long before = memory_kib();
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 50; ++i) REQUIRE(caller.send(megabyte));
  CHECK(caller("") == "cut 65536");
  CHECK(memory_kib() - before < 20'000);
  CHECK(caller("echo a") == "a");
}

TEST_CASE_METHOD(Fixture, "a flood of lines delays 20 answers to another client by less than 3 s",
                 "[tcp]") {
  start();
  Caller other = call(), flooder = call();
  std::thread flood([&] {
    const std::string lines = repeated("spin 1\n", 1000);
    while (flooder.send(lines)) {
    }
  });
  CHECK(eventually([&] { return counts.lines > 100; }));
  const StopWatch watch;
  for (int i = 0; i < 20; ++i) CHECK(other("echo x") == "x");
  CHECK(watch.seconds() < 3);  // each turn is a read of up to 585 lines, 0.6 s of work
  stop();
  flood.join();
}

TEST_CASE_METHOD(Fixture, "arbitrary bytes do not affect other clients", "[tcp]") {
  start(make_player);
  Caller other = call();
  CHECK(other("name") == "= Sumi");
  other.line();
  const long before = memory_kib();
  std::string junk;
  for (unsigned i = 0; i < 200'000; ++i) junk += static_cast<char>(i * 2654435761U >> 13);
  for (int i = 0; i < 20; ++i) {
    Caller caller = call();
    caller.send(std::string_view(junk).substr(static_cast<std::size_t>(i) * 7));
    i % 2 == 0 ? caller.reset() : caller.leave();
  }
  CHECK(other("name") == "= Sumi");
  CHECK(memory_kib() - before < 50'000);
}

TEST_CASE_METHOD(Fixture, "an exception in a session disconnects only its client", "[tcp]") {
  start([this](Peer& peer) -> std::unique_ptr<Session> {
    if (counts.made == 2) throw FatalError("not enough memory for a table of 16 MiB");
    return std::make_unique<Puppet>(peer, counts);
  });
  Caller first = call(), second = call();
  CHECK(first("echo 1") == "1");
  CHECK(second("echo 2") == "2");
  CHECK(call().rest() == "server error: not enough memory for a table of 16 MiB\n(end)");
  second.send("echo 3\nthrow\necho 4\n");
  CHECK(second.rest() == "3\nserver error: puppet\n(end)");
  CHECK(first("echo 5") == "5");
  CHECK(counts.destroyed == 1);
  CHECK(logged("failed: puppet"));
}

TEST_CASE_METHOD(Fixture, "posted work runs in order and at its time until the session ends",
                 "[tcp]") {
  struct Worker final : Session {
    Worker(Peer& p, Counts& c) : peer(p), counts(c) {}
    ~Worker() override { ++counts.destroyed; }
    void on_line(const TextLine&) override {
      std::thread([this] {
        peer.post([this] { say("d"), over = true; }, Millis(60));
        peer.post([this] { ++counts.lines; }, Millis(120));
        peer.post([this] { say("c"); }, Millis(20));
        peer.post([this] { say("a"); });
        peer.post([this] { say("b"); });
      }).join();
    }
    void say(std::string_view text) { peer.write(text), peer.flush(); }
    void on_end() override {}
    void close() override { over = true; }
    bool finished() const override { return over; }
    Peer& peer;
    Counts& counts;
    bool over = false;
  };
  start([this](Peer& peer) { return std::make_unique<Worker>(peer, counts); });
  Caller caller = call();
  const StopWatch watch;
  caller.send("\n");
  CHECK(caller.rest() == "a\nb\nc\nd\n(end)");
  CHECK(watch.seconds() >= 0.06);
  std::this_thread::sleep_for(Millis(150));
  CHECK(counts.lines == 0);
  CHECK(counts.destroyed == 1);
}

TEST_CASE_METHOD(Fixture, "a signal closes all sessions, even during a search", "[tcp][gtp]") {
  const int number = GENERATE(SIGINT, SIGTERM);
  start(make_player);
  std::vector<Caller> callers;
  for (int i = 0; i < 8; ++i) {
    callers.push_back(call());
    CHECK(callers.back()("sumi-set depth 0\nsumi-set move-time-ms 86400000") == "=");
    if (i % 2 == 0) callers.back().send("genmove black\n");
  }
  std::this_thread::sleep_for(Millis(50));
  const StopWatch watch;
  raise(number);
  thread.join();
  CHECK(watch.seconds() < 2);  // 50 ms on an idle machine
  CHECK(signal == number);
  server.reset();
  for (Caller& caller : callers) CHECK(caller.rest().ends_with("(end)"));
}

TEST_CASE_METHOD(Fixture, "close() lets sessions finish and accepts no more clients", "[tcp]") {
  start();
  counts.hold = true;
  Caller caller = call();
  CHECK(caller("work 0\necho x") == "x");
  server->close();
  CHECK(eventually([&] { return counts.closed == 1; }));
  CHECK(signal == -1);
  counts.hold = false;
  thread.join();
  CHECK(signal == 0);
  CHECK(counts.destroyed == 1);
  CHECK(caller.line() == "done");
}

TEST_CASE("a server that never ran can be destroyed", "[tcp]") {
  Counts counts;
  std::optional<Caller> caller;
  {
    TcpServer server("127.0.0.1", 0, {},
                     [&](Peer& peer) { return std::make_unique<Puppet>(peer, counts); });
    caller.emplace(server.port());
  }
  CHECK(caller->line() != "(silence)");
  CHECK(counts.made == counts.destroyed);
}

TEST_CASE_METHOD(Fixture, "without free file descriptors the server waits for one without spinning",
                 "[tcp]") {
  start();
  Caller first = call(), second;
  CHECK(first("echo 1") == "1");
  rlimit normal{};
  getrlimit(RLIMIT_NOFILE, &normal);
  rlimit low = normal;
  low.rlim_cur = 64;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &low) == 0);
  std::vector<int> fill;
  for (int fd = dup(0); fd >= 0; fd = dup(0)) fill.push_back(fd);
  second.connect(port);
  second.send("echo 2\n");
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(Millis(300));
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  const std::string said = first("echo 3");
  for (const int fd : fill) close(fd);
  setrlimit(RLIMIT_NOFILE, &normal);
  CHECK(seconds < 0.1);
  CHECK(said == "3");
  CHECK(second.line() == "2");
}

TEST_CASE_METHOD(Fixture, "TCP_NODELAY and keep-alive are set", "[tcp]") {
  start();
  Caller caller = call();
  CHECK(caller("echo 1") == "1");
  int found = 0;
  for (int fd = 0; fd < 1024; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
    if (ntohs(peer.sin_port) != caller.port()) continue;
    const auto get = [fd](int level, int name) {
      int value = 0;
      socklen_t bytes = sizeof value;
      getsockopt(fd, level, name, &value, &bytes);
      return value;
    };
    ++found;
    CHECK(get(IPPROTO_TCP, TCP_NODELAY) != 0);
    CHECK(get(SOL_SOCKET, SO_KEEPALIVE) != 0);
    CHECK(get(IPPROTO_TCP, TCP_KEEPIDLE) +
              get(IPPROTO_TCP, TCP_KEEPINTVL) * get(IPPROTO_TCP, TCP_KEEPCNT) <=
          120);
    CHECK(get(SOL_SOCKET, SO_SNDBUF) <= 256 * 1024);
    CHECK(get(SOL_SOCKET, SO_RCVBUF) <= 256 * 1024);
  }
  CHECK(found == 1);
}
