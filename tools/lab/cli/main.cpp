// SPDX-License-Identifier: MIT
#include "protocol/version.h"
#include "tools/lab/cli/commands.h"

int main(int argc, char** argv) {
  return sumi::protocol::run_program(sumi::lab::kSumiLab, sumi::protocol::kBuild, argc, argv);
}
