// SPDX-License-Identifier: MIT
/// `sumi`: runs the command named by the first word, or a protocol.
#include "protocol/cli/commands.h"
#include "protocol/version.h"

int main(int argc, char** argv) {
  return run_program(sumi::protocol::kSumi, sumi::protocol::kBuild, argc, argv);
}
