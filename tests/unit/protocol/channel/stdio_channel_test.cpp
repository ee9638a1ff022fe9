// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "protocol/channel/stdio_channel.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;

namespace {

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

  /// Thread-safe; false once the reader is gone.
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

/// Records its lines; finished at the end of input or after enough lines.
class Notes final : public Session {
 public:
  explicit Notes(std::optional<std::string> last = {}) : last_(std::move(last)) {}

  void on_line(const TextLine& line) override {
    lines.push_back(line);
    enough_ = enough_ || line.text == last_;
  }
  void on_end() override { ended = true; }
  void close() override { enough_ = closed = true; }
  bool finished() const override { return ended || enough_; }
  std::size_t backlog() const override { return kept; }

  std::vector<TextLine> lines;
  bool ended = false, closed = false;
  std::size_t kept = 0;

 private:
  std::optional<std::string> last_;
  bool enough_ = false;
};

long peak_memory_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "lines arrive in order, then the end of input", "[channel]") {
  in.send("one\ntwo\r\n\nno newline");
  in.close_write();
  Notes notes;
  CHECK(StdioChannel(in.read_end(), out.write_end()).run(notes) == 0);
  REQUIRE(notes.lines.size() == 4);
  CHECK(notes.lines[0].text == "one");
  CHECK(notes.lines[1].text == "two\r");
  CHECK(notes.lines[2].text.empty());
  CHECK(notes.lines[3].text == "no newline");
  CHECK(notes.ended);
}

TEST_CASE_METHOD(Fixture, "a line is served before the next one is read", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end());
  in.send("a\nb");
  Notes notes("bc");
  channel.post(
      [&] {
        CHECK(notes.lines.size() == 1);
        in.send("c\n");
      },
      Millis(50));
  channel.run(notes);
  REQUIRE(notes.lines.size() == 2);
  CHECK(notes.lines[0].text == "a");
}

TEST_CASE_METHOD(Fixture, "a finished session gets no more lines", "[channel]") {
  in.send("a\nquit\nb\n");
  in.close_write();
  Notes notes("quit");
  StdioChannel(in.read_end(), out.write_end()).run(notes);
  CHECK(notes.lines.size() == 2);
}

TEST_CASE_METHOD(Fixture, "NUL and other bytes arrive unchanged", "[channel]") {
  const std::string bytes("\0\x01\xFF\x80 \0", 6);
  in.send(bytes + "\nnext\n");
  in.close_write();
  Notes notes;
  StdioChannel(in.read_end(), out.write_end()).run(notes);
  REQUIRE(notes.lines.size() == 2);
  CHECK(notes.lines[0].text == bytes);
}

TEST_CASE_METHOD(Fixture, "replies are written by a flush", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end());
  channel.write("= 2");
  channel.write("");
  channel.flush();
  char buffer[16] = {};
  CHECK(read(out.read_end(), buffer, sizeof buffer) == 5);
  CHECK(std::string(buffer) == "= 2\n\n");
}

TEST_CASE_METHOD(Fixture, "writing to a closed peer throws OutputClosed", "[channel]") {
  out.close_read();
  StdioChannel channel(in.read_end(), out.write_end());
  channel.write("= 2");
  CHECK_THROWS_AS(channel.flush(), OutputClosed);
}

TEST_CASE_METHOD(Fixture, "posted work runs on the session's thread at its time", "[channel]") {
  StdioChannel channel(in.read_end(), out.write_end());
  Notes notes;
  std::string order;
  const StopWatch watch;
  double late = 0;
  std::jthread other([&] {
    channel.post([&] { order += 'd', late = watch.seconds(), notes.close(); }, Millis(60));
    channel.post([&] { order += 'c'; }, Millis(20));
    channel.post([&] { order += 'a'; });
    channel.post([&] { order += 'b'; });
  });
  channel.run(notes);  // without input
  CHECK(order == "abcd");
  CHECK(late >= 0.06);
  CHECK(watch.seconds() < 5);
}

TEST_CASE_METHOD(Fixture, "a signal closes the session, and a second one ends the process",
                 "[channel]") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  std::signal(signal, SIG_DFL);  // nohup ignores SIGHUP
  {
    StdioChannel channel(in.read_end(), out.write_end());
    Notes notes;
    channel.post([signal] {
      raise(signal);
      if (signal != SIGINT) raise(signal);  // as `timeout` and shells do
    });
    CHECK(channel.run(notes) == signal);
    CHECK(notes.closed);
  }
  const int second = signal;
  const pid_t child = fork();
  if (child == 0) {
    struct Deaf final : Session {
      void on_line(const TextLine&) override {}
      void on_end() override {}
      void close() override {}
      bool finished() const override { return false; }
    } deaf;
    StdioChannel channel(in.read_end(), out.write_end());
    channel.post([second] {
      raise(second == SIGINT ? SIGTERM : SIGINT);
      raise(second);
    });
    channel.run(deaf);
    _exit(1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
}

TEST_CASE_METHOD(Fixture, "the death of the controller ends even a session that is still working",
                 "[channel]") {
  struct Worker final : Session {
    void on_line(const TextLine&) override {}
    void on_end() override { ended = true; }
    void close() override { closed = true; }
    bool finished() const override { return closed; }
    bool ended = false, closed = false;
  } worker;
  StdioChannel channel(in.read_end(), out.write_end());
  in.close_write();
  bool waited = false;
  channel.post(
      [&] {
        waited = worker.ended && !worker.closed;
        out.close_read();
      },
      Millis(50));
  CHECK(channel.run(worker) == 0);
  CHECK(waited);
}

TEST_CASE_METHOD(Fixture, "closing does not wait for a full queue", "[channel]") {
  std::jthread writer([this] {
    const std::string line(60'000, 'x');
    for (int i = 0; i < 100 && in.send(line + "\n"); ++i) {
    }
  });
  Notes notes(std::string(60'000, 'x'));
  StdioChannel(in.read_end(), out.write_end()).run(notes);
  CHECK(notes.lines.size() == 1);
  in.close_read();
}

TEST_CASE_METHOD(Fixture, "a line of 100 MB takes little memory and time", "[channel]") {
  const long before = peak_memory_kib();
  const StopWatch watch;
  std::jthread writer([this] {
    const std::string megabyte(1'000'000, 'x');
    for (int i = 0; i < 100; ++i) in.send(megabyte);
    in.send("\nafter\n");
    in.close_write();
  });
  Notes notes;
  StdioChannel(in.read_end(), out.write_end()).run(notes);
  REQUIRE(notes.lines.size() == 2);
  CHECK(notes.lines[0].cut);
  CHECK(notes.lines[0].text == std::string(kMaxLineBytes, 'x'));
  CHECK(notes.lines[1].text == "after");
  CHECK(watch.seconds() < 20);
  CHECK(peak_memory_kib() - before < 20'000);
}

TEST_CASE_METHOD(Fixture, "if a session does not consume its lines, 100 MB more wait in the pipe",
                 "[channel]") {
  const long before = peak_memory_kib();
  StdioChannel channel(in.read_end(), out.write_end());
  Notes notes;
  notes.kept = 10 << 20;
  in.send("first\n");
  // Does not block: once the queue is full, the pipe fills.
  long sent = 0;
  channel.post(
      [&] {
        fcntl(in.write_end(), F_SETFL, O_NONBLOCK);
        const std::string lines(60'000, '\n');
        for (int idle = 0; idle < 100;) {
          const ssize_t n = ::write(in.write_end(), lines.data(), lines.size());
          idle = n > 0 ? 0 : idle + 1;
          if (n > 0) sent += n;
          if (n <= 0) std::this_thread::sleep_for(Millis(1));
          if (sent > 100'000'000) break;
        }
        notes.close();
      },
      Millis(100));
  channel.run(notes);
  CHECK(sent < 1'000'000);
  CHECK(peak_memory_kib() - before < 50'000);
}
