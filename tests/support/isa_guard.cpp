// SPDX-License-Identifier: MIT
/// isa_guard LEVEL PROGRAM [ARGUMENT...]: execs PROGRAM if this CPU supports instruction-set level
/// LEVEL, otherwise reports a skipped test to CTest. Compiled for any CPU: a level's test program
/// may use its instructions before main().
#include "engine/isa_dispatch.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: isa_guard LEVEL PROGRAM [ARGUMENT...]\n", stderr);
    return 2;
  }
  const auto levels = sumi::runnable_isas();
  if (std::find(levels.begin(), levels.end(), std::string_view(argv[1])) == levels.end()) {
    std::printf("isa_guard: this CPU cannot run %s\n", argv[1]);
    return 77;
  }
  execv(argv[2], argv + 2);
  std::perror(argv[2]);
  return 2;
}
