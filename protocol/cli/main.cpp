// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"
#include "protocol/version.h"

int main(int argc, char** argv) {
  return run_program(sumi::protocol::kSumi, sumi::protocol::kBuild, argc, argv);
}
