// SPDX-License-Identifier: MIT
/// The table of sumi's commands.
#include "protocol/cli/commands.h"

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

}  // namespace sumi::protocol
