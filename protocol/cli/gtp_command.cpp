// SPDX-License-Identifier: MIT
/// `sumi gtp`, and `sumi` alone: GTP on standard input and output.
#include "engine/engine.h"
#include "protocol/cli/commands.h"
#include "protocol/gtp/gtp_session.h"
#include "protocol/option_adapter.h"
#include "protocol/stdio_channel.h"
#include "protocol/text/gtp.h"

#include <cstdio>
#include <unistd.h>

namespace sumi::protocol {
namespace {

int run(const Command& self, const Args& args, Output& out) {
  boost::program_options::options_description options("Options");
  add_engine_options(options);
  const auto line = parse(self, options, args, out);
  if (!line) return kDone;
  forbid_words(*line);

  Engine engine(engine_options_of(*line));
  if (isatty(STDIN_FILENO)) {
    std::fputs(
        "Sumi speaks GTP here: try list_commands, genmove black, showboard, quit.\n"
        "Other uses: sumi --help\n",
        stderr);
  }
  engine.prepare();  // the first move's time is short enough
  GtpSession session(engine);
  StdioChannel channel(STDIN_FILENO, STDOUT_FILENO, is_gtp_interrupt);
  try {
    run_session(session, channel);
  } catch (const OutputClosed&) {
    // The controller has gone, as Quarry does: that is how such games end.
  }
  return kDone;
}

}  // namespace

const Command kGtpCommand{
    "gtp",
    "[OPTIONS]",
    "play by the Go Text Protocol on standard input and output",
    "For Quarry, GoGui, gogui-twogtp and scripts. `sumi` without arguments does the same. The\n"
    "protocol's own commands: send list_commands. Options can be changed later by\n"
    "`sumi-set NAME VALUE`.\n",
    "  sumi gtp\n"
    "  sumi gtp --hash-mib 512 --move-time-ms 3000\n"
    "  sumi gtp --level 10\n"
    "  printf 'play black f5\\ngenmove white\\nshowboard\\nquit\\n' | sumi gtp\n",
    run};

}  // namespace sumi::protocol
