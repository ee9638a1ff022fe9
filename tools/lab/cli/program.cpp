// SPDX-License-Identifier: MIT
/// `sumi-lab`: from self-play to weights.
#include "protocol/command/shards.h"
#include "tools/lab/cli/commands.h"

namespace sumi::lab {
namespace {

constexpr protocol::ListedCommand kCommands[]{
    &kSelfplayCommand,   &kLabelCommand,   &kDataCommand,       &kTrainCommand,
    &kEvalReportCommand, &kProbcutCommand, &kTuneCommand,       &kExperimentCommand,
    &kDpCommand,         &kTdCommand,      &kReturnsCommand,    &kNtupleCommand,
    &kSweepCommand,      &kQlearnCommand,  &kGeneticCommand,    &kCurvesCommand,
    &kInspectCommand,    &kStatusCommand,  &kCompletionCommand, &kHelpCommand};

}  // namespace

const protocol::Program kSumiLab{
    "sumi-lab",
    "sumi-lab",
    "self-play, training and experiments",
    kCommands,
    "",
    R"(  sumi-lab selfplay games --games 100000 --level 6 --threads 4
  sumi-lab selfplay games --games 200000 --level 6 --threads 4   (resumes)
  sumi-lab data stats games
  sumi-lab data split games --part 0.05 held-out.pos training.pos
)",
    nullptr,
};

const protocol::Command kStatusCommand =
    protocol::status_command("sumi-lab", "  sumi-lab status games/shards\n");

const protocol::Command kCompletionCommand =
    protocol::completion_command<kSumiLab>("sumi-lab", R"(  source <(sumi-lab completion bash)
  sumi-lab completion zsh > ~/.zfunc/_sumi-lab
)");

const protocol::Command kHelpCommand = protocol::help_command<kSumiLab>(
    "sumi-lab", "Same as `sumi-lab --help` and `sumi-lab COMMAND --help`.\n",
    "  sumi-lab help selfplay\n");

}  // namespace sumi::lab
