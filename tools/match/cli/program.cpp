// SPDX-License-Identifier: MIT
/// `sumi-match`: tournaments between any engines.
#include "protocol/command/shards.h"
#include "tools/match/cli/commands.h"

namespace sumi::match {
namespace {

constexpr protocol::ListedCommand kCommands[]{&kRunCommand,    &kEnterCommand,      &kReportCommand,
                                              &kGamesCommand,  &kMergeCommand,      &kVerifyCommand,
                                              &kStatusCommand, &kCompletionCommand, &kHelpCommand};

}  // namespace

const protocol::Program kSumiMatch{
    "sumi-match",
    "sumi-match",
    "tournaments between Othello engines",
    kCommands,
    "",
    R"(  sumi-match run first.db -e evaluator=table -e evaluator=mobility \
      --time 0.01/move
  sumi-match run second.db -e cmd=sumi -e 'cmd="gtp-rhino -l 3"' --time 5
  sumi-match run second.db    # continues
  sumi-match report second.db --html second.html
  sumi-match games second.db --format ggf > second.ggf
)",
    nullptr,
};

const protocol::Command kStatusCommand =
    protocol::status_command("sumi-match", "  sumi-match status league\n");

const protocol::Command kCompletionCommand =
    protocol::completion_command<kSumiMatch>("sumi-match", R"(  source <(sumi-match completion bash)
  sumi-match completion zsh > ~/.zfunc/_sumi-match
)");

const protocol::Command kHelpCommand = protocol::help_command<kSumiMatch>(
    "sumi-match", "Same as `sumi-match --help` and `sumi-match COMMAND --help`.\n",
    "  sumi-match help run\n");

}  // namespace sumi::match
