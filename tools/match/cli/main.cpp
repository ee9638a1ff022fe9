// SPDX-License-Identifier: MIT
#include "protocol/version.h"
#include "tools/match/cli/commands.h"

int main(int argc, char** argv) {
  return sumi::protocol::run_program(sumi::match::kSumiMatch, sumi::protocol::kBuild, argc, argv);
}
