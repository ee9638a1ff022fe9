// SPDX-License-Identifier: MIT
/// All programs in one file, as Debian packages carry them: links to it have the programs' names.
#include "protocol/cli/commands.h"
#include "protocol/version.h"
#include "tools/lab/cli/commands.h"
#include "tools/match/cli/commands.h"

#include <filesystem>

int main(int argc, char** argv) {
  using namespace sumi;
  const auto called = argc > 0 ? std::filesystem::path(argv[0]).filename() : "sumi";
  const protocol::Program* program = &protocol::kSumi;
  for (const protocol::Program* other : {&match::kSumiMatch, &lab::kSumiLab}) {
    if (called == other->name) program = other;
  }
  return run_program(*program, protocol::kBuild, argc, argv);
}
