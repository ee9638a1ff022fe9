// SPDX-License-Identifier: MIT
/// `sumi-lab`: from games of our own to weights.
#include "protocol/command/status_command.h"
#include "protocol/version.h"
#include "tools/lab/cli/commands.h"

#include <array>

namespace sumi::lab {
namespace {

constexpr std::array kCommands{
    &kSelfplayCommand, &kLabelCommand,  &kDataCommand,       &kTrainCommand,   &kEvalReportCommand,
    &kProbcutCommand,  &kTuneCommand,   &kExperimentCommand, &kDpCommand,      &kTdCommand,
    &kReturnsCommand,  &kSweepCommand,  &kQlearnCommand,     &kGeneticCommand, &kCurvesCommand,
    &kInspectCommand,  &kStatusCommand, &kCompletionCommand, &kHelpCommand};

}  // namespace

const protocol::Program kSumiLab{
    "sumi-lab",
    "sumi-lab",
    "from games of our own to trained weights; learners and experiments",
    kCommands,
    "",
    R"(  sumi-lab selfplay games --games 100000 --level 6 --threads 4
  sumi-lab selfplay games --games 200000 --level 6 --threads 4   (goes on)
  sumi-lab data stats games
  sumi-lab data split games --part 0.05 held-out.pos training.pos
)",
    nullptr,
};

const protocol::Command kStatusCommand{"status",
                                       protocol::kStatusArguments,
                                       protocol::kStatusSummary,
                                       protocol::kStatusDetails,
                                       "  sumi-lab status games/shards\n",
                                       protocol::run_status,
                                       "sumi-lab"};

const protocol::Command kCompletionCommand{
    "completion",
    protocol::kCompletionArguments,
    protocol::kCompletionSummary,
    protocol::kCompletionDetails,
    R"(  source <(sumi-lab completion bash)
  sumi-lab completion zsh > ~/.zfunc/_sumi-lab
)",
    [](const protocol::Command& self, const protocol::Args& args, protocol::Output& out) {
      return protocol::run_completion(kSumiLab, self, args, out);
    },
    "sumi-lab"};

const protocol::Command kHelpCommand{
    "help",
    protocol::kHelpArguments,
    "explain a command, or list them all",
    "The same as `sumi-lab COMMAND --help` and `sumi-lab --help`.\n",
    "  sumi-lab help selfplay\n",
    [](const protocol::Command& self, const protocol::Args& args, protocol::Output& out) {
      return protocol::run_help(kSumiLab, self, args, out);
    },
    "sumi-lab"};

}  // namespace sumi::lab

int main(int argc, char** argv) {
  return sumi::protocol::run_program(sumi::lab::kSumiLab, sumi::protocol::kBuild, argc, argv);
}
