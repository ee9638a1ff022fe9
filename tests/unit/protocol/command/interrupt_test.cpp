// SPDX-License-Identifier: MIT
/// Ctrl-C and other signals in a child process with a terminal of its own.
#include "protocol/command/interrupt.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

using namespace sumi::protocol;

namespace {

bool echoes() {
  termios settings{};
  tcgetattr(STDIN_FILENO, &settings);
  return (settings.c_lflag & ECHO) != 0;
}

void end_echo() {
  termios settings{};
  tcgetattr(STDIN_FILENO, &settings);
  settings.c_lflag &= ~tcflag_t{ECHO};
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

struct End {
  int status = 0;       ///< from waitpid()
  bool echoes = false;  ///< whether the terminal still echoes
};

/// Runs `program` on a new terminal. Like a shell, a third process keeps the terminal open;
/// otherwise it would be reset when its first process ends.
End end_of(void (*program)()) {
  int report[2];
  REQUIRE(pipe(report) == 0);
  int terminal = -1;
  const pid_t shell = forkpty(&terminal, nullptr, nullptr, nullptr);
  REQUIRE(shell >= 0);
  if (shell == 0) {
    const pid_t child = fork();
    if (child == 0) {
      program();
      _exit(7);
    }
    End end;
    waitpid(child, &end.status, 0);
    end.echoes = echoes();
    _exit(write(report[1], &end, sizeof end) == sizeof end ? 0 : 1);
  }
  close(report[1]);
  End end;
  const ssize_t told = read(report[0], &end, sizeof end);
  waitpid(shell, nullptr, 0);
  close(report[0]);
  close(terminal);
  REQUIRE(told == sizeof end);
  return end;
}

}  // namespace

TEST_CASE("the first Ctrl-C is noted, and forgotten when watching restarts", "[interrupt]") {
  const End end = end_of([] {
    watch_interrupts();
    if (interrupted()) _exit(1);
    raise(SIGINT);
    if (!interrupted()) _exit(2);
    watch_interrupts();
    if (interrupted()) _exit(3);
    raise(SIGINT);
    if (!interrupted()) _exit(4);
  });
  REQUIRE(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 7);
}

TEST_CASE("the second Ctrl-C ends the process and restores the terminal's echo", "[interrupt]") {
  const End end = end_of([] {
    watch_interrupts();
    end_echo();
    watch_interrupts();
    raise(SIGINT);
    raise(SIGINT);
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGINT);
  CHECK(end.echoes);
}

TEST_CASE("SIGTERM and SIGHUP are noted like Ctrl-C and never forgotten", "[interrupt]") {
  const End end = end_of([] {
    for (const int signal : {SIGTERM, SIGHUP}) {
      if (fork() == 0) {
        watch_interrupts();
        if (interrupt_signal() != 0 || interrupt_status() != 130) _exit(1);
        raise(signal);
        raise(signal);  // as `timeout` and shells do
        watch_interrupts();
        if (!interrupted() || interrupt_signal() != signal) _exit(2);
        _exit(interrupt_status());
      }
      int status = 0;
      wait(&status);
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 128 + signal) _exit(1);
    }
  });
  REQUIRE(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 7);
}

TEST_CASE("a second signal of another kind ends the process", "[interrupt]") {
  const End end = end_of([] {
    watch_interrupts();
    end_echo();
    raise(SIGINT);
    raise(SIGTERM);
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGTERM);
  CHECK(end.echoes);
}

TEST_CASE("under nohup, SIGHUP is ignored", "[interrupt]") {
  const End end = end_of([] {
    std::signal(SIGHUP, SIG_IGN);
    watch_interrupts();
    raise(SIGHUP);
    if (interrupted()) _exit(1);
  });
  REQUIRE(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 7);
}

TEST_CASE("echo stays off on a terminal that had none", "[interrupt]") {
  const End end = end_of([] {
    end_echo();
    watch_interrupts();
    raise(SIGINT);
    raise(SIGINT);
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK_FALSE(end.echoes);
}
