// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "engine/base/time.h"
#include "tests/support/engines.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/process_player.h"

#include <catch2/catch.hpp>

#include <pthread.h>
#include <string>
#include <thread>
#include <unistd.h>

using namespace sumi;
using namespace sumi::match;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

EngineProcess::Deadline in(int ms) {
  return EngineProcess::Clock::now() + std::chrono::milliseconds(ms);
}

constexpr int kLong = 10'000;  // never reached

struct Fixture : test::IgnoreSigpipe {
  void start(const std::string& command, const std::string& directory = "") {
    const auto started = process.start(command, directory, "");
    if (!started) FAIL(started.error().detail);
  }
  std::string line() {
    auto line = process.read_line(in(kLong));
    return line ? *line : "(" + line.error().detail + ")";
  }
  Fault fault() {
    auto line = process.read_line(in(kLong));
    REQUIRE(!line);
    return line.error();
  }
  EngineProcess process;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "lines are sent in both directions", "[match]") {
  start("cat");
  REQUIRE(process.write("one\ntwo\n\nthr", in(kLong)));
  CHECK(line() == "one");
  CHECK(line() == "two");
  CHECK(line() == "");
  REQUIRE(process.write("ee\r\n", in(kLong)));
  CHECK(line() == "three\r");
}

TEST_CASE_METHOD(Fixture, "a shell runs the command, in its folder", "[match]") {
  const std::string command = GENERATE("pwd", "A=1 B='2 3' pwd", "  pwd", "sh -c 'cd . && pwd'");
  start(command, "/usr");
  CHECK(line() == "/usr");

  EngineProcess other;
  const auto started = other.start("pwd", "/no/such folder", "");
  REQUIRE(!started);
  CHECK(started.error().ending == Ending::kCrash);
  CHECK(started.error().detail == "could not be started: '/no/such folder' is not a folder");
  CHECK(!other.started());
}

TEST_CASE_METHOD(Fixture, "environment variables before the command are set", "[match]") {
  start("SUMI_A=1 SUMI_B='2 3' sh -c 'echo \"$SUMI_A $SUMI_B\"'");
  CHECK(line() == "1 2 3");
}

TEST_CASE_METHOD(Fixture, "the exit of an engine is reported", "[match]") {
  start("sh -c 'echo last; exit 3'");
  CHECK(line() == "last");
  CHECK(fault().ending == Ending::kCrash);
  CHECK(fault().detail == "ended with exit status 3");
  process.kill();

  start("sh -c 'kill -SEGV $$'");
  CHECK(fault().detail == "was killed by signal 11 (Segmentation fault)");
  process.kill();

  start("no-such-engine");
  CHECK(fault().detail == "ended with exit status 127 (command not found)");
  process.kill();

  start("sh -c 'exec >&-; exec sleep 100'");
  CHECK(fault().detail == "closed its input or output");
}

TEST_CASE_METHOD(Fixture, "a read ends at its deadline", "[match]") {
  start("sleep 100");
  const StopWatch watch;
  const auto line = process.read_line(in(30));
  REQUIRE(!line);
  CHECK(line.error().ending == Ending::kHang);
  CHECK(watch.elapsed() >= Millis(29));
  CHECK(watch.elapsed() < Millis(1000));
}

TEST_CASE_METHOD(Fixture, "late output is still read", "[match]") {
  start("sh -c 'read x; echo got $x; sleep 100'");
  REQUIRE(!process.read_line(in(10)));
  REQUIRE(process.write("it\n", in(kLong)));
  CHECK(line() == "got it");
  // A past deadline returns what is buffered.
  CHECK(!process.read_line(EngineProcess::Clock::now() - std::chrono::seconds(1)));
}

TEST_CASE_METHOD(Fixture, "an engine that does not read cannot block us", "[match]") {
  start(test::fake_command("deaf"));
  const StopWatch watch;
  const auto written = process.write(std::string(1 << 20, 'x'), in(30));
  REQUIRE(!written);
  CHECK(written.error().ending == Ending::kHang);
  CHECK(watch.elapsed() < Millis(1000));
}

TEST_CASE_METHOD(Fixture, "after the deadline no further piece is read", "[match]") {
  start(test::fake_command("deaf"));
  for (int i = 0; i < 2; ++i) {
    const auto written = process.write(std::string(1 << 20, 'x'), in(0));
    REQUIRE(!written);
    CHECK(written.error().ending == Ending::kHang);
  }
}

TEST_CASE_METHOD(Fixture, "writing to an engine that has ended is a fault, not a crash",
                 "[match]") {
  start("true");
  REQUIRE(test::ends(process.pid()));
  const auto written = process.write("name\n", in(kLong));
  REQUIRE(!written);
  CHECK(written.error().ending == Ending::kCrash);
  CHECK(written.error().detail == "ended with exit status 0");
}

TEST_CASE_METHOD(Fixture, "floods of output are faults", "[match]") {
  SECTION("one long line") {
    start("sh -c 'yes | tr -d \"\\n\"'");
    CHECK(fault().ending == Ending::kFlood);
    CHECK(fault().detail == "wrote a line of more than 64 KiB");
  }
  SECTION("many lines") {
    start("yes");
    std::string why;
    for (int i = 0; i <= 10'000 && why.empty(); ++i) {
      const auto line = process.read_line(in(kLong));
      if (!line) why = line.error().detail;
      CHECK(line.has_value() == (i < 10'000));
    }
    CHECK(why == "wrote more than 10,000 lines");
  }
  SECTION("many bytes") {
    start("yes " + std::string(1000, 'x'));
    std::string why;
    while (why.empty()) {
      const auto line = process.read_line(in(kLong));
      if (!line) why = line.error().detail;
    }
    CHECK(why == "wrote more than 1 MiB");
  }
  SECTION("long conversations are not floods") {
    start("cat");
    const std::string text = std::string(60'000, 'x') + "\n";
    for (int i = 0; i < 30; ++i) {
      REQUIRE(process.write(text, in(kLong)));
      REQUIRE(process.read_line(in(kLong)));
    }
  }
}

TEST_CASE_METHOD(Fixture, "a killed engine is gone, and another can follow", "[match]") {
  start(test::fake_command());
  const pid_t pid = process.pid();
  CHECK(::kill(-pid, 0) == 0);  // leader of its own group
  REQUIRE(process.write("name\n", in(kLong)));
  CHECK(line() == "= Fake");
  process.kill();
  CHECK(test::is_gone(pid));
  CHECK(!process.started());
  CHECK(!process.write("name\n", in(kLong)));
  CHECK(!process.read_line(in(kLong)));

  start("echo new");
  CHECK(line() == "new");  // not the rest of the first one's output
}

TEST_CASE_METHOD(Fixture, "a kill includes the engine's children", "[match]") {
  start("sh -c '" + test::fake_command("hang 1") + "; true'");
  REQUIRE(process.write("pid\n", in(kLong)));
  const std::string answer = line();
  REQUIRE_THAT(answer, StartsWith("= "));
  const pid_t grandchild = *parse_int(answer.substr(2));
  REQUIRE(grandchild != process.pid());
  CHECK(line() == "");
  // A hanging engine would not notice closed input.
  REQUIRE(process.write("genmove black\n", in(kLong)));
  CHECK(!process.read_line(in(50)));
  REQUIRE(test::runs(grandchild));
  process.kill();
  CHECK(test::ends(grandchild));
}

TEST_CASE_METHOD(Fixture, "an engine ends with the thread that started it", "[match]") {
  if (access("/usr/bin/setpriv", X_OK) != 0) return;
  pid_t pid = -1;
  std::thread([&] {
    start(test::fake_command("hang 1"));
    REQUIRE(process.write("genmove black\n", in(kLong)));
    pid = process.pid();
    CHECK(!process.read_line(in(50)));
    CHECK(test::runs(pid));
  }).join();
  CHECK(test::ends(pid));
}

TEST_CASE_METHOD(Fixture, "an engine inherits no signal mask or disposition", "[match]") {
  sigset_t mask, before;
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &mask, &before);
  start("grep -E 'Sig(Blk|Ign)' /proc/self/status");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  const auto signals = [&] {
    const std::string text = line();  // "SigBlk:\t0000000000000000"
    return std::stoull(text.substr(text.find('\t')), nullptr, 16);
  };
  CHECK(signals() == 0);
  CHECK((signals() & 1ull << (SIGPIPE - 1)) == 0);  // the C library ignores two of its own
}

TEST_CASE_METHOD(Fixture, "an engine does not inherit the pipes of another", "[match]") {
  start("cat");
  EngineProcess other;
  REQUIRE(other.start("cat", "", ""));
  // `cat` ends once its input is closed, unless the other engine inherited it.
  CHECK(process.wait_for_end(in(kLong)));
  CHECK(test::runs(other.pid()));
}

TEST_CASE_METHOD(Fixture, "wait_for_end() waits for the exit", "[match]") {
  start("cat");
  CHECK(process.wait_for_end(in(kLong)));
  process.kill();
  CHECK(process.wait_for_end(in(kLong)));  // none is running
  start("sleep 100");
  CHECK(!process.wait_for_end(in(20)));
}

TEST_CASE_METHOD(Fixture, "CPU time is the process's own", "[match]") {
  CHECK_FALSE(process.cpu_seconds());
  start("sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo busy; read x'");
  CHECK(line() == "busy");
  const double busy = process.cpu_seconds().value();
  CHECK(busy > 0.001);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(process.cpu_seconds().value() - busy < 0.015);  // sleeping
  process.kill();
  CHECK_FALSE(process.cpu_seconds());
}

TEST_CASE_METHOD(Fixture, "the log has both directions and standard error", "[match]") {
  const test::TemporaryFile log;
  REQUIRE(process.start("sh -c 'echo trouble >&2; echo hello; read x; sleep 100'", "", log.path()));
  CHECK(line() == "hello");
  REQUIRE(process.write("genmove black\n", in(kLong)));
  const std::string text = log.contents();
  CHECK_THAT(text, Contains(fmt::format("Z {} < hello\n", process.pid())));
  CHECK_THAT(text, Contains(fmt::format("Z {} > genmove black\n", process.pid())));
  CHECK_THAT(text, Contains("trouble\n"));
  process.kill();

  REQUIRE(process.start("echo again", "", log.path()));
  CHECK(line() == "again");
  CHECK_THAT(log.contents(), StartsWith(text) && Contains("< again\n"));
}
