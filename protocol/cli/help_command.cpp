// SPDX-License-Identifier: MIT
/// `sumi help [COMMAND]`: the texts of `sumi --help` and `sumi COMMAND --help`.
#include "engine/base/text.h"
#include "protocol/cli/command.h"

#include <fmt/format.h>

namespace sumi::protocol {
namespace {

int run(const Command& self, const Args& args, Output& out) {
  const auto line = parse(self, boost::program_options::options_description("Options"), args, out);
  if (!line) return kDone;
  if (line->words.size() > 1) throw UsageError("one command at a time");
  if (line->words.empty()) {
    out.write(overview());
    return kDone;
  }
  const Command* const command = find_command(line->words[0]);
  if (!command) {
    throw UsageError(fmt::format("no command named {}", sumi::quoted(line->words[0])));
  }
  return command->run(*command, {"--help"}, out);
}

}  // namespace

const Command kHelpCommand{"help",
                           "[COMMAND]",
                           "explain a command, or list them all",
                           "The same as `sumi COMMAND --help` and `sumi --help`.\n",
                           "  sumi help\n"
                           "  sumi help solve\n",
                           run};

}  // namespace sumi::protocol
