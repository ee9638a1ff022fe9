// SPDX-License-Identifier: MIT
/// Prints the engine's node count, as `sumi bench` does, without the libraries that sumi needs: for
/// machines we cross-compile to.
#include "engine/bench.h"

#include <cinttypes>
#include <cstdio>
#include <exception>

int main() try {
  std::printf("signature %" PRIu64 "\n", sumi::bench({}).nodes);
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "sumi-bench: %s\n", failure.what());
  return 1;
}
