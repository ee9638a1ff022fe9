// SPDX-License-Identifier: MIT
/// The commands of `sumi`.
#pragma once

#include "protocol/command/program.h"

namespace sumi::protocol {

extern const Command kAnalysisCommand, kAnalyzeCommand, kBenchCommand, kBoardCommand, kBookCommand,
    kCompletionCommand, kConvertCommand, kEngineCommand, kGgsCommand, kGtpCommand, kHelpCommand,
    kHintCommand, kLevelsCommand, kPerftCommand, kPlayCommand, kPlayersCommand, kServeCommand,
    kSolveCommand, kStatusCommand, kStudyCommand, kVersionCommand, kWebCommand;

extern const Program kSumi;

}  // namespace sumi::protocol
