// SPDX-License-Identifier: MIT
/// The channel over real pipes: order, ends, interrupts, and memory that stays small.
#include "engine/base/time.h"
#include "protocol/stdio_channel.h"
#include "protocol/text/gtp.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// Both ends of a pipe.
class Pipe {
 public:
  Pipe() { REQUIRE(pipe(ends_) == 0); }
  ~Pipe() {
    close_read();
    close_write();
  }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_read() { close_end(ends_[0]); }
  void close_write() { close_end(ends_[1]); }

  /// From any thread; false once nobody reads.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(ends_[1], text.data(), text.size());
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

 private:
  static void close_end(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  int ends_[2];
};

struct Fixture {
  Fixture() { std::signal(SIGPIPE, SIG_IGN); }
  Pipe in, out;
};

std::string next(StdioChannel& channel) {
  const auto line = channel.read_line();
  return line ? line->text : "(end)";
}

long peak_memory_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "lines arrive in order, then the end", "[channel]") {
  in.send("one\ntwo\r\n\nno newline");
  in.close_write();
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  CHECK(next(channel) == "one");
  CHECK(next(channel) == "two\r");
  CHECK(next(channel).empty());
  CHECK(next(channel) == "no newline");
  CHECK(next(channel) == "(end)");
  CHECK(next(channel) == "(end)");
}

TEST_CASE_METHOD(Fixture, "a line is delivered before the next one comes", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  in.send("a\nb");
  CHECK(next(channel) == "a");
  in.send("c\n");
  CHECK(next(channel) == "bc");
}

TEST_CASE_METHOD(Fixture, "NUL and other bytes come through", "[channel]") {
  const std::string bytes("\0\x01\xFF\x80 \0", 6);
  in.send(bytes + "\nnext\n");
  in.close_write();
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  CHECK(next(channel) == bytes);
  CHECK(next(channel) == "next");
}

TEST_CASE_METHOD(Fixture, "replies are written when flushed", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  channel.write("= 2");
  channel.write("");
  channel.flush();
  char buffer[16] = {};
  CHECK(read(out.read_end(), buffer, sizeof buffer) == 5);
  CHECK(std::string(buffer) == "= 2\n\n");
}

TEST_CASE_METHOD(Fixture, "a peer that is gone ends the output by OutputClosed", "[channel]") {
  out.close_read();
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  channel.write("= 2");
  CHECK_THROWS_AS(channel.flush(), OutputClosed);
}

TEST_CASE_METHOD(Fixture, "closing does not wait for input", "[channel]") {
  const StopWatch watch;
  { StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt); }
  CHECK(watch.seconds() < 5);
}

TEST_CASE_METHOD(Fixture, "closing does not wait for a full queue", "[channel]") {
  std::jthread writer([this] {
    const std::string line(60'000, 'x');
    for (int i = 0; i < 100 && in.send(line + "\n"); ++i) {
    }
  });
  {
    StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
    CHECK(next(channel).size() == 60'000);
  }
  in.close_read();
}

TEST_CASE_METHOD(Fixture, "an interrupt stops the line in work and those before it", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  in.send("first\nsecond\n");
  const auto first = channel.read_line();
  REQUIRE(first.has_value());
  CHECK_FALSE(first->interrupt.stop_requested());
  in.send("# interrupt\nthird\n");
  for (int i = 0; i < 5000 && !first->interrupt.stop_requested(); ++i) {
    std::this_thread::sleep_for(Millis(1));
  }
  CHECK(first->interrupt.stop_requested());
  const auto second = channel.read_line();
  REQUIRE(second.has_value());
  CHECK(second->text == "second");
  CHECK(second->interrupt.stop_requested());
  const auto third = channel.read_line();
  REQUIRE(third.has_value());
  CHECK(third->text == "third");
  CHECK_FALSE(third->interrupt.stop_requested());
}

TEST_CASE_METHOD(Fixture, "an interrupt with nothing to stop is forgotten", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  in.send("# interrupt\nnext\n");
  const auto line = channel.read_line();
  REQUIRE(line.has_value());
  CHECK(line->text == "next");
  CHECK_FALSE(line->interrupt.stop_requested());
}

TEST_CASE_METHOD(Fixture, "a line of 100 MB takes neither memory nor time", "[channel]") {
  const long before = peak_memory_kib();
  const StopWatch watch;
  std::jthread writer([this] {
    const std::string megabyte(1'000'000, 'x');
    for (int i = 0; i < 100; ++i) in.send(megabyte);
    in.send("\nafter\n");
    in.close_write();
  });
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  const auto line = channel.read_line();
  REQUIRE(line.has_value());
  CHECK(line->cut);
  CHECK(line->text == std::string(kMaxLineBytes, 'x'));
  CHECK(next(channel) == "after");
  CHECK(next(channel) == "(end)");
  CHECK(watch.seconds() < 20);
  CHECK(peak_memory_kib() - before < 20'000);
}

TEST_CASE_METHOD(Fixture, "100 MB of lines nobody reads wait in the pipe", "[channel]") {
  const long before = peak_memory_kib();
  StdioChannel channel(in.read_end(), out.write_end(), is_gtp_interrupt);
  // A writer that does not wait: the pipe is full once the queue is.
  fcntl(in.write_end(), F_SETFL, O_NONBLOCK);
  const std::string lines(60'000, '\n');
  long sent = 0;
  for (int idle = 0; idle < 100;) {
    const ssize_t n = ::write(in.write_end(), lines.data(), lines.size());
    idle = n > 0 ? 0 : idle + 1;
    if (n > 0) sent += n;
    if (n <= 0) std::this_thread::sleep_for(Millis(1));
    REQUIRE(sent < 100'000'000);
  }
  CHECK(sent < 1'000'000);
  CHECK(peak_memory_kib() - before < 50'000);
}
