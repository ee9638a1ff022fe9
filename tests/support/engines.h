// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/results.h"
#include "tools/match/engine_spec.h"
#include "tools/match/player.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>
#include <unistd.h>

/// As in results.h, for a player's Outcome.
template <class T>
struct Catch::StringMaker<boost::system::result<T, sumi::match::Fault>> {
  static std::string convert(const sumi::match::Outcome<T>& outcome) {
    return outcome ? "a value" : "fault: " + outcome.error().detail;
  }
};

namespace sumi::test {

/// As in main(): writing to a dead engine returns an error instead of raising a signal.
struct IgnoreSigpipe {
  IgnoreSigpipe() { std::signal(SIGPIPE, SIG_IGN); }
};

/// In `modes` single quotes become double ones, which every system's command lines have, and double
/// ones, which must stand inside single ones, get a backslash.
inline std::string fake_command(std::string_view modes = "ok") {
  std::string command = fmt::format("{} ", SUMI_FAKE_ENGINE);
  for (const char c : modes) command += c == '\'' ? "\"" : c == '"' ? "\\\"" : std::string(1, c);
  return command;
}

inline match::EngineSpec fake_spec(std::string_view modes = "ok") {
  match::EngineSpec spec;
  spec.name = "fake";
  spec.command = fake_command(modes);
  return spec;
}

/// Whether the process runs; a zombie does not.
inline bool runs(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  if (!std::getline(file, text)) return false;
  const char state = text[text.rfind(')') + 2];
  return state != 'Z' && state != 'X';
}

/// Whether the process ends within a second.
inline bool ends(pid_t pid) {
  for (int i = 0; i < 1000 && runs(pid); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return !runs(pid);
}

/// Whether the process has ended and was reaped.
inline bool is_gone(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

}  // namespace sumi::test
