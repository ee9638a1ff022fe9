// SPDX-License-Identifier: MIT
/// `sumi`: the first word is the command; without one it speaks a protocol.
#include "protocol/cli/commands.h"
#include "protocol/version.h"

int main(int argc, char** argv) {
  return run_program(sumi::protocol::kSumi, sumi::protocol::kBuild, argc, argv);
}
