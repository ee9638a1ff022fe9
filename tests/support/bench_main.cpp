// SPDX-License-Identifier: MIT
/// Prints the node counts of `sumi bench` without the libraries that sumi needs, for cross-compiled
/// targets.
#include "engine/bench.h"

#include <cinttypes>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

int main() try {
  const std::vector<sumi::BenchResult> parts = sumi::bench({});
  for (const sumi::BenchResult& part : parts) {
    std::printf("%s %" PRIu64 " nodes\n", std::string(part.part).c_str(), part.nodes);
  }
  std::printf("signature %" PRIu64 "\n", sumi::bench_signature(parts));
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "sumi-bench: %s\n", failure.what());
  return 1;
}
