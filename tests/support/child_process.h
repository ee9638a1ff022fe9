// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

namespace sumi::test {

/// Runs `work` in a child process, which then exits with status 0.
template <class Work>
pid_t in_child(Work work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child != 0) return child;
  work();
  _exit(0);
}

inline int wait_for(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

}  // namespace sumi::test
