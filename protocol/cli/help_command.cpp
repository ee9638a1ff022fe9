// SPDX-License-Identifier: MIT
#include "protocol/cli/commands.h"

namespace sumi::protocol {

const Command kHelpCommand{"help",
                           "[COMMAND]",
                           "explain a command, or list them all",
                           "The same as `sumi COMMAND --help` and `sumi --help`.\n",
                           "  sumi help\n"
                           "  sumi help solve\n",
                           [](const Command& self, const Args& args, Output& out) {
                             return run_help(kSumi, self, args, out);
                           }};

}  // namespace sumi::protocol
