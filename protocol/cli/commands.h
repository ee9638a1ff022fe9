// SPDX-License-Identifier: MIT
/// The commands of `sumi`.
#pragma once

#include "engine/game/game_record.h"
#include "protocol/command/program.h"

namespace sumi::protocol {

extern const Command kAnalyzeCommand, kBenchCommand, kBoardCommand, kBookCommand, kConvertCommand,
    kEngineCommand, kGgsCommand, kGtpCommand, kHelpCommand, kHintCommand, kLevelsCommand,
    kPerftCommand, kPlayCommand, kPlayersCommand, kServeCommand, kSolveCommand, kVersionCommand;

extern const Program kSumi;

/// The position and moves given as words, on a board of `size` if they hold no board; throws
/// UsageError. The words together are one text, so that nobody needs to quote `f5 d6 c3`.
GameRecord game_of(const CommandLine& line, int size = 8);

}  // namespace sumi::protocol
