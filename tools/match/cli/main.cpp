// SPDX-License-Identifier: MIT
/// `sumi-match`: tournaments between any engines.
#include "protocol/command/status_command.h"
#include "protocol/version.h"
#include "tools/match/cli/commands.h"

#include <array>

namespace sumi::match {
namespace {

constexpr std::array kCommands{&kRunCommand,        &kReportCommand, &kGamesCommand,
                               &kMergeCommand,      &kVerifyCommand, &kStatusCommand,
                               &kCompletionCommand, &kHelpCommand};

}  // namespace

const protocol::Program kSumiMatch{
    "sumi-match",
    "sumi-match",
    "tournaments between Othello engines",
    kCommands,
    "",
    R"(  sumi-match run first.db --engine evaluator=table --engine evaluator=mobility \
      --time 0.01/move
  sumi-match run second.db --engine cmd=sumi --engine 'cmd="gtp-rhino -l 3"' \
      --time 5
  sumi-match run second.db               (goes on where it was ended)
  sumi-match report second.db --html second.html
  sumi-match games second.db --format ggf > second.ggf
)",
    nullptr,
};

const protocol::Command kStatusCommand{"status",
                                       protocol::kStatusArguments,
                                       protocol::kStatusSummary,
                                       protocol::kStatusDetails,
                                       "  sumi-match status league\n",
                                       protocol::run_status,
                                       "sumi-match"};

const protocol::Command kCompletionCommand{
    "completion",
    protocol::kCompletionArguments,
    protocol::kCompletionSummary,
    protocol::kCompletionDetails,
    R"(  source <(sumi-match completion bash)
  sumi-match completion zsh > ~/.zfunc/_sumi-match
)",
    [](const protocol::Command& self, const protocol::Args& args, protocol::Output& out) {
      return protocol::run_completion(kSumiMatch, self, args, out);
    },
    "sumi-match"};

const protocol::Command kHelpCommand{
    "help",
    protocol::kHelpArguments,
    "explain a command, or list them all",
    "The same as `sumi-match COMMAND --help` and `sumi-match --help`.\n",
    "  sumi-match help run\n",
    [](const protocol::Command& self, const protocol::Args& args, protocol::Output& out) {
      return protocol::run_help(kSumiMatch, self, args, out);
    },
    "sumi-match"};

}  // namespace sumi::match

int main(int argc, char** argv) {
  return sumi::protocol::run_program(sumi::match::kSumiMatch, sumi::protocol::kBuild, argc, argv);
}
