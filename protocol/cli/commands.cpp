// SPDX-License-Identifier: MIT
/// The table of sumi's commands, and those that every program has.
#include "protocol/cli/commands.h"
#include "protocol/command/status_command.h"

#include <array>

namespace sumi::protocol {
namespace {

constexpr std::array kCommands{
    &kPlayCommand,       &kWebCommand,     &kHintCommand,  &kAnalyzeCommand,  &kSolveCommand,
    &kConvertCommand,    &kBoardCommand,   &kBookCommand,  &kStatusCommand,   &kStudyCommand,
    &kEngineCommand,     &kGtpCommand,     &kServeCommand, &kAnalysisCommand, &kGgsCommand,
    &kLevelsCommand,     &kPlayersCommand, &kPerftCommand, &kBenchCommand,    &kVersionCommand,
    &kCompletionCommand, &kHelpCommand};

}  // namespace

const Program kSumi{
    "sumi",
    "Sumi",
    "an Othello engine",
    kCommands,
    "speak a protocol on standard input and output",
    "  printf 'genmove black\\nquit\\n' | sumi\n"
    "  sumi play --color white --level 20\n"
    "  sumi hint f5d6c3 --time 5\n"
    "  sumi analyze game.ggf --html game.html\n"
    "  sumi solve positions.obf\n"
    "  sumi book show default f5d6\n"
    "  sumi study problems\n"
    "  sumi perft --depth 8\n",
    &kEngineCommand,
};

const Command kStatusCommand{"status",
                             kStatusArguments,
                             kStatusSummary,
                             kStatusDetails,
                             "  sumi status run\n"
                             "  sumi status run --json | jq .seconds_left\n",
                             run_status};

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
