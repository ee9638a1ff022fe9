// SPDX-License-Identifier: MIT
/// `sumi completion`: a script for the shell.
#include "protocol/cli/commands.h"

namespace sumi::protocol {

const Command kCompletionCommand{
    "completion",
    kCompletionArguments,
    kCompletionSummary,
    kCompletionDetails,
    "  source <(sumi completion bash)\n"
    "  sumi completion bash > ~/.local/share/bash-completion/completions/sumi\n"
    "  sumi completion zsh > ~/.zfunc/_sumi\n",
    [](const Command& self, const Args& args, Output& out) {
      return run_completion(kSumi, self, args, out);
    }};

}  // namespace sumi::protocol
