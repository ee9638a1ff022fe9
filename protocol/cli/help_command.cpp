// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"

namespace sumi::protocol {

const Command kHelpCommand{
    "help",
    kHelpArguments,
    "explain a command, or list them all",
    "The same as `sumi COMMAND --help` and `sumi --help`. With --man it is the page that "
    "`man` shows\nwhere Sumi is installed.\n",
    "  sumi help\n"
    "  sumi help solve\n"
    "  sumi help book add\n"
    "  sumi help --man solve | man -l -\n",
    [](const Command& self, const Args& args, Output& out) {
      return run_help(kSumi, self, args, out);
    }};

}  // namespace sumi::protocol
